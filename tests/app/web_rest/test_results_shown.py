"""Long results of tools, as REST shows them."""


def test_a_long_result_is_shown_whole_and_nothing_else_of_its_folder(served, tmp_path):
    results = served.root / "s-7" / "results"
    results.mkdir()
    (results / "7.txt").write_text("grün " * 20_000)
    (tmp_path / "secret.txt").write_text("secret")
    (results / "8.txt").symlink_to(tmp_path / "secret.txt")
    answer = served.get("/api/journals/s-7/results/7.txt")
    assert (answer.text, answer.headers["content-type"]) == ("grün " * 20_000, "text/plain; charset=utf-8")
    assert [served.get(f"/api/journals/s-7/results/{one}.txt").status_code for one in ("8", "9")] == [
        404,
        404,
    ]
    assert served.get("/api/journals/s-7/results/..%2Fjournal.txt").status_code >= 400
    results.rename(served.root / "elsewhere")
    results.symlink_to(served.root / "elsewhere")
    assert served.get("/api/journals/s-7/results/7.txt").status_code == 404

"""What a stranger gets from `pip install solovox`: small, whole, and without the engine's runtimes."""

import zipfile
from pathlib import Path

import pytest

from installing import built, installed, run

LIMIT_MB = 100

pytestmark = pytest.mark.slow


def megabytes(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def clean(tmp_path_factory, wheel):
    """A virtual environment with the base lock and the wheel, and nothing else."""
    return installed(tmp_path_factory.mktemp("clean"), wheel, "base")


def test_the_base_install_weighs_at_most_100_megabytes(clean, record_property):
    (packages,) = clean.glob("lib/python3*/site-packages")
    weight = megabytes(packages)
    record_property("megabytes", weight)
    heaviest = sorted(((megabytes(p), p.name) for p in packages.iterdir() if p.is_dir()), reverse=True)[:6]
    print(f"base install: {weight:.1f} MB; heaviest: " + ", ".join(f"{n} {mb:.1f}" for mb, n in heaviest))
    assert 10 < weight <= LIMIT_MB, heaviest


def test_the_lock_leaves_no_dependency_out(clean):
    run("scripts/uv", "pip", "check", "--python", clean / "bin" / "python")


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("platform", ["x86_64-manylinux_2_28", "aarch64-apple-darwin"])
def test_the_lock_resolves_to_wheels_elsewhere(platform, python, tmp_path):
    """Where nothing has been run it is at least known that every package can be installed without a compiler."""
    told = run(
        *(
            "scripts/uv",
            "pip",
            "install",
            "--dry-run",
            "--no-deps",
            "--only-binary",
            ":all:",
            "--require-hashes",
        ),
        *("--python-platform", platform, "--python-version", python, "--target", tmp_path / "nowhere"),
        *("-r", "requirements/dev.txt"),
    )
    assert "Would install" in told


def test_the_base_install_has_none_of_the_engine_and_nothing_under_the_gpl(clean):
    installed = run(
        "scripts/uv", "pip", "list", "--python", clean / "bin" / "python", "--format", "freeze"
    ).lower()
    assert "numpy==" in installed
    for package in (
        "onnxruntime",
        "ctranslate2",
        "torch",
        "uvloop",
        "cryptography",
        "phonemizer",
        "espeakng",
    ):
        assert f"{package}==" not in installed


def test_the_wheel_is_typed_licensed_and_carries_no_weights(wheel):
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
        assert "solovox/py.typed" in names
        assert any(name.endswith("licenses/LICENSE") for name in names)
        assert any(name.endswith("licenses/NOTICE") for name in names)
        assert not [name for name in names if name.endswith((".onnx", ".bin", ".pt"))]
        assert not [name for name in names if name.startswith(("tests/", "scripts/"))]
    assert Path(wheel).stat().st_size < 10e6


def test_the_package_can_be_used_without_the_engine(clean, tmp_path):
    """Every module of the base imports where the extra is not installed, or says which extra it needs."""
    program = (
        "import importlib, pkgutil, solovox\n"
        "for m in pkgutil.walk_packages(solovox.__path__, 'solovox.'):\n"
        "    try: importlib.import_module(m.name)\n"
        "    except ModuleNotFoundError as e:\n"
        "        assert e.name.split('.')[0] in ('onnxruntime', 'ctranslate2', 'pocketsphinx'), (m.name, e)\n"
        "        assert m.name.startswith(('solovox.speech.', 'solovox.narrators.')), (m.name, e)\n"
        "print('ok')\n"
    )
    assert run(clean / "bin" / "python", "-W", "error", "-c", program).strip() == "ok"

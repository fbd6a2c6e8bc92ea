"""The workshop: an app is made by jobs, and what they do is told."""

import asyncio
import contextlib
import math

import pytest

from solovox.ports.children import own_mark
from solovox.ports.workshop import (
    FileBegan,
    FileEnded,
    FileWrote,
    JobBegan,
    JobCancelled,
    JobDone,
    JobFailed,
    JobInterrupted,
    PhaseBegan,
    WorkshopRefused,
)
from solovox.shell.clock import run
from solovox.studio.workshop.workshop import ProjectWorkshop
from solovox.testing.memory_projects import MemoryProjects
from studio.scripted_writer import APP, BLUE, PAGE, REFUSED, ScriptedWriter

BROKEN = APP.replace("style.css'", "more.css'")


@contextlib.asynccontextmanager
async def working(writer, store=None, **given):
    """A workshop with one project."""
    store = store or MemoryProjects()
    shop, until = ProjectWorkshop(store, lambda: writer, **given), asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(shop.run(until))
        await asyncio.sleep(0)
        yield shop, store, store.make("Tips").id
        until.set()


async def done(shop, project, prompt="a tip calculator"):
    """All steps of a job."""
    job = shop.begin(project, prompt)
    return await steps(shop, project, job)


async def steps(shop, project, job):
    found = []
    reader = shop.news(project)
    async for news in reader:
        if news.job == job.number:
            assert news.number == len(found) + 1
            found.append(news.step)
            if isinstance(news.step, JobDone | JobFailed | JobCancelled):
                await reader.aclose()
                await asyncio.sleep(0)
                return found
    raise AssertionError("the news ended")


def phases(found):
    return [one.phase.value for one in found if isinstance(one, PhaseBegan)]


def test_an_app_is_made_and_told_step_by_step():
    async def main():
        async with working(ScriptedWriter(APP)) as (shop, store, project):
            found = await done(shop, project)
            assert found[0] == JobBegan("a tip calculator", "scripted")
            assert phases(found) == ["analyse", "plan", "generate", "validate"]
            assert found[-1] == JobDone(1, "A tip calculator.")
            kept = store.version(project)
            assert kept.files == {
                "index.html": PAGE.format("20 %"),
                "style.css": ":root { --accent: red; }\n",
            }
            assert (kept.about, kept.by) == ("a tip calculator", "scripted")
            for path, text in kept.files.items():
                assert (
                    "".join(one.text for one in found if isinstance(one, FileWrote) and one.path == path)
                    == text
                )
                assert FileBegan(path) in found
                assert FileEnded(path, len(text)) in found

    run(main(), math.inf)


def test_a_change_is_told_what_is_there():
    async def main():
        writer = ScriptedWriter(APP, BLUE)
        async with working(writer) as (shop, store, project):
            await done(shop, project)
            found = await done(shop, project, "make it blue")
            assert found[-1] == JobDone(2, "I made it blue.")
            assert writer.asked[1].files == store.version(project, 1).files
            assert "blue" in store.version(project).files["style.css"]

    run(main(), math.inf)


def test_a_workshop_of_a_later_process_numbers_on():
    """A page that is open then would take a new job 1 for the old one, and show nothing of it."""

    async def main():
        store = MemoryProjects()
        for number in (1, 2):
            async with working(ScriptedWriter(APP), store) as (shop, _, project):
                assert shop.begin(project, "a timer").number == number

    run(main(), math.inf)


@pytest.mark.parametrize(
    ("answers", "told", "end"),
    [
        ([BROKEN, APP], [1], JobDone(1, "A tip calculator.")),
        ([BROKEN, "", APP], [1, 1], JobDone(1, "A tip calculator.")),
        ([APP[:-20], APP], [2], JobDone(1, "A tip calculator.")),
        (
            [BROKEN],
            [1, 1],
            JobFailed(
                "What was written does not work: index.html asks for more.css, which is not there:"
                " write more.css, or leave it out."
            ),
        ),
        (["I cannot make a bank."], [], JobFailed("I cannot make a bank.")),
        ([""], [], JobFailed("Nothing was changed.")),
        ([REFUSED], [], JobFailed("The service refuses the key.")),
        ([BROKEN, REFUSED], [1], JobFailed("The service refuses the key.")),
        ([RuntimeError("our own")], [], JobFailed("The workshop made a mistake; its log says which.")),
    ],
)
def test_M3_what_is_wrong_goes_back_at_most_twice(answers, told, end):
    async def main():
        writer = ScriptedWriter(*answers)
        async with working(writer) as (shop, store, project):
            found = await done(shop, project)
            assert found[-1] == end
            assert [len(order.wrong) for order in writer.asked[1:]] == told
            assert phases(found).count("iterate") == len(told)
            assert bool(store.versions(project)) == isinstance(end, JobDone)
            assert shop.jobs(project)[0].end == end

    run(main(), math.inf)


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.35, 1.0, 1.5])
def test_M4_what_is_cancelled_changes_nothing(seconds):
    async def main():
        writer = ScriptedWriter(APP, seconds=0.1)
        async with working(writer) as (shop, store, project):
            job = shop.begin(project, "a tip calculator")
            if seconds:
                await asyncio.sleep(seconds)
            assert shop.cancel(job.number)
            found = await steps(shop, project, job)
            assert found[-1] == JobCancelled()
            assert not shop.cancel(job.number)
            assert not store.versions(project)
            assert writer.closed % 1_000 == len(writer.asked)
            assert (await done(shop, project))[-1] == JobDone(1, "A tip calculator."), "another may begin"

    run(main(), math.inf)


def test_M6_a_writer_that_is_silent_or_endless_is_left():
    async def main():
        for writer, line in (
            (ScriptedWriter(APP, seconds=61), "What writes the app said nothing for 60 seconds."),
            (ScriptedWriter("x" * 100_000, seconds=1), "It took longer than 10 minutes, and was given up."),
            (
                ScriptedWriter("x" * 3_100_000, piece=9_999),
                "What writes the app did not come to an end, and was stopped.",
            ),
        ):
            async with working(writer) as (shop, _, project):
                assert (await done(shop, project))[-1] == JobFailed(line)
            assert writer.closed == 1_001

    run(main(), math.inf)


def test_one_job_at_a_time_for_each_project():
    async def main():
        async with working(ScriptedWriter(APP, seconds=1)) as (shop, store, project):
            first = shop.begin(project, "a tip calculator")
            with pytest.raises(WorkshopRefused, match=f"job {first.number} still works"):
                shop.begin(project, "another")
            others = [shop.begin(store.make(f"{n}").id, "more") for n in range(3)]
            assert [one.number for one in others] == [2, 3, 4]
            with pytest.raises(WorkshopRefused, match="4 jobs work already"):
                shop.begin(store.make("x").id, "more")
            for prompt in ("", "x" * 9_000):
                with pytest.raises(WorkshopRefused, match="say what is to be made"):
                    shop.begin(project, prompt)

    run(main(), math.inf)


def test_what_works_at_the_end_is_cancelled_and_nobody_waits():
    async def main():
        store, ended = MemoryProjects(), []
        shop, until = ProjectWorkshop(store, lambda: ScriptedWriter(APP, seconds=1)), asyncio.Event()
        shop.ended = lambda project, end: ended.append((project, end))
        project = store.make("Tips").id
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(shop.run(until))
            await asyncio.sleep(0)
            shop.begin(project, "a tip calculator")
            listening = tasks.create_task(_all(shop.news(project)))
            await asyncio.sleep(2)
            until.set()
        assert listening.result()[-1] == JobCancelled()
        assert ended == [(project, JobCancelled())]
        with pytest.raises(WorkshopRefused, match="closed"):
            shop.begin(project, "more")

    run(main(), math.inf)


def test_who_comes_late_or_again_gets_what_is_missing():
    async def main():
        async with working(ScriptedWriter(APP, BLUE)) as (shop, _, project):
            first = await done(shop, project)
            late = shop.news(project)
            assert [(await anext(late)).step for _ in first] == first
            again = shop.news_after(project, 1, 2)
            assert (await anext(again)).number == 3
            await done(shop, project, "make it blue")
            again = shop.news_after(project, 1, len(first) - 1)
            assert [(one.job, one.number) for one in [await anext(again), await anext(again)]] == [
                (1, len(first)),
                (2, 1),
            ]
            unknown = shop.news_after(project, 77, 5)
            assert ((await anext(unknown)).job, again.__class__) == (2, unknown.__class__)

    run(main(), math.inf)


def test_M3_what_shows_when_an_app_runs_is_mended_at_most_twice():
    async def main():
        writer = ScriptedWriter(APP, BLUE, BLUE.replace("red", "blue").replace("blue\n>", "green\n>"))
        async with working(writer) as (shop, store, project):
            await done(shop, project)
            one = shop.repair(project, 1, "a tip calculator", ["app.js:3 x is not defined", "", "b" * 500])
            assert (await steps(shop, project, one))[-1] == JobDone(2, "I made it blue.")
            assert writer.asked[1].wrong == ("app.js:3 x is not defined", "b" * 300)
            two = shop.repair(project, 2, "a tip calculator", ["again"])
            assert (await steps(shop, project, two))[-1] == JobDone(3, "I made it blue.")
            with pytest.raises(WorkshopRefused, match="mended 2 times"):
                shop.repair(project, 3, "a tip calculator", ["again"])
            with pytest.raises(WorkshopRefused, match="one line for each error"):
                shop.repair(project, 1, "a tip calculator", [" "])
            assert store.version(project).about == "a tip calculator"

    run(main(), math.inf)


async def _all(reader):
    return [news.step async for news in reader]


def test_M6_what_a_killed_server_was_at_is_told_with_its_prompt_until_it_is_asked_for_again():
    """The process that had the job does not run: nothing of it could say goodbye."""

    async def main():
        store = MemoryProjects()
        project = store.make("Tips").id
        store.note_job(3, project, "a tip calculator that I dictated for minutes", "1-0")
        async with working(ScriptedWriter(APP), store) as (shop, _, _other):
            reader = shop.news(project)
            told = [await anext(reader), await anext(reader)]
            await reader.aclose()
            assert [one.step for one in told] == [
                JobBegan("a tip calculator that I dictated for minutes", ""),
                JobInterrupted(),
            ]
            (job,) = shop.jobs(project)
            assert (job.number, job.prompt, job.end) == (3, told[0].step.prompt, JobInterrupted())
            again = shop.begin(project, job.prompt)
            assert again.number == 4
            assert isinstance((await steps(shop, project, again))[-1], JobDone)
            assert store.open_jobs() == []

    run(main())


def test_M6_what_the_end_of_a_server_cuts_short_is_kept_and_what_the_person_stopped_is_not():
    async def main():
        store = MemoryProjects()
        async with working(ScriptedWriter(APP, seconds=math.inf), store) as (shop, _, project):
            stopped = shop.begin(project, "this is stopped")
            reader = shop.news(project)
            while not isinstance((await anext(reader)).step, PhaseBegan):
                pass
            assert [one.prompt for one in store.open_jobs()] == ["this is stopped"]
            assert shop.cancel(stopped.number)
            await steps(shop, project, stopped)
            await reader.aclose()
            while store.open_jobs():
                await asyncio.sleep(0.01)
            shop.begin(project, "this is cut short")
            while not store.open_jobs():
                await asyncio.sleep(0.01)
        assert [one.prompt for one in store.open_jobs()] == ["this is cut short"]

    run(main())


def test_M6_a_job_of_a_server_that_runs_beside_this_one_is_none_of_ours():
    async def main():
        store = MemoryProjects()
        project = store.make("Tips").id
        store.note_job(3, project, "made elsewhere", own_mark())
        async with working(ScriptedWriter(APP), store) as (shop, _, _other):
            await done(shop, _other)
            assert shop.jobs(project) == []

    run(main())

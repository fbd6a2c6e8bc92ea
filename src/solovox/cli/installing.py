"""Installing weights with a progress bar on stderr."""

from collections.abc import Iterable

from solovox.cli.failing import FAILED, Failure
from solovox.weights import Cache, FetchFailed, Item, install


def watched(items: Iterable[Item], cache: Cache) -> list[Item]:
    """Bring items into the cache; what was fetched. Raises `Failure`: one line."""
    from rich.console import Console  # 80 ms, and mostly nothing is missing
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:28}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("looking", total=None)

        def arrived(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total or None)

        try:
            fetched = install(items, cache, arrived)
        except FetchFailed as error:
            raise Failure(str(error), FAILED) from None
        bar.update(task, description="installed", total=1, completed=1, visible=False)
    return fetched

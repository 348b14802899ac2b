"""What every agent that works on files needs: finding tables, and summing them up. Pure."""

from dataclasses import dataclass

from goals.agent.scripted import results
from goals.agent.scripted.conversation import Exchange
from goals.agent.scripted.ledgers import Ledger
from goals.agent.scripted.reply import Reply, use


def table_names(exchanges: list[Exchange]) -> list[str]:
    """Every CSV file that a listing has shown, except those the agent wrote itself."""
    written = {exchange.path for exchange in exchanges if exchange.tool == "write_file"}
    found: dict[str, None] = {}
    for listing in exchanges:
        if listing.tool == "list_files" and not listing.failed:
            for name in results.paths(listing.result):
                found[within(listing.path, name)] = None
    return sorted(name for name in found if name.lower().endswith(".csv") and name not in written)


def within(folder: str, name: str) -> str:
    """A name as the workspace knows it: listings of a folder may give it with or without the folder."""
    folder = folder.strip("./")
    return name if not folder or name.startswith(folder + "/") else f"{folder}/{name}"


def look_around(exchanges: list[Exchange]) -> Reply | None:
    """The next listing that is still due: the top, then each folder seen there; None when all is listed."""
    listed = {
        within("", exchange.path).strip("./") for exchange in exchanges if exchange.tool == "list_files"
    }
    if "" not in listed:
        return use("list_files", saying="First I look at what is in the workspace.")
    for listing in exchanges:
        if listing.tool == "list_files" and not listing.failed and listing.path.strip("./") == "":
            for folder in results.folders(listing.result):
                if folder.strip("./") not in listed:
                    return use("list_files", path=folder)
    return None


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as far as it was read: `text` once it is whole, `offset` where the next part begins."""

    text: str | None
    offset: int
    failed: bool

    @property
    def goes_on(self) -> bool:
        return self.text is None and not self.failed


def reading(exchanges: list[Exchange], path: str) -> Reading:
    """Puts a file together from the reads of it; a read from the start begins anew."""
    parts: list[str] = []
    text, due, failed = None, None, False
    for each in exchanges:
        if each.tool != "read_file" or each.path != path:
            continue
        failed = each.failed
        if failed:
            continue
        if not each.arguments.get("offset"):
            parts = []
        parts.append(results.file_text(each.result))
        due = results.next_offset(each.result)
        text = "".join(parts) if due is None else None
    return Reading(text, due or 0, failed)


def read_on(path: str, found: Reading, *, saying: str = "") -> Reply:
    """The next read of a file: from the start, or where the last part ended."""
    if found.offset:
        return use("read_file", path=path, offset=found.offset)
    return use("read_file", saying=saying, path=path)


def described(name: str, found: Ledger) -> str:
    return f"{name}: {found.rows} rows, {len(found.amounts)} invoices, total {found.total:.2f}"

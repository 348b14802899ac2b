"""What every agent that works on files needs: finding tables, and summing them up. Pure."""

from goals.agent.scripted import results
from goals.agent.scripted.conversation import Exchange
from goals.agent.scripted.ledgers import Ledger, ledger
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


def read_ledger(exchange: Exchange) -> Ledger:
    return ledger(results.file_text(exchange.result))


def described(name: str, found: Ledger) -> str:
    return f"{name}: {found.rows} rows, {len(found.amounts)} invoices, total {found.total:.2f}"

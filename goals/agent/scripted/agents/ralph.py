"""A fresh agent of a Ralph run: collects supplier statements, and needs a key that only a person can give.

It knows nothing but its prompt and the workspace. Without the key it does one more statement a round
and reports the missing key, in other words each time; with it, it writes the collection and is done.
"""

import csv
import io
import re

from goals.agent.scripted import results
from goals.agent.scripted.agents.handoffs import complete, go_on
from goals.agent.scripted.agents.workspace import described, look_around, read_on, reading, table_names
from goals.agent.scripted.conversation import Conversation, Exchange
from goals.agent.scripted.ledgers import AMOUNT_WORDS, INVOICE_WORDS, column, ledger, rows_of
from goals.agent.scripted.reply import Reply, say, use

KEY_FILE = "credentials/portal.key"
COLLECTED = "collected.csv"
GIVEN = re.compile(r"PORTAL_API_KEY\W{0,3}\s*(?:=|:|is)\s*\W?(?=[\w-]*\d)[\w-]{6,}", re.IGNORECASE)
WAIVED = re.compile(r"\bwithout (?:the )?(?:portal(?: api)? key|PORTAL_API_KEY|portal)\b", re.IGNORECASE)


def decide(conversation: Conversation) -> Reply:
    if conversation.round is None:
        return say("I work in rounds and was given none.")
    during = conversation.during
    if any(done.tool == "submit_report" for done in during):
        return say("The report of this round is submitted.")
    looking = look_around(during)
    if looking is not None:
        return looking
    tried = [done for done in during if done.tool == "read_file" and done.path == KEY_FILE]
    if not tried:
        return use(
            "read_file", saying="The portal export needs a key; I see whether it is there.", path=KEY_FILE
        )
    if allowed(conversation, tried[-1]):
        return collect(conversation, during)
    return one_more_statement(conversation, during)


def allowed(conversation: Conversation, tried: Exchange) -> bool:
    """Whether the key is in the workspace, or a person's answer in the prompt gives or waives it."""
    prompt = conversation.round.text if conversation.round else ""
    found = not tried.failed and bool(results.file_text(tried.result).strip())
    return found or bool(GIVEN.search(prompt)) or bool(WAIVED.search(prompt))


def statements(conversation: Conversation, *, portal: bool) -> list[str]:
    names = table_names(conversation.exchanges)
    return [name for name in names if name != COLLECTED and (portal or not name.startswith("portal/"))]


def one_more_statement(conversation: Conversation, during: list[Exchange]) -> Reply:
    assert conversation.round is not None
    names = statements(conversation, portal=False)
    number = conversation.round.number
    if not names:
        return go_on(conversation, "There is no statement to read either.", evidence=[])
    name = names[(number - 1) % len(names)]
    read = reading(during, name)
    if read.goes_on:
        return read_on(name, read, saying="No key yet, so I do another statement meanwhile.")
    finding = f"{name} could not be read" if read.text is None else described(name, ledger(read.text))
    notes = f"work/round-{number}.md"
    if not any(done.tool == "write_file" for done in during):
        return use("write_file", path=notes, content=f"{finding}.\n")
    return go_on(
        conversation, f"Read and summed up {finding}.", evidence=[f"{notes} holds the sums of {name}"]
    )


def collect(conversation: Conversation, during: list[Exchange]) -> Reply:
    names = statements(conversation, portal=True)
    good = []
    for name in names:
        read = reading(during, name)
        if read.goes_on:
            return read_on(name, read)
        if read.text is not None:
            good.append((name, read.text))
    if not any(done.tool == "write_file" and done.path == COLLECTED for done in during):
        return use("write_file", path=COLLECTED, content=collected(good))
    evidence = [f"{COLLECTED} holds the rows of {len(good)} statements"]
    evidence += [described(name, ledger(text)) for name, text in good]
    return complete(conversation, f"Collected {len(good)} statements into {COLLECTED}.", evidence=evidence)


def collected(read: list[tuple[str, str]]) -> str:
    """One table out of all statements: where each line comes from, its invoice and its amount."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["statement", "invoice", "amount"])
    for name, text in read:
        for row in rows_of(text):
            columns = (column(list(row), INVOICE_WORDS), column(list(row), AMOUNT_WORDS))
            writer.writerow([name, *(row.get(each or "", "") for each in columns)])
    return out.getvalue()

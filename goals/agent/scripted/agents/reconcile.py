"""Reconciles two ledgers over three rounds and reports the goal complete.

Which stage is due follows from what the conversation shows as done before the round, so a round
that was cut short is simply done again. All figures come from the tool results in the request.
"""

import csv
import io

from goals.agent.scripted import results
from goals.agent.scripted.agents import chat
from goals.agent.scripted.agents.reports import report
from goals.agent.scripted.agents.workspace import described, look_around, read_on, reading, table_names
from goals.agent.scripted.conversation import Conversation, Exchange, last_good
from goals.agent.scripted.ledgers import Difference, compare, ledger
from goals.agent.scripted.reply import Reply, ToolCall, say, use
from goals.agent.scripted.schemas import fill

NOTES, DIFFERENCES, REPORT = "notes.md", "differences.csv", "report.md"
TRIES = 3


def decide(conversation: Conversation) -> Reply:
    if conversation.human_turn:
        return chat.decide(conversation)
    before, during = conversation.before, conversation.during
    if conversation.reported:
        return say("The reconciliation is reported; every figure in report.md comes from the two ledgers.")
    if tries(during) >= TRIES:
        return say("The workspace refused the same step several times. I stop here and leave the goal open.")
    if not done(before, NOTES):
        return first_stage(conversation, during)
    if not done(before, DIFFERENCES):
        return second_stage(conversation, during)
    return third_stage(conversation, during)


def done(exchanges: list[Exchange], path: str) -> bool:
    return last_good(exchanges, "write_file", path) is not None


def tries(exchanges: list[Exchange]) -> int:
    """How often in a row the latest step failed."""
    failures = 0
    for exchange in reversed(exchanges):
        if not exchange.failed:
            break
        failures += 1
    return failures


def pair(conversation: Conversation) -> list[str]:
    """The two ledgers: those named so if there are enough of them, else the first two tables."""
    names = table_names(conversation.exchanges)
    named = [name for name in names if "ledger" in name.lower()]
    return (named if len(named) >= 2 else names)[:2]


def first_stage(conversation: Conversation, during: list[Exchange]) -> Reply:
    looking = look_around(during)
    if looking is not None:
        return looking
    names = pair(conversation)
    if len(names) < 2:
        return say(f"I need two ledgers as CSV files and find {len(names)}. The goal stays open.")
    read = reading(during, names[0])
    if read.text is None:
        return read_on(names[0], read, saying=f"I begin with {names[0]}.")
    finding = described(names[0], ledger(read.text))
    if not done(during, NOTES):
        return use("write_file", path=NOTES, content=f"# Notes\n\nA is {finding}.\nB will be {names[1]}.\n")
    return say(f"Round done: {finding}. Next I read {names[1]} and compare.")


def second_stage(conversation: Conversation, during: list[Exchange]) -> Reply:
    names = pair(conversation)
    sides = [reading(conversation.exchanges, names[0]), reading(during, names[1])]
    for name, side in zip(names, sides, strict=True):
        if side.text is None:
            return read_on(name, side, saying=f"Now the other side: {name}.")
    found = compare(*(ledger(side.text or "") for side in sides))
    if not done(during, DIFFERENCES):
        return use("write_file", path=DIFFERENCES, content=as_csv(found))
    return say(f"Round done: {len(found)} invoices disagree. Next I write the report.")


def as_csv(found: list[Difference]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["invoice", "kind", "amount_a", "amount_b", "difference"])
    for each in found:
        amounts = ("" if value is None else f"{value:.2f}" for value in (each.amount_a, each.amount_b))
        writer.writerow([each.invoice, each.kind, *amounts, f"{each.difference:.2f}"])
    return out.getvalue()


def third_stage(conversation: Conversation, during: list[Exchange]) -> Reply:
    read = reading(during, DIFFERENCES)
    if read.text is None:
        return read_on(DIFFERENCES, read, saying="I take the differences from the file, as a reader would.")
    if not done(during, REPORT):
        names = pair(conversation)
        texts = [reading(conversation.exchanges, name).text for name in names]
        sides = [(name, ledger(text)) for name, text in zip(names, texts, strict=True) if text is not None]
        return use("write_file", path=REPORT, content=report(sides, read.text))
    return completing(conversation, during)


def completing(conversation: Conversation, during: list[Exchange]) -> Reply:
    """Asks for the goal as it stands, then reports it complete under that revision."""
    goal_tool, update_tool = conversation.tools.get("get_goal"), conversation.tools.get("update_goal")
    if goal_tool is None or update_tool is None:
        return say("The report is written. I was given no tool to report the goal complete.")
    if not during or during[-1].tool != "get_goal" or during[-1].failed:
        return use("get_goal")
    found = results.value(during[-1].result)
    goal = found.get("goal", found) if isinstance(found, dict) else None
    if not isinstance(goal, dict) or "revision" not in goal:
        return say("The report is written, and there is no goal left to report on.")
    values = {
        "goal_id": goal.get("id"),
        "revision": goal["revision"],
        "action": "complete",
        "summary": "Both ledgers read, compared invoice by invoice, differences reported.",
        "evidence": [NOTES, DIFFERENCES, REPORT],
    }
    return Reply(calls=(ToolCall("update_goal", fill(update_tool, values)),))

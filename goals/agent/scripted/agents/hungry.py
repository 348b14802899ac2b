"""Reads everything at length and writes at length, step after step. Runs into the token budget at work."""

from goals.agent.scripted import results
from goals.agent.scripted.agents import chat
from goals.agent.scripted.agents.workspace import look_around, table_names
from goals.agent.scripted.conversation import Conversation, Exchange, last_good
from goals.agent.scripted.ledgers import rows_of
from goals.agent.scripted.reply import Reply, say, use
from goals.agent.scripted.tokens import BYTES_PER_TOKEN

STEPS_A_ROUND = 40
LONGEST_BYTES = 1_600


def decide(conversation: Conversation) -> Reply:
    if conversation.human_turn or conversation.round is None:
        return chat.decide(conversation)
    during = conversation.during
    if conversation.reported:
        return say("There is nothing to add.")
    looking = look_around(during)
    if looking is not None:
        return looking
    names = table_names(conversation.exchanges)
    if not names:
        return say("The workspace has no tables to go through.")
    if len(during) >= STEPS_A_ROUND:
        return say("Enough for one round. I go on in the next one.")
    turn = sum(done.tool in ("read_file", "write_file") for done in during)
    name = names[turn // 2 % len(names)]
    if turn % 2 == 0:
        return use("read_file", saying=f"Reading all of {name} once more, to be thorough.", path=name)
    page = f"pages/round-{conversation.round.number}-page-{turn // 2 + 1}.md"
    return use(
        "write_file", path=page, content=retold(last_good(during, "read_file", name), room(conversation))
    )


def room(conversation: Conversation) -> int:
    """Bytes to write: half of the output limit at most, so that no call is ever cut short."""
    if conversation.limit is None:
        return LONGEST_BYTES
    return min(LONGEST_BYTES, conversation.limit * BYTES_PER_TOKEN // 2)


def retold(read: Exchange | None, size: int) -> str:
    """The rows of a table as prose, up to a number of bytes."""
    rows = rows_of(results.file_text(read.result)) if read else []
    text = ""
    for number, row in enumerate(rows, start=1):
        line = (
            f"Row {number} says that " + ", ".join(f"{key} is {value}" for key, value in row.items()) + ".\n"
        )
        if len((text + line).encode()) > size:
            break
        text += line
    return text or "Nothing to tell.\n"

"""Works through the tables round after round and never says that it is done. Meets the round cap."""

from goals.agent.scripted.agents import chat
from goals.agent.scripted.agents.workspace import described, look_around, read_on, reading, table_names
from goals.agent.scripted.conversation import Conversation
from goals.agent.scripted.ledgers import ledger
from goals.agent.scripted.reply import Reply, say, use


def decide(conversation: Conversation) -> Reply:
    if conversation.human_turn or conversation.round is None:
        return chat.decide(conversation)
    during, number = conversation.during, conversation.round.number
    if conversation.reported:
        return say("There is nothing to add.")
    looking = look_around(during)
    if looking is not None:
        return looking
    names = table_names(conversation.exchanges)
    if not names:
        return say("The workspace has no tables yet. I shall look again in the next round.")
    name = names[(number - 1) % len(names)]
    read = reading(during, name)
    if read.goes_on:
        return read_on(name, read)
    finding = f"{name} could not be read" if read.text is None else described(name, ledger(read.text))
    notes = f"notes/round-{number}.md"
    if not any(done.tool == "write_file" for done in during):
        return use("write_file", path=notes, content=f"# Round {number}\n\n{finding}.\n")
    return say(f"Round {number}: {finding}. One more pass seems worth while.")

"""Cuts an English word to a stem so that its forms meet: approve, approved, approval. Never looks at meaning."""

from functools import lru_cache

_FORMS = {
    form: base
    for base, forms in {
        "send": "sent", "choose": "chose chosen choice choices", "give": "gave given", "write": "wrote written",
        "pay": "paid payment payments", "tell": "told", "find": "found", "lose": "lost loss", "leave": "left",
        "break": "broke broken", "hold": "held", "build": "built", "keep": "kept", "run": "ran", "come": "came",
        "go": "went gone", "get": "got gotten", "buy": "bought", "sell": "sold", "freeze": "froze frozen",
        "take": "took taken", "show": "shown showed", "know": "knew known", "forbid": "forbade forbidden",
        "permit": "permission permissions permitted", "decide": "decision decisions", "receive": "received",
        "sign": "signature signatures", "respond": "response responses", "fail": "failure failures",
        "apply": "application", "publish": "publication", "specify": "specification specifications",
        "deny": "denial", "agree": "agreement agreements", "deliver": "delivery deliveries", "bring": "brought",
        "exceed": "excess", "lend": "lent", "person": "people persons", "index": "indices indexes indexing",
        "datum": "data", "match": "matches matching", "think": "thought", "hang": "hung", "stick": "stuck",
        "swear": "sworn", "withdraw": "withdrew withdrawn", "overdraw": "overdrawn", "reset": "resetting",
        "analyse": "analysis analyses", "notify": "notification notifications", "address": "addresses",
        "access": "accesses accessed accessing", "process": "processes processed processing", "speak": "spoke spoken",
        "business": "businesses", "bus": "buses", "class": "classes", "series": "series", "status": "statuses",
        "miss": "missed", "missing": "missing", "booking": "bookings", "posting": "postings", "pending": "pending",
        "outstanding": "outstanding", "statement": "statement statements", "document": "document documents",
        "element": "element elements", "segment": "segment segments", "comment": "comment comments",
        "moment": "moment moments", "department": "department departments", "environment": "environment environments",
        "instrument": "instrument instruments", "supplement": "supplement supplements", "fragment": "fragment fragments",
        "general": "general", "capital": "capital", "national": "national", "material": "material materials",
        "manual": "manual manuals", "annual": "annual", "serial": "serial", "journal": "journal journals",
        "station": "station stations", "production": "production", "relation": "relation relations",
        "instance": "instance instances", "partition": "partition partitions", "position": "position positions",
        "customs": "customs", "goods": "goods", "news": "news", "ruling": "ruling rulings ruled",
        "opening": "opening openings", "closing": "closing closings", "signing": "signing", "reading": "reading readings",
        "meeting": "meeting meetings", "mailing": "mailing mailings", "building": "building buildings",
        "training": "training trainings", "rounding": "rounding roundings", "numbering": "numbering",
        "packing": "packing", "shipping": "shipping", "hosting": "hosting", "banking": "banking", "aging": "aging ageing",
        "accounting": "accounting", "booked": "booked", "central": "central", "ceiling": "ceilings", "morning": "mornings", "string": "strings",
    }.items()
    for form in forms.split()
}  # fmt: skip

_ENDINGS = (
    ("izations", "is"), ("isations", "is"), ("ization", "is"), ("isation", "is"), ("ifications", "if"),
    ("ification", "if"), ("izing", "is"), ("ising", "is"), ("ized", "is"), ("ised", "is"), ("izes", "is"),
    ("ize", "is"), ("ifies", "if"), ("ified", "if"), ("ifying", "if"), ("ations", ""), ("ation", ""), ("ating", ""),
    ("ated", ""), ("ates", ""), ("ments", ""), ("ment", ""), ("ancies", ""), ("ances", ""), ("ance", ""),
    ("encies", ""), ("ences", ""), ("ence", ""), ("ency", ""), ("ions", ""), ("ion", ""), ("ings", ""), ("ing", ""),
    ("edly", ""), ("ables", ""), ("able", ""), ("ible", ""), ("ies", "y"), ("ied", "y"), ("ness", ""), ("als", ""),
    ("al", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""),
)  # fmt: skip
_SHORTEST = {"ies": 2, "ied": 2, "ing": 3, "ings": 3, "ed": 3, "es": 3, "s": 2, "ize": 4, "als": 5, "al": 5}
_DEFAULT_SHORTEST = 4
_DOUBLES = ("bb", "dd", "gg", "ll", "mm", "nn", "pp", "rr", "tt")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of a lower-case word without apostrophes. Words of three letters and fewer stay as they are."""
    base = _FORMS.get(word)
    if base == word:
        return word
    word = base or word
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    for ending, instead in _ENDINGS:
        rest = len(word) - len(ending)
        if word.endswith(ending) and rest >= _SHORTEST.get(ending, _DEFAULT_SHORTEST):
            return _trim(word[:rest] + instead)
    return _trim(word)


def _trim(word: str) -> str:
    if word[-2:] in _DOUBLES:
        return word[:-1]
    while len(word) > 3 and word[-1] in "eiy":
        word = word[:-1]
    return word

"""Recognises names by quotes, by the noun before them and by how they are written: symbols, tests, packages, people."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Recogniser, Sheet, pattern
from ralph_runs.convergence.v1.vocabulary import OBJECT, ROLE, STOP, TROUBLE, VOCABULARY

_NAME = r"[A-Za-z_$][\w.$-]{0,120}(?<![.-])"
_KINDS = {
    "package": r"module\snamed|module|package|packages|crate|distribution|dependency|dependencies|library|requirement|plugin|gem|wheel|extension|import|pip\sinstall|npm\sinstall|cargo\sadd|go\sget|apt-get\sinstall|模块|包|依赖|库|插件|无法导入|未安装|没有安装|没装|安装",
    "table": r"table|relation|view|tables|表|数据表|视图",
    "column": r"column|columns|列|字段",
    "topic": r"topic|stream|主题",
    "bucket": r"bucket|存储桶",
    "queue": r"queue|exchange|consumer\sgroup|队列",
    "branch": r"branch|分支",
    "account": r"user|login\sas|log-in\sas|logged\sin\sas|account|username|service\saccount|用户|账号|帐号",
    "database": r"database|db|schema|数据库",
    "namespace": r"namespace|project|workspace|tenant|命名空间|项目",
    "workload": r"deployment|deployments|pod|statefulset|daemonset|cronjob|configmap|container|service|job|服务|容器",
    "secret": r"secret|secrets|vault\skey|密钥",
    "flag": r"feature\sflag|flag|toggle|开关",
    "role": r"role|角色",
    "constraint": r"constraint|index|约束|索引",
    "command": r"command|executable|binary|命令",
    "host": r"host|hostname|server|machine|vm|node|主机|服务器",
    "symbol": r"symbol|class|function|method|variable|value|property|field|type|struct|macro|identifier|import|attribute|trait|interface|enum|name|to|label|key|变量|函数|方法|类|类型|未定义",
    "image": r"image|镜像",
    "provider": r"provider|stage|pipeline|workflow|channel|流水线",
    "warehouse": r"warehouse|cluster|集群",
}  # fmt: skip
_BY_KIND = [
    (type_, re.compile(rf"(?<![\w])(?:{nouns})(?:(?<![A-Za-z])|[\s:\"'`(])\s?:?\s?(?:[\"'`(]\s?)?(?P<v>{_NAME})(?:\([^)\n]{{0,40}}\))?(?=[\"'`)\]]|[\s,.:;!?]|$|[\u3400-\u9fff])", re.IGNORECASE | re.ASCII))
    for type_, nouns in _KINDS.items()
]  # fmt: skip
_QUOTED = re.compile(r"`([^`\n]{1,120})[`']|\"([^\"\n]{1,120})\"|(?<![\w])'([^'\n]{1,120})'(?![\w])")
_BOLD = re.compile(r"\*\*([^*\n]{1,120})\*\*")
_TOKEN = re.compile(r"^[\w.$@/:+#&-]{1,100}(?:\(\))?$")
_SHAPES = (
    re.compile(r"(?<![\w.])_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+){1,12}_{0,2}(?:\(\))?(?![\w])", re.ASCII),
    re.compile(r"(?<![\w.])[A-Z][a-zA-Z0-9]*(?:_[A-Za-z0-9]+){1,12}(?![\w])", re.ASCII),
    re.compile(r"(?<![\w.-])(?:[A-Za-z_]\w{0,60}(?:\.|::|#)){1,8}[A-Za-z_]\w{0,60}(?:\(\))?(?![\w])", re.ASCII),
    re.compile(r"(?<![\w.])(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*){1,8}|[a-z]+(?:[A-Z][a-z0-9]*){1,8})(?:\(\))?(?![\w])", re.ASCII),
    re.compile(r"(?<![\w.])[a-z_]\w{1,60}\(\)", re.ASCII),
)  # fmt: skip
_KEBAB = re.compile(r"(?<![\w./-])[A-Za-z][A-Za-z0-9]{0,40}(?:-[A-Za-z0-9]{1,40}){1,8}(?![\w]|-\w|\.\w)", re.ASCII)
_LAST_PARTS = frozenset(
    "off in up out on line end only to by time based party person day wide level term free side hand sign key live take "
    "back down over through away together less like type style friendly related specific driven ready made sized size "
    "after before again than per at of the a and or side wise fold proof safe long year old month week hour minute".split()
)
_FIRST_PARTS = frozenset(
    "e re pre post non co un self sub semi multi half two three four one second third first cross inter over under well "
    "long short high low up year month straight mid ex anti auto no not single double triple still same".split()
)
_TEST = (
    r"(?<![\w])test_\w{1,120}(?:\[[^\]\n]{0,80}\])?",
    r"(?<![\w])Test[A-Z]\w{1,100}(?:/\w{1,100}){0,4}",
    r"(?<![\w])[A-Z]\w{1,80}(?:Test|Tests|IT|Spec)(?:[.#]\w{1,100}|(?=\b))",
    r"(?:›|●|»)\s?[^›●\n(.,;:]{2,100}",
)
_CAPITAL = re.compile(r"(?<![\w'.@/-])[^\W\d_a-z][a-zà-ÿ]{1,40}(?:[A-Z][a-z]{1,20})?(?![\w-])")
_STARTS = re.compile(r"(?:^|[.!?:;\n>•*\"(\[-]\s?|\d\.\s|[.!?]\s{1,2})$")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"(?<![\w])[A-Za-z][A-Za-z0-9.+#-]{1,40}(?<![.-])(?![\w])", re.ASCII)
_NAME_AFTER_NOUN = re.compile(r"(?<![\w])(?:for|as)\s(?P<v>[a-z]{2,30}-[a-z0-9-]{2,40})(?![\w])")


def by_kind(sheet: Sheet) -> Iterator[Mark]:
    """A noun that says the type, and the name behind it: table fact_cash, column "due_date", 模块 numpy."""
    for type_, regex in _BY_KIND:
        for found in regex.finditer(sheet.text):
            name = found.group("v")
            quoted = sheet.text[found.start("v") - 1 : found.start("v")] in ("'", '"', "`")
            if (quoted or _is_name(sheet.text, found, name)) and not _known(name, quoted=quoted):
                yield Mark(found.start("v"), found.end("v"), NAMED, type_, _value(name))


def _is_name(text: str, found: re.Match[str], name: str) -> bool:
    if re.search(r"[_.\d]", name) or re.search(r"[a-z][A-Z]", name):
        return True
    if "-" in name:
        return not _is_compound(name)
    if type_needs_more(found.group()):
        return False
    follower = re.match(r"\s?([A-Za-z]+)", text[found.end("v") :][:40])
    if follower is None:
        return True
    entry = VOCABULARY.word(follower.group(1).casefold())
    return entry is not None and entry.group not in (OBJECT, ROLE, "generic")


def type_needs_more(match: str) -> bool:
    """Nouns that ordinary words follow in ordinary sentences only name something if the name looks like one."""
    return re.match(r"(?:name|to|key|import|type|value|project|service|job|stage|index|view|account|server|binary|db|label|field|user\s(?:is|was))\b", match, re.IGNORECASE) is not None


def _known(name: str, *, quoted: bool) -> bool:
    if quoted or not name.isalpha():
        return False
    if name[0].isupper() and not name.isupper():
        return VOCABULARY.word(name.casefold()) is not None
    return VOCABULARY.word(name.casefold()) is not None


def _value(name: str) -> str:
    return name.casefold().removesuffix("()").strip("_$") or name.casefold()


def quoted(sheet: Sheet) -> Iterator[Mark]:
    """One word in quotes or back-ticks is a symbol; a sentence in quotes is read as words."""
    for found in (*_QUOTED.finditer(sheet.text), *_BOLD.finditer(sheet.text)):
        group = next(i for i, text in enumerate(found.groups(), 1) if text)
        text = found.group(group).strip()
        if not _TOKEN.match(text) or not re.search(r"[^\W\d]", text) or (found.re is _BOLD and _known(text, quoted=False)):
            continue
        start = found.start(group) + len(found.group(group)) - len(found.group(group).lstrip())
        if _HAN.search(text) and (len(text) > 6 or _is_trouble(text)):
            continue
        yield Mark(start, start + len(text), NAMED, "symbol", _value(text))


def _is_trouble(text: str) -> bool:
    known = VOCABULARY.term(text, 0)
    return known is not None and known[0].group == TROUBLE


def shapes(sheet: Sheet) -> Iterator[Mark]:
    """Names by their writing: snake_case, dotted.name, CamelCase, call(), and kebab-case unless it is a compound."""
    for regex in _SHAPES:
        for found in regex.finditer(sheet.text):
            if re.search(r"[a-z]\.[A-Z][a-z]+$", found.group()) and "." in found.group() and found.group()[0].isupper():
                yield Mark(found.start(), found.end(), NAMED, "symbol", _value(found.group()))
            elif not re.fullmatch(r"(?:e\.g|i\.e|a\.k\.a|p\.m|a\.m|etc)\.?", found.group(), re.IGNORECASE):
                yield Mark(found.start(), found.end(), NAMED, "symbol", _value(found.group()))
    for found in _KEBAB.finditer(sheet.text):
        if not _is_compound(found.group()):
            yield Mark(found.start(), found.end(), NAMED, "symbol", found.group().casefold())


def _is_compound(text: str) -> bool:
    """Whether a word with hyphens is ordinary English: sign-off, read-only, price-list, Month-end."""
    parts = text.casefold().split("-")
    if any(re.search(r"\d", part) for part in parts):
        return all(part.isdigit() or _empty(part) for part in parts)
    if parts[-1] in _LAST_PARTS or parts[0] in _FIRST_PARTS:
        return True
    if (text[0].isupper() and not text.isupper()) or VOCABULARY.word("".join(parts)):
        return True
    phrase = VOCABULARY.phrase([part for part in _stems(parts)])
    return (phrase is not None and phrase[1] == len(parts)) or parts[-1].endswith(("ed", "ing", "ly"))


def _empty(part: str) -> bool:
    entry = VOCABULARY.word(part)
    return entry is not None and entry.group in (STOP, TROUBLE)


def _stems(parts: list[str]) -> list[str]:
    from_stem = __import__("ralph_runs.convergence.v1.stemming", fromlist=["stem"]).stem
    return [from_stem(part) for part in parts]


def people(sheet: Sheet) -> Iterator[Mark]:
    """Capitalised words inside a sentence, and Latin words inside Chinese: names of people, products, countries."""
    unread = "".join(sheet.text[start:end] for start, end in sheet.gaps())
    han = len(_HAN.findall(unread))
    latin = len(re.findall(r"[A-Za-z]", unread))
    if han and han * 3 > latin:
        yield from _latin_names(sheet)
    found = list(_CAPITAL.finditer(sheet.text))
    words = len(re.findall(r"[A-Za-z]{2,}", sheet.text))
    if words >= 4 and len(found) * 10 > words * 7:
        return
    begins = _beginnings(sheet)
    for match in found:
        if not _opens(sheet.text, match.start(), begins) and not _known(match.group(), quoted=False):
            yield Mark(match.start(), match.end(), NAMED, "name", match.group().casefold())


def _beginnings(sheet: Sheet) -> list[int]:
    """Where a sentence may begin although something stands before it: behind what is ignored."""
    return sorted(mark.end for mark in sheet.marks if mark.role == IGNORED)


def _opens(text: str, start: int, begins: list[int]) -> bool:
    if _STARTS.search(text[max(0, start - 4) : start]):
        return True
    i = bisect_right(begins, start)
    return i > 0 and not text[begins[i - 1] : start].strip(" ])}:;,-|")


def _latin_names(sheet: Sheet) -> Iterator[Mark]:
    for found in _LATIN.finditer(sheet.text):
        if VOCABULARY.word(found.group().casefold()) is None and not re.fullmatch(r"[A-Z]{2,5}", found.group()):
            yield Mark(found.start(), found.end(), NAMED, "name", found.group().casefold())


_BRANCH = re.compile(
    r"(?<![\w])(?:(?:push(?:ed|ing|es)?|merge[ds]?|merging|rebase[ds]?)\s(?:to|into|onto)\s(?:the\s)?|推送到|合并到)"
    r"(?P<v>[A-Za-z][\w./-]{0,80})(?=\s|[,.;:(]|$|[\u3400-\u9fff])", re.IGNORECASE
)


def branches(sheet: Sheet) -> Iterator[Mark]:
    """What is pushed to or merged into."""
    for found in _BRANCH.finditer(sheet.text):
        entry = VOCABULARY.word(found.group("v").casefold())
        if entry is None or entry.group in (TROUBLE, OBJECT):
            yield Mark(found.start("v"), found.end("v"), NAMED, "branch", found.group("v").casefold())


NAMES: tuple[Recogniser, ...] = (
    branches,
    *(pattern("test", regex, role=NAMED) for regex in _TEST),
    by_kind,
    quoted,
    shapes,
)
PEOPLE: tuple[Recogniser, ...] = (
    people,
    pattern("name", r"(?<![\w.-])[A-Z]{1,5}\d{1,4}[A-Z]?(?![\w-]|\.\d)", role=NAMED),
)

"""Recognises a name by the noun before it, which says its type: table fact_cash, column "due_date", 模块 numpy."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.compounds import is_compound
from ralph_runs.convergence.v1.marks import NAMED, Mark, Sheet
from ralph_runs.convergence.v1.vocabulary import OBJECT, ROLE, TROUBLE, VOCABULARY

_NAME = r"[A-Za-z_$][\w.$-]{0,120}(?<![.-])"
_NOUNS = {
    "package": (
        r"module\snamed|module|package|packages|crate|distribution|dependency|dependencies|library|requirement|"
        r"plugin|gem|wheel|extension|import|pip\sinstall|npm\sinstall|cargo\sadd|go\sget|apt-get\sinstall|"
        r"模块|包|依赖|库|插件|无法导入|未安装|没有安装|没装|安装"
    ),
    "table": r"table|relation|view|tables|表|数据表|视图",
    "column": r"column|columns|列|字段",
    "topic": r"topic|stream|主题",
    "bucket": r"bucket|存储桶",
    "queue": r"queue|exchange|consumer\sgroup|队列",
    "branch": r"branch|分支",
    "account": (r"user|login\sas|log-in\sas|logged\sin\sas|account|username|service\saccount|用户|账号|帐号"),
    "database": r"database|db|schema|数据库",
    "namespace": r"namespace|project|workspace|tenant|命名空间|项目",
    "workload": r"deployment|deployments|pod|statefulset|daemonset|cronjob|configmap|container|service|job|服务|容器",
    "secret": r"secret|secrets|vault\skey|密钥",
    "flag": r"feature\sflag|flag|toggle|开关",
    "role": r"role|角色",
    "constraint": r"constraint|index|约束|索引",
    "command": r"command|executable|binary|命令",
    "host": r"host|hostname|server|machine|vm|node|主机|服务器",
    "symbol": (
        r"symbol|class|function|method|variable|value|property|field|type|struct|macro|identifier|import|attribute|"
        r"trait|interface|enum|name|to|label|key|变量|函数|方法|类|类型|未定义"
    ),
    "image": r"image|镜像",
    "provider": r"provider|stage|pipeline|workflow|channel|流水线",
    "warehouse": r"warehouse|cluster|集群",
}
_BY_NOUN = [
    (
        type_,
        re.compile(
            rf"(?<![\w])(?:{nouns})(?:(?<![A-Za-z])|[\s:\"'`(])\s?:?\s?(?:[\"'`(]\s?)?(?P<v>{_NAME})"
            r"(?:\([^)\n]{0,40}\))?(?=[\"'`)\]]|[\s,.:;!?]|$|[\u3400-\u9fff])",
            re.IGNORECASE | re.ASCII,
        ),
    )
    for type_, nouns in _NOUNS.items()
]
_ORDINARY = re.compile(
    r"(?:name|to|key|import|type|value|project|service|job|stage|index|view|account|server|binary|db|label|field|"
    r"user\s(?:is|was))\b",
    re.IGNORECASE,
)
_BRANCH = re.compile(
    r"(?<![\w])(?:(?:push(?:ed|ing|es)?|merge[ds]?|merging|rebase[ds]?)\s(?:to|into|onto)\s(?:the\s)?|推送到|合并到)"
    r"(?P<v>[A-Za-z][\w./-]{0,80})(?=\s|[,.;:(]|$|[\u3400-\u9fff])",
    re.IGNORECASE,
)


def by_noun(sheet: Sheet) -> Iterator[Mark]:
    """Names behind a noun of their type, in quotes or not."""
    for type_, regex in _BY_NOUN:
        for found in regex.finditer(sheet.text):
            quoted = sheet.text[found.start("v") - 1 : found.start("v")] in ("'", '"', "`")
            name = found.group("v")
            if quoted or (_is_name(sheet.text, found) and not known_word(name)):
                yield Mark(found.start("v"), found.end("v"), NAMED, type_, plain(name))


def _is_name(text: str, found: re.Match[str]) -> bool:
    name = found.group("v")
    if re.search(r"[_.\d]", name) or re.search(r"[a-z][A-Z]", name):
        return True
    if "-" in name:
        return not is_compound(name)
    return _ORDINARY.match(found.group()) is None and _ends_or_fails(text[found.end("v") :][:40])


def _ends_or_fails(after: str) -> bool:
    """Whether a bare word can be a name: nothing follows, or what goes wrong with it does, but no further noun."""
    follower = re.match(r"\s?([A-Za-z]+)", after)
    if follower is None:
        return True
    entry = VOCABULARY.word(follower.group(1).casefold())
    return entry is not None and entry.group not in (OBJECT, ROLE, "generic")


def known_word(name: str) -> bool:
    """Whether the name is a plain word of the tables."""
    return name.isalpha() and VOCABULARY.word(name.casefold()) is not None


def plain(name: str) -> str:
    """The form of a name that is compared."""
    return name.casefold().removesuffix("()").strip("_$") or name.casefold()


def branches(sheet: Sheet) -> Iterator[Mark]:
    """What is pushed to or merged into."""
    for found in _BRANCH.finditer(sheet.text):
        entry = VOCABULARY.word(found.group("v").casefold())
        if entry is None or entry.group in (TROUBLE, OBJECT):
            yield Mark(found.start("v"), found.end("v"), NAMED, "branch", found.group("v").casefold())

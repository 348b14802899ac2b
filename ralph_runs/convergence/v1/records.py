"""Recognises numbered things: tickets, invoices, orders, pull requests, accounts, batches, steps; and sums of money."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.v1.marks import NAMED, Mark, Recogniser, Sheet, pattern
from ralph_runs.convergence.v1.vocabulary import VOCABULARY

_NOUNS = {
    "pull request": ("pr pull\\srequest merge\\srequest mr", "合并请求 拉取请求"),
    "ticket": ("ticket issue case defect incident story bug", "工单 缺陷"),
    "change": ("change chg change\\srequest rfc", "变更单"),
    "invoice": ("invoice inv rechnung bill re credit\\snote", "发票"),
    "order": ("purchase\\sorder po order sales\\sorder bestellung", "采购订单 订单 采购单"),
    "account": ("account a/c acct gl\\saccount konto ledger\\saccount", "科目 账户 账号"),
    "cost centre": ("cost\\scentre cost\\scenter cc profit\\scentre profit\\scenter", "成本中心"),
    "row": ("row record entry data\\srow data\\sset", "记录"),
    "step": (
        "step phase stage milestone task chapter section part item todo sprint level lesson question exercise",
        "步骤 任务 阶段 章节 项",
    ),
    "batch": (
        "batch chunk shard partition page deployment wave lot slice tranche block file image",
        "批次 分片",
    ),
    "port": ("port", "端口"),
    "week": ("week wk kw calendar\\sweek", "周"),
    "customer": ("customer client debtor cust tenant", "客户 租户"),
    "supplier": ("supplier vendor creditor supp", "供应商"),
    "employee": ("employee staff personnel\\snumber emp", "员工 工号"),
    "contract": ("contract lease agreement ctr", "合同"),
    "voucher": ("voucher journal document doc receipt je", "凭证 凭证号 单据"),
    "payment": ("payment transfer shipment delivery refund policy claim parcel pay", "付款 转账 运单 退款"),
    "entity": ("entity company\\scode site plant store region zone", "公司代码 门店"),
    "merchant": ("merchant", "商户 商户号"),
    "migration": ("migration revision patch", "迁移"),
}
_NUMBERED = listed(
    "room gate bus truck vehicle machine seat floor unit exhibit note clause article paragraph figure slide scene "
    "episode sample patient bed server node rack switch printer scanner terminal till dock tank pump valve sensor "
    "meter channel camera cell sector district warehouse aisle bin pallet container crate box flight train route "
    "station platform epic rule control finding risk scenario requirement appendix annex form template dataset "
    "experiment fold epoch checkpoint layer building house hall bay press robot turbine well field plot lane "
    "court grade class group track"
)
_NO_NUMBERED = listed(
    "expected got found actual received took total count usage latency load score since backlog depth balance length "
    "size limit need needs needed only about after before until line column attempt retry round try error code status"
)
_ENGLISH = {name: type_ for type_, (english, _) in _NOUNS.items() for name in english.split()}
_CHINESE = {name: type_ for type_, (_, chinese) in _NOUNS.items() for name in chinese.split()}
_PREFIX = {name.replace("\\s", " "): type_ for name, type_ in _ENGLISH.items()}


def _longest_first(names: dict[str, str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_BY_NOUN = re.compile(
    rf"(?<![\w-])({_longest_first(_ENGLISH)})\.?\s?(?:number\s|no\.?\s?|nr\.?\s?|id\s|:\s?)?#?\s?"
    r"((?:[A-Z]{1,4}-)?\d{1,14}(?:[-/]\d{1,10}){0,2}(?:-?[a-z](?![\w]))?)(?![\w%]|[.,:]\d)"
    r"(?!\s?(?:%|days?|times|hours?|minutes?|percent|of\s\d{1,4}\s(?:tests|runs)))",
    re.IGNORECASE,
)
_BY_CHINESE = re.compile(
    rf"({_longest_first(_CHINESE)})(?:编号|号码?|为|:|#|\s){{0,2}}((?:[A-Z]{{1,4}}-?)?\d{{1,14}}(?:-\d{{1,10}})?)"
    r"(?![\w%]|[.,]\d)"
)
_PLURAL = r"\s?(?!(?:is|was|has|does|needs|fails|lacks|waits|awaits|requires|stays|remains)\b)[a-z]{2,20}s\b"
_BY_OTHER_NOUN = re.compile(
    rf"(?<![\w-])((?i:{'|'.join(sorted(_NUMBERED))})|[A-Z][a-z]{{2,20}})\s(?:no\.?\s|nr\.?\s|#)?(\d{{1,6}}[a-z]?)"
    rf"(?![\w%]|[.,:]\d|\s?%|\s?of\s\d|{_PLURAL})"
)
_CHINESE_UNIT = re.compile(r"(?<![月\d])(\d{1,6})\s?号([\u3400-\u9fff])")
_CHINESE_ORDINAL = re.compile(
    r"第\s?([\d一二三四五六七八九十百]{1,6})\s?"
    r"(批次?|步|页|章|阶段|个任务|项|份|期|笔|张|个文件|个|组|条)"
)
_CHINESE_TYPES = {"步": "step", "章": "step", "阶段": "step", "个任务": "step", "项": "step"}
_NO_TICKET = listed(
    "utf sha iso rfc gpt mt covid utc gmt aes md tls iec ifrs ias asc camt http latin cp en din x oauth "
    "win base b q h fy col line l"
)
_TICKET = re.compile(r"(?<![\w/.-])([A-Za-z][A-Za-z0-9]{0,9})[-_](\d{1,10}(?:[-/]\d{1,10})?)(?![\w]|-\w)")
_JOINED = re.compile(r"(?<![\w/.-])([A-Z]{2,5})(\d{4,12})(?![\w-])")
_LETTER = (
    r"(?<![\w-])(?:set|batch|option|group|plan|phase|lot|part|section|annex|appendix|team|tier|stage|scenario|variant|"
    r"room|gate|unit|zone|wing|block|building|lane|vendor|customer|supplier|sample|store|site|step|case|question|type|"
    r"class|region|entity|company|client|line|table|figure|chapter|exhibit|schedule|form)\s"
    r"(?P<v>[b-hj-z]|(?-i:[AI]))(?![\w'.-]\w|\w)"
)
_HASH = r"(?<![\w&])#(?P<v>\d{1,9})(?![\w.])"
_LONG = rf"(?<![\w.,:/-])(?P<v>\d{{5,18}}(?:-[A-Z](?!\w))?)(?![\w%]|[.,]\d|{_PLURAL})"
_CURRENCY = r"(?:USD|EUR|GBP|CHF|CNY|RMB|JPY|PLN|SEK|NOK|DKK|BRL|INR|HKD|AUD|CAD|SGD)"
_SUM = r"\d{1,3}(?:[,.' ]\d{3}){0,5}(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,4})?"
_MONEY = re.compile(
    rf"(?<![\w.,])(?:(?:{_CURRENCY}|[€$£¥])\s?-?(?P<a>{_SUM})"
    rf"|-?(?P<b>{_SUM})\s?(?:{_CURRENCY}|[€$£¥]|元|万元|欧元|美元))(?![\w]|[.,]\d)"
)
_PAIR = r"(?<![\w/])(?P<v>[A-Z]{3}/[A-Z]{3})(?![\w/])"


def tickets(sheet: Sheet) -> Iterator[Mark]:
    """Prefix and number: INV-20331, OPS-88. A known prefix gives the type, any other is a type of its own."""
    for regex in (_TICKET, _JOINED):
        for found in regex.finditer(sheet.text):
            prefix = found.group(1)
            known = _PREFIX.get(prefix.casefold())
            if prefix.casefold() not in _NO_TICKET and (known or prefix.isupper()):
                yield _ticket(found, known)


def _ticket(found: re.Match[str], known: str | None) -> Mark:
    prefix, number = found.group(1).casefold(), _plain(found.group(2))
    value = number if known else f"{prefix}-{number}"
    return Mark(found.start(), found.end(), NAMED, known or f"{prefix} number", value)


def by_noun(sheet: Sheet) -> Iterator[Mark]:
    """A noun and a number: PR 12, account 1400, batch 3 of 9, 订单 4500012, 第3批."""
    for found in _BY_NOUN.finditer(sheet.text):
        noun = re.sub(r"\s", r"\\s", found.group(1).casefold())
        yield Mark(found.start(), found.end(), NAMED, _ENGLISH.get(noun, "number"), _plain(found.group(2)))
    for found in _BY_CHINESE.finditer(sheet.text):
        yield Mark(found.start(), found.end(), NAMED, _CHINESE[found.group(1)], _plain(found.group(2)))
    for found in _CHINESE_ORDINAL.finditer(sheet.text):
        yield Mark(
            found.start(), found.end(), NAMED, _CHINESE_TYPES.get(found.group(2), "batch"), found.group(1)
        )


def by_other_noun(sheet: Sheet) -> Iterator[Mark]:
    """Other numbered things, each noun a type of its own: room 12, Apollo 11, 3号门."""
    for found in _BY_OTHER_NOUN.finditer(sheet.text):
        noun = found.group(1).casefold()
        if noun in _NUMBERED or (noun not in _NO_NUMBERED and VOCABULARY.word(noun) is None):
            yield Mark(found.start(), found.end(), NAMED, f"{noun} number", found.group(2).casefold())
    for found in _CHINESE_UNIT.finditer(sheet.text):
        yield Mark(found.start(), found.end(), NAMED, f"{found.group(2)} number", found.group(1))


def sums(sheet: Sheet) -> Iterator[Mark]:
    """Sums with a currency, in one number format."""
    for found in _MONEY.finditer(sheet.text):
        yield Mark(
            found.start(), found.end(), NAMED, "amount", plain_sum(found.group("a") or found.group("b"))
        )


def plain_sum(text: str) -> str:
    """12,400.50 and 12'400,50 and 12400.5 in one writing."""
    whole, fraction = text, ""
    tail = re.search(r"[.,](\d{1,2}|\d{4})$", text)
    if tail:
        whole, fraction = text[: tail.start()], tail.group(1).rstrip("0")
    digits = re.sub(r"\D", "", whole).lstrip("0") or "0"
    return f"{digits}.{fraction}" if fraction else digits


def _plain(number: str) -> str:
    return number.casefold().replace("/", "-")


RECORDS: tuple[Recogniser, ...] = (
    tickets,
    by_noun,
    by_other_noun,
    pattern("letter", _LETTER, role=NAMED, flags=re.IGNORECASE),
    pattern("pair", _PAIR, role=NAMED),
)
SUMS: tuple[Recogniser, ...] = (sums,)
BARE_NUMBERS: tuple[Recogniser, ...] = (
    pattern("number", _HASH, role=NAMED),
    pattern("number", _LONG, role=NAMED),
)

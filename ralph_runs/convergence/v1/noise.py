"""Recognises what changes with every run: times, ids, digests, positions, attempts, sizes. Claims it as ignored."""

import re

from ralph_runs.convergence.v1.marks import Recogniser, pattern

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]{0,6}\.?"
_CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?"
_ZONE = r"(?:\s?(?:Z|UTC|GMT|CES?T|E[SD]T|P[SD]T|BST|JST|am|pm|AM|PM|[+-]\d{2}:?\d{2})(?![\w]))?"
_DATE = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/. ]{_MONTH}[-/. ]\d{{4}}"
    rf"|{_MONTH}\s\d{{1,2}}(?:,?\s\d{{4}})?,?|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|\d{{8}})"
)
_WEEKDAY = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?\s)?"
_HEX = r"[0-9a-fA-F]"
_MIXED = rf"(?={_HEX}{{0,63}}[0-9])(?={_HEX}{{0,63}}[a-fA-F]){_HEX}"  # digits and letters both
_NUMBER = r"\d{1,3}(?:[,.' ]?\d{3}){0,5}(?:[.,]\d{1,9})?"
_SPELT = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|a\sfew|several|some)"
_NO_MORE = r"(?![\w]|\.\d)"

TIMES: tuple[Recogniser, ...] = (
    pattern("time", rf"{_WEEKDAY}(?<![\w]){_DATE}[T ,]\s?{_CLOCK}{_ZONE}"),
    pattern("time", r"\d{1,2}/[A-Z][a-z]{2}/\d{4}:\d{2}:\d{2}:\d{2}(?:\s[+-]\d{4})?"),
    pattern(
        "time",
        r"(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]\s?(?:上午|下午|晚上)?\s?\d{1,2}[:时点]"
        r"\d{0,2}(?::\d{2})?分?(?:\d{1,2}秒)?",
    ),
    pattern("time", rf"(?<![\w.:/,-])(?:at\s|@\s?)?{_CLOCK}{_ZONE}(?![\w:])"),
)

MOMENTS: tuple[Recogniser, ...] = (
    pattern(
        "pointer",
        r"(?<![\w])(?:see\s|full\s)?(?:logs?|output|details|trace|dump)\s?(?:in|at|under|saved\sto|written\sto|file|:)?"
        r"\s(?=/tmp/|/var/(?:folders|tmp)/|[A-Z]:\\[\w\\]{0,60}\\Temp\\)",
        flags=re.IGNORECASE,
    ),
    pattern("time", r"(?<![\w.:-])1[5-9]\d{8}(?:\d{3})?(?:\.\d{1,9})?(?![\w])"),
    pattern("id", rf"(?<![\w]){_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}(?![\w])"),
    pattern("digest", rf"(?:@?sha(?:1|256|512)[:-])(?:{_HEX}{{6,128}})(?![\w])"),
    pattern("address", rf"(?<![\w])0x{_HEX}{{2,16}}(?![\w])"),
)

LABELLED_IDS: tuple[Recogniser, ...] = (
    pattern(
        "id",
        r"(?<![\w])(?:x-)?(?:request|host|trace|span|session|correlation|event|message|job|run|build|invocation|operation|"
        r"activity)[-_ ]?id\s?[:=]\s?[\"']?[^\s,;)\]]{3,120}",
        flags=re.IGNORECASE,
    ),
)

_ID_NOUN = (
    r"(?:(?<!pull\s)(?<!merge\s)(?<!change\s)request|req|trace|correlation|session|jobs?|run|build|pipeline|exec|"
    r"execution|message|msg|span|workflow|invocation|container|instance|process|thread|worker|conversation|ref|"
    r"reference|tracking|commit|revision|rev|nonce|etag|hash|checksum|digest|"
    r"任务|会话|请求|追踪|跟踪|流水|作业|构建|运行|实例|提交|批处理)"
)
_ID_LABEL = r"(?:id|ids|no|uuid|guid|编号|号|key)\s?(?:is\s|was\s|=|:|#|为)?"
_OPAQUE = r"(?=[\w.-]{0,60}\d)[A-Za-z0-9][\w.-]{3,63}(?<![.-])"
_POD = r"-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}"

IDS: tuple[Recogniser, ...] = (
    pattern("id", rf"(?<![\w]){_ID_NOUN}[\s_-]?{_ID_LABEL}\s?[\"'`]?{_OPAQUE}", flags=re.IGNORECASE),
    pattern("id", rf"(?<![\w])(?:{_ID_NOUN}|id|uid|guid)\s?[=:#]\s?[\"'`]?{_OPAQUE}", flags=re.IGNORECASE),
    pattern("thread", r"(?<![\w])(?:pool-\d{1,6}-)?thread-\d{1,6}(?![\w])", flags=re.IGNORECASE),
    pattern("digest", rf"(?<![\w./-]){_MIXED}{{40,64}}(?![\w])"),
    pattern("digest", rf"(?<![\w./-]){_MIXED}{{7,39}}(?![\w./-])"),
    pattern(
        "id", r"(?<![\w./-])(?=\w{0,40}[a-z]\d{1,8}[a-zA-Z]\w{0,8}\d)(?=\w{8,64}(?![\w.-]))[A-Za-z0-9]{8,64}"
    ),
    pattern("id", rf"(?<=[a-zA-Z0-9]){_POD}(?![\w-])", flags=re.IGNORECASE),
)

_TIMES = r"(?:times|attempts|tries|retries)"
_CHINESE_NUMBER = r"[\d一二三四五六七八九十]{1,4}"

POSITIONS: tuple[Recogniser, ...] = (
    pattern(
        "line number",
        r"(?:,?\s?(?:on|at|in|near)\s)?(?<![\w])(?:lines?|ln\.?|L)\s?[#:]?\s?\d{1,7}(?:\s?[-:,]\s?\d{1,7})?"
        r"(?:\s?,?\s?(?:col(?:umn)?|char(?:acter)?|pos(?:ition)?)\.?\s?:?\s?\d{1,6})?(?![\w])",
        flags=re.IGNORECASE,
    ),
    pattern(
        "column number",
        r"(?:,?\s?(?:at|in)\s)?(?<![\w])(?:col|column|char|character|pos|position|offset|byte)\.?\s?:?\s?\d{1,9}"
        r"(?![\w])(?=\s?(?:[,;:.)\]-]|$|\n|of\s(?:line|file)))",
        flags=re.IGNORECASE,
    ),
    pattern("line number", r"第\s?\d{1,7}\s?行(?:\s?,?\s?第?\s?\d{1,6}\s?列)?|行号\s?[:为]?\s?\d{1,7}"),
    pattern(
        "process id",
        r"(?<![\w])(?:pid|tid|ppid|process|proc|thread|worker|进程|线程|进程号)(?:\sid)?\s?[=:#-]?\s?\d{1,10}"
        + _NO_MORE,
        flags=re.IGNORECASE,
    ),
    pattern(
        "attempt",
        r"(?<![\w])(?:attempts?|tr(?:y|ies)|retr(?:y|ies)|trial|iteration|round|run|cycle|pass)\s?#?\d{1,5}"
        r"(?:\s?(?:of|/|out\sof)\s?\d{1,5})?(?![\w%])",
        flags=re.IGNORECASE,
    ),
    pattern(
        "attempt",
        r"(?<![\w])(?:tried|retried|attempted|repeated|after|failed|rejected|refused)\s(?:it\s|again\s|this\s)?"
        rf"(?P<v>\d{{1,5}}|{_SPELT})\s(?:more\s)?{_TIMES}",
        flags=re.IGNORECASE,
    ),
    pattern("attempt", rf"(?<![\w])\d{{1,5}}\s?(?:x\s)?{_TIMES}(?![\w])", flags=re.IGNORECASE),
    pattern(
        "attempt",
        rf"(?:第\s?{_CHINESE_NUMBER}\s?(?:次|轮|遍|回)(?:重试|尝试|运行|执行|调用)?)"
        rf"|(?:已?(?:重试|尝试|试)了?\s?{_CHINESE_NUMBER}\s?(?:次|遍|回))|(?:本轮\s?)?\d{{1,5}}\s?次",
    ),
    pattern(
        "job number",
        r"(?<![\w])(?:job|build|pipeline|run|workflow|execution|session|(?<!pull\s)(?<!merge\s)(?<!change\s)request|"
        r"task\sid|作业|构建|流水线|任务号)\s?(?:no\.?|number|nr\.?)?\s?[#:]?\s?(?P<v>\d{3,12})(?![\w%]|\.\d)",
        flags=re.IGNORECASE,
    ),
)

_UNIT = (
    r"(?:ms|msecs?|milliseconds?|µs|us|ns|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|"
    r"years?)"
)
_LONG_UNIT = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)"

MEASURES: tuple[Recogniser, ...] = (
    pattern(
        "duration",
        r"(?:(?:after|in|for|within|about|around|over|since)\s)?"
        rf"(?:(?<![\w.,-]){_NUMBER}\s?{_UNIT}(?:\s?\d{{1,3}}\s?{_UNIT})?|(?<![\w]){_SPELT}\s{_LONG_UNIT}"
        r"|an?\s(?:minute|hour|day|week|month|while))(?:\s(?:ago|later|now|left|old))?(?![\w])",
        flags=re.IGNORECASE,
    ),
    pattern(
        "duration",
        r"(?:\d{1,9}(?:\.\d{1,9})?|[一二两三四五六七八九十几]{1,3})\s?(?:个)?"
        r"(?:毫秒|秒钟?|分钟?|小时|天|周|星期|个月)(?:之?[后前内]|以[后前内])?",
    ),
    pattern(
        "size",
        rf"(?<![\w.,-]){_NUMBER}\s?(?:[KMGTPkmgtp][Ii]?[Bb]|[Bb]ytes?|BYTES?|B|Gi|Mi|Ki|Ti|字节|兆|[KMGT](?![\w]))"
        r"(?:ps|/s)?(?![\w])",
    ),
    pattern(
        "percentage",
        r"(?<![\w.,-])\d{1,3}(?:[.,]\d{1,4})?\s?(?:%|percent|per\scent)|百分之[\d一二三四五六七八九十]{1,4}",
        flags=re.IGNORECASE,
    ),
)

BRACKETED_DATES: tuple[Recogniser, ...] = (
    pattern("date", rf"(?:^|\n|\[)\s?(?P<v>{_DATE})(?=\s|\]|:|,|-)"),
    pattern(
        "date",
        r"(?<![\w])(?:as\sof|since|until|till|by|on|checked|tried|last\stried|last\schecked|at|from|updated|seen|"
        rf"reported|today)\s(?:the\s)?(?P<v>{_DATE})(?![\w-])",
        flags=re.IGNORECASE,
    ),
    pattern(
        "date",
        r"(?:截至|截止|自|于|从|到|直到)\s?(?P<v>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号])",
    ),
)

TOOL_VERSIONS: tuple[Recogniser, ...] = (
    pattern(
        "tool version", r"[\[(](?:[\w-]{1,40}[\s/@:-]{1,3}){1,3}v?\d{1,4}(?:\.\d{1,4}){1,4}[\w.-]{0,20}[\])]"
    ),
    pattern(
        "tool version",
        r"(?<![\w])(?:agent|runner|bot|cli|harness|client|worker\simage|build|image|kubectl|pip|npm|node|git)[\s/-]"
        r"(?:version\s)?(?P<v>v?\d{1,4}\.\d{1,5}(?:\.\d{1,5}){0,2})(?=\s?(?:[:)\],;-]|$))",
        flags=re.IGNORECASE,
    ),
)

REST: tuple[Recogniser, ...] = (
    pattern("number", r"(?<![\w.])[+-]?\d{1,30}(?:[.,' ]\d{1,30}){0,6}(?![\w])|\d{1,30}"),
)

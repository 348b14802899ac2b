"""Finds what a report says about itself: "still", "same as before", "fixed", "none". Knows no objects."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.v1.marks import IGNORED, Mark, Sheet

_PLACEHOLDERS = listed(
    "none n/a na nil null no nothing noblockers noblocker nothingblocking nothingblocked nothingblocksme noneatpresent "
    "nonecurrently nonesofar noneatthistime nothingtoreport noissues noissue noproblems noneknown notapplicable "
    "noopenblockers nocurrentblockers notblocked unblocked nothingblocksus noneidentified noblock noblockersatpresent "
    "nocurrentblocker noopenissues noimpediments nothingisblocking nothingisblocked currentlynone thereisnone "
    "therearenone therearenoblockers nothingatthemoment noblockersthisround allclear "
    "无 没有 暂无 没有阻塞 无阻塞 没有问题 无问题 暂无阻塞 没有障碍 无障碍 不适用 目前没有 目前无 空 "
    "没有阻碍 无阻碍 没有阻塞项 无阻塞项 暂无阻塞项 一切正常 没有卡点 无卡点 没有受阻 未受阻"
)
_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|\d{1,3}(?:st|nd|rd|th))"
_NUMBER = r"(?:#?\d{1,4}|one|two|three|four|five|six)"
_ROUND = (
    rf"(?:(?:the\s)?(?:last|previous|prior|earlier|preceding|past|{_ORDINAL})\s"
    r"(?:rounds?|reports?|handoff|time|run|iteration|attempt)"
    rf"|rounds?\s{_NUMBER}(?:\s?(?:-|to|and|,)\s?{_NUMBER}){{0,3}}|before|above|earlier|previously|yesterday|last)"
)
_BACK = (
    rf"(?:exactly\s)?(?:the\s)?same\s(?:\w+\s)?(?:as|like)\s(?:\w+\s){{0,2}}{_ROUND}",
    r"as\s(?:already\s)?(?:reported|said|stated|noted|mentioned|described|written)"
    rf"(?:\s(?:already|in|on|during|at|by)){{0,2}}(?:\s{_ROUND})?",
    r"(?:there\sis\s|with\s)?no\schanges?"
    rf"(?:\s(?:since|from|to|in|compared\s(?:to|with)|versus)\s(?:\w+\s){{0,2}}{_ROUND})?",
    rf"(?:is\s|are\s|remains?\s)?(?:still\s)?unchanged(?:\s(?:since|from|in|as\sof)\s{_ROUND})?",
    rf"nothing\s(?:has\s)?(?:changed|moved|new)(?:\s(?:since|from)\s{_ROUND})?",
    rf"(?:for\sthe\s)?{_ORDINAL}\s(?:time|round)(?:\s(?:in\sa\srow|running|now))?",
    rf"(?:see|cf\.?|like|since|from|carried\sover\sfrom|repeated\sfrom|already\sin|also\sin)\s{_ROUND}",
    r"(?:still|again|remains?|we\sare\sstill|i\sam\sstill|i'm\sstill|currently)\s(?:blocked|stuck|blocking|the\ssame)"
    r"(?:\s(?:by|on)\s(?:the\ssame(?:\s(?:thing|issue|blocker|problem))?|this|that|it))?",
    r"(?:the\s)?same\s(?:blocker|issue|problem|thing|error|failure|obstacle|story|again)s?"
    r"(?:\s(?:remains?|persists?|again|stands?|continues?))?",
    r"(?:the\s)?(?:blocker|issue|problem)\s(?:still\s)?(?:remains|persists|stands|continues)",
    r"(?:once\s(?:more|again)|yet\sagain|ditto|as\sabove|idem|as\sbefore|as\spreviously|"
    r"repeat(?:ed)?\sof\sround\s\d{1,4}|still\snothing)",
)
_BACK_CHINESE = (
    r"(?:和|与|跟|同)?(?:上|前)(?:一|几|两)?(?:轮|次|回)(?:报告)?(?:的)?(?:一样|相同|一致|同样)",
    r"同(?:上|前)(?:一)?(?:轮|次|面)?",
    r"(?:和|与|跟)(?:之前|以前|上面|前面|第\s?\d{1,3}\s?轮)(?:的)?(?:情况|问题|阻塞)?(?:一样|相同|一致)",
    r"(?:如|正如)?第\s?[\d一二三四五六七八九十]{1,3}\s?轮(?:中|里)?(?:已|所)?(?:报告|提到|所述|说过)?(?:的)?",
    r"(?:如|正如)(?:上|前)(?:一)?(?:轮|次|文)?(?:所述|报告|提到)",
    r"(?:情况|状态|问题)?(?:没有|无|未有)(?:任何)?变化",
    r"(?:连续)?第\s?[\d一二三四五六七八九十]{1,3}\s?次(?:报告|遇到|出现)",
    r"(?:仍然|依然|依旧|还是|仍)(?:被)?(?:卡住|受阻|阻塞)(?:着|了|中)?",
    r"(?:同样|相同)的(?:问题|阻塞|错误)",
)
_LABEL = re.compile(
    r"(?:^|\n)\s{0,8}(?:[-*+>#•·]{1,4}\s{0,3})?(?:\[[ ~!]\]\s{0,3})?"
    r"(?:(?:\*\*)?(?:open\s|current\s|remaining\s|main\s)?"
    r"(?:blocker|blocked(?:\sby|\son|\sbecause)?|obstacle|impediment|issue|problem|remaining|阻塞|卡点|障碍|问题)"
    r"(?:项)?\s?#?\d{0,3}(?:\*\*)?\s?[:.-]\s?(?:\*\*)?"
    r"|B-?\d{1,3}\s?[:.)]\s|\(?\d{1,2}[.)](?!\d)\s{0,3}|\(?[a-z]\)\s|[一二三四五六七八九十]{1,2},\s?)",
    re.IGNORECASE,
)
_BACK_PATTERN = re.compile(rf"(?<![\w])(?:{'|'.join(_BACK)})(?![\w])", re.IGNORECASE)
_BACK_CHINESE_PATTERN = re.compile("|".join(_BACK_CHINESE))

_STATE = r"(?:resolved|fixed|solved|cleared|unblocked|lifted|sorted(?:\sout)?|closed\snow)"
_SINCE = r"(?:\s(?:now|already|today|yesterday|in\sround\s\d{1,4}|since\sround\s\d{1,4}))?"
_RESOLVED_HEAD = re.compile(
    r"\s{0,4}(?:[-*+>]\s{0,3})?(?:✅|✔|☑|\[x\]|~~"
    r"|(?:\*\*)?(?:now\s|already\s)?"
    rf"(?:{_STATE}|done|no\slonger\s(?:blocked|blocking|an?\sissue|a\sproblem)){_SINCE}"
    r"(?:\*\*)?\s?(?:[:)]|\s-+\s|-\s|,\s)"
    r"|no\slonger\s(?:blocked|blocking)\b|previously\sblocked\b.{0,200}?\bnow\s(?:resolved|fixed|works)"
    r"|(?:已|已经)(?:解决|修复|处理|排除|完成|恢复)\s?[:,)\]-])",
    re.IGNORECASE,
)
_RESOLVED_TAIL = re.compile(
    r"(?:(?:\b(?:is|are|was|were|has\sbeen|have\sbeen|been|got|now|since)|[-(,:])\s{0,2}(?:now\s|already\s|meanwhile\s)?"
    rf"(?:{_STATE}|gone|over){_SINCE}"
    r"|\bworks\s(?:again|now)|\bno\slonger\s(?:an?\sissue|a\sproblem|blocking|needed)"
    r"|(?:已|已经|现已|均已)(?:被)?(?:解决|修复|排除|恢复)(?:了)?|解决了|修复了|修好了)[\s)\]~*]{0,6}$",
    re.IGNORECASE,
)
_MARKED_RESOLVED = re.compile(
    rf"(?:\((?:now\s|already\s)?{_STATE}{_SINCE}\)|\s-{{1,2}}\s(?:now\s|already\s)?{_STATE}{_SINCE}"
    r"|\((?:已|现已)(?:被)?(?:解决|修复|排除|恢复)(?:了)?\))[\s~*]{0,4}$",
    re.IGNORECASE,
)
_NOT_RESOLVED = re.compile(
    r"\b(?:not|never|cannot|can't|isn't|wasn't|aren't|hasn't|until|must|needs?\sto|should|to\sbe|before|once|when|"
    r"unless|if|wait\w*|nobody|only|partly|partially|but|yet|except)\b|未|没|无法|不能|等|需|待|才|除|但",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:[^.!?;。\n]|[.](?=\S)){1,4000}")


def is_placeholder(text: str) -> bool:
    """Whether the text only says that there is no blocker: "none", "n/a", "无", "-"."""
    if len(text) > 80:
        return False
    bare = re.sub(r"[^\w/]", "", text).casefold().strip("/_")
    return bare in _PLACEHOLDERS


def mark_narration(sheet: Sheet) -> Iterator[Mark]:
    """List numbers, labels and phrases that point at earlier reports."""
    for found in _LABEL.finditer(sheet.text):
        yield Mark(found.start(), found.end(), IGNORED, "label", "")
    for regex in (_BACK_PATTERN, _BACK_CHINESE_PATTERN):
        for found in regex.finditer(sheet.text):
            yield Mark(found.start(), found.end(), IGNORED, "narration", found.group().casefold())


def mark_resolved(sheet: Sheet) -> Iterator[Mark]:
    """Sentences that report a blocker as gone."""
    for found in _SENTENCE.finditer(sheet.text):
        sentence = found.group()
        if _RESOLVED_HEAD.match(sentence) or _says_so_at_the_end(sentence):
            yield Mark(found.start(), found.end(), IGNORED, "resolved", "")


def _says_so_at_the_end(sentence: str) -> bool:
    end = sentence[-120:]
    if _MARKED_RESOLVED.search(end):
        return True
    return _RESOLVED_TAIL.search(end) is not None and _NOT_RESOLVED.search(sentence) is None

"""How an instant, a day or a length of time reads. Pure; everything is UTC and says so once per page."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from governance.web.locales import EN, NBSP, Locale

_DAY_LIMIT = timedelta(hours=48)


def _utc(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError("an instant carries its time zone")
    return instant.astimezone(UTC)


def _day_of(value: date) -> date:
    return _utc(value).date() if isinstance(value, datetime) else value


def day(value: date, *, locale: Locale = EN) -> str:
    """ "3 Sep 2026"."""
    on = _day_of(value)
    return f"{on.day}{NBSP}{locale.months[on.month - 1]}{NBSP}{on.year}"


def short_day(value: date, *, locale: Locale = EN) -> str:
    """ "3 Sep", where the year is plain from the place."""
    on = _day_of(value)
    return f"{on.day}{NBSP}{locale.months[on.month - 1]}"


def long_day(value: date, *, locale: Locale = EN) -> str:
    """ "Thursday 10 September 2026", the head of a day in a record."""
    on = _day_of(value)
    return f"{locale.weekdays[on.weekday()]} {on.day}{NBSP}{locale.long_months[on.month - 1]} {on.year}"


def clock(instant: datetime, *, zone: bool = False) -> str:
    """ "09:14", or "09:14 UTC" where no head says the zone."""
    text = f"{_utc(instant):%H:%M}"
    return f"{text}{NBSP}UTC" if zone else text


def full(instant: datetime, *, locale: Locale = EN) -> str:
    """ "3 Sep 2026, 09:14 UTC"."""
    return f"{day(instant, locale=locale)}, {clock(instant, zone=True)}"


def near(instant: datetime, *, now: datetime, locale: Locale = EN) -> str:
    """ "today, 12:00", "11 Sep, 12:00", or with its year when that is another one."""
    on, today = _day_of(instant), _day_of(now)
    if on == today:
        return f"{locale.today}, {clock(instant)}"
    written = short_day(on, locale=locale) if on.year == today.year else day(on, locale=locale)
    return f"{written}, {clock(instant)}"


def duration(length: timedelta) -> str:
    """ "40 s", "22 m", "1 h 51 m", "3 d 4 h"; whole units, rounded down."""
    seconds = int(length.total_seconds())
    if seconds < 0:
        raise ValueError("a duration is not negative")
    minutes, hours = seconds // 60, seconds // 3600
    if length >= _DAY_LIMIT:
        return f"{hours // 24}{NBSP}d{NBSP}{hours % 24}{NBSP}h"
    if hours:
        return f"{hours}{NBSP}h{NBSP}{minutes % 60:02d}{NBSP}m"
    return f"{minutes}{NBSP}m" if minutes else f"{seconds}{NBSP}s"


def remaining(due: datetime, *, now: datetime, locale: Locale = EN) -> str:
    """ "in 4 h 44 m" before the due time, "overdue by 12 m" after it."""
    gap = _utc(due) - _utc(now)
    minute = f"1{NBSP}m"
    if timedelta(0) <= gap < timedelta(minutes=1):
        return locale.ahead.format(locale.less_than.format(minute))
    if gap < timedelta(0):
        late = duration(-gap) if -gap >= timedelta(minutes=1) else locale.less_than.format(minute)
        return locale.behind.format(late)
    return locale.ahead.format(duration(gap))


def waited(since: datetime, *, now: datetime) -> str:
    """How long something has waited; nothing waits a negative time."""
    return duration(max(timedelta(0), _utc(now) - _utc(since)))


def span(start: datetime, end: datetime | None, *, with_day: bool = True, locale: Locale = EN) -> str:
    """ "3 Sep, 11:37 to 12:04", "10 Sep, since 10:05", "09:43 to 10:03", or one clock time for one minute."""
    prefix = f"{short_day(start, locale=locale)}, " if with_day else ""
    if end is None:
        return f"{prefix}{locale.since}{NBSP}{clock(start)}"
    if _day_of(start) != _day_of(end):
        first, last = short_day(start, locale=locale), short_day(end, locale=locale)
        return f"{first}, {clock(start)} {locale.to} {last}, {clock(end)}"
    if clock(start) == clock(end):
        return f"{prefix}{clock(start)}"
    return f"{prefix}{clock(start)}{NBSP}{locale.to}{NBSP}{clock(end)}"


def days(first: date, last: date, *, locale: Locale = EN) -> str:
    """ "1 Jun to 4 Jun 2026"; one day stands alone."""
    start, end = _day_of(first), _day_of(last)
    if start == end:
        return day(start, locale=locale)
    opening = short_day(start, locale=locale) if start.year == end.year else day(start, locale=locale)
    return f"{opening} {locale.to} {day(end, locale=locale)}"

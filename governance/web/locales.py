"""Separators and date words of each language. Never order, never alignment: those are the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass

NBSP = "\u00a0"


@dataclass(frozen=True)
class Locale:
    """What differs between languages when a figure or a date is written."""

    group: str
    decimal: str
    months: tuple[str, ...]
    long_months: tuple[str, ...]
    weekdays: tuple[str, ...]
    today: str = "today"
    to: str = "to"
    since: str = "since"
    ahead: str = "in {}"
    behind: str = "overdue by {}"
    less_than: str = "less than {}"
    both: str = "and"
    unknown: str = "unknown"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


EN = Locale(
    group=",",
    decimal=".",
    months=_words("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
    long_months=_words(
        "January February March April May June July August September October November December"
    ),
    weekdays=_words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
)

DE = Locale(
    group=".",
    decimal=",",
    months=_words("Jan. Feb. März Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez."),
    long_months=_words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    weekdays=_words("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
    today="heute",
    to="bis",
    since="seit",
    ahead="in {}",
    behind="überfällig seit {}",
    less_than="weniger als {}",
    both="und",
    unknown="unbekannt",
)

FR = Locale(
    group="\u202f",
    decimal=",",
    months=_words("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    long_months=_words(
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
    ),
    weekdays=_words("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    today="aujourd’hui",
    to="à",
    since="depuis",
    ahead="dans {}",
    behind="en retard de {}",
    less_than="moins de {}",
    both="et",
    unknown="inconnu",
)

LOCALES = {"en": EN, "de": DE, "fr": FR}


def named(language: str | None) -> Locale:
    """The locale for a language tag such as "de-at"; English where it is not known."""
    return LOCALES.get((language or "en").split("-")[0].lower(), EN)

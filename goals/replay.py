"""The strict fold of a goal's stored events. Enforces; never repairs, skips or guesses.

`goals.projection` is its soft counterpart for display.
"""

from collections.abc import Iterable, Sequence

from goals.decoding import decode
from goals.errors import CorruptEvent
from goals.faults import EventFault, FaultCode
from goals.state import Current, GoalState
from goals.succession import History, follow


class Fold:
    """Reads a history bit by bit and stops for good at its first bad event.

    `cursor` is the number of events applied, and so the index of the next one. After a fault the valid
    prefix stays applied and every later read raises the same fault, even if the event is mended since:
    a mended history is a different history and needs a fresh fold.
    A fold knows no activation: whoever holds one starts disarmed.
    """

    def __init__(self) -> None:
        self._history = History()
        self._fault: tuple[FaultCode, str] | None = None
        self._fault_index = 0
        self.cursor = 0

    @property
    def current(self) -> Current:
        """The state after the valid prefix: a goal, the tombstone of the last one, or None."""
        return self._history.current

    @property
    def fault(self) -> CorruptEvent | None:
        """The fault that stopped the fold, as a fresh exception, or None."""
        return None if self._fault is None else CorruptEvent(*self._fault, self._fault_index)

    def read(self, events: Sequence[object]) -> GoalState | None:
        """The current goal after the whole history, of which only what is new gets folded.

        Raises CorruptEvent, also when the history is shorter than what was read of it before.
        """
        if len(events) < self.cursor:
            sentence = f"The history has {len(events)} events; {self.cursor} were read before."
            self._stop(EventFault(FaultCode.HISTORY_SHRUNK, sentence), len(events))
        return self.extend(events[self.cursor :])

    def extend(self, new_events: Iterable[object]) -> GoalState | None:
        """The current goal after the events that follow the cursor. Raises CorruptEvent."""
        self._require_sound()
        for event in new_events:
            try:
                self._history = _applied(self._history, event)
            except EventFault as fault:
                self._stop(fault, self.cursor)
                break
            self.cursor += 1
        self._require_sound()
        return self.current if isinstance(self.current, GoalState) else None

    def check(self, event: object) -> None:
        """Raises CorruptEvent if the event could not come next. The fold itself stays as it is.

        This is the guard before a commit: the event that is refused here was never stored.
        """
        self._require_sound()
        try:
            _applied(self._history, event)
        except EventFault as fault:
            raise CorruptEvent(fault.code, fault.sentence, self.cursor) from None

    def _stop(self, fault: EventFault, index: int) -> None:
        if self._fault is None:
            self._fault, self._fault_index = (fault.code, fault.sentence), index

    def _require_sound(self) -> None:
        if (fault := self.fault) is not None:
            raise fault


def _applied(history: History, event: object) -> History:
    decoded = decode(event)
    return history if decoded is None else follow(history, decoded)

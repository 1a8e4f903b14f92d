from contextvars import copy_context

from hypothesis import given
from hypothesis import strategies as st

from mouseboard.sim.timers import Timers

MOMENTS = st.integers(0, 5).map(lambda tenths: tenths / 10)  # so few that some are the same


@given(st.lists(st.tuples(MOMENTS, st.booleans())))
def test_timers_come_by_their_moment_the_older_first_and_without_those_that_were_cancelled(
    wanted: list[tuple[float, bool]],
) -> None:
    timers, came = Timers(), list[int]()
    added = [timers.add(moment, came.append, (n,), copy_context()) for n, (moment, _) in enumerate(wanted)]
    for timer, (_, cancelled) in zip(added, wanted, strict=True):
        if cancelled:
            timer.cancel()
    while due := timers.take():
        due.run()
    assert came == [n for n, (_, cancelled) in sorted(enumerate(wanted), key=lambda one: one[1][0]) if not cancelled]


def test_a_timer_that_is_cancelled_after_it_was_taken_does_nothing() -> None:
    timers, came = Timers(), list[int]()
    timers.add(1.0, came.append, (1,), copy_context())
    timer = timers.take()
    assert timer and (timer.when(), timer.cancelled()) == (1.0, False)
    timer.cancel()
    timer.run()
    assert (came, timer.cancelled(), repr(timer)) == ([], True, "<cancelled timer>")

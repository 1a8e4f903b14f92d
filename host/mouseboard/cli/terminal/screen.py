"""The full-screen view of the table, redrawn on every change, with a line for typing."""

from __future__ import annotations

import asyncio
import os
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, VSplit, Window
from prompt_toolkit.output import ColorDepth

from mouseboard.cli.terminal.answers import Help, Interrupted, Leave, Unclear, hint, read_answer
from mouseboard.cli.terminal.ink import DIM, Line, wrap
from mouseboard.cli.terminal.teaching import teach
from mouseboard.cli.terminal.view import SMALLEST, Size, render
from mouseboard.lang import ENGLISH, translate
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Situation
from mouseboard.say import Say, say

TYPED = 1
"""Lines at the bottom for typing."""


class Screen:
    """Shows situations and puts what is typed into the referee's inbox."""

    def __init__(
        self,
        inbox: Inbox,
        language: str = ENGLISH,
        page: str | None = None,
        moved_there: Callable[[], bool] = lambda: False,
    ) -> None:
        """`page` is the URL of the same game for browsers; `moved_there` says whether the mice are moved there."""
        self._language = language
        self._page = page
        self._moved_there = moved_there
        self._situation: Situation | None = None
        self._inbox = inbox
        self._complaint: Say | None = None
        self._help: list[Line] = []
        self._typed = Buffer(multiline=False)
        self.app: Application[None] = Application(
            layout=self._layout(), key_bindings=self._keys(), full_screen=True, color_depth=_depth()
        )

    async def run(self) -> None:
        """Draw and listen until the person leaves. Raises Interrupted, and any exception from drawing or keys."""
        asyncio.get_running_loop().set_exception_handler(self._end)
        await self.app.run_async(set_exception_handler=False)

    def _end(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the application with an exception from a callback of the loop, such as drawing or a key.

        By default the loop would only print it over the picture.
        """
        error = context.get("exception")
        if isinstance(error, Exception) and self.app.is_running and not self.app.is_done:
            self._situation = None  # drawing it again would fail again
            self.app.exit(exception=error)
        else:
            loop.default_exception_handler(context)

    def show(self, situation: Situation) -> None:
        """Show this situation. A complaint about the last answer stays until the question changes."""
        if self._situation is None or situation.ask != self._situation.ask:
            self._complaint = None
        self._situation = situation
        self.app.invalidate()

    def _layout(self) -> Layout:
        typed = VSplit([Window(FormattedTextControl("> "), width=2), Window(BufferControl(self._typed), height=1)])
        below = [Window(FormattedTextControl(self.below), dont_extend_height=True, wrap_lines=True), typed]
        return Layout(HSplit([Window(FormattedTextControl(self.picture)), *below]), focused_element=self._typed)

    def picture(self) -> StyleAndTextTuples:
        """Return the table, as large as the terminal, or the current page of help."""
        whole, size = get_app().output.get_size(), self._size()
        if whole.columns < SMALLEST.width or whole.rows < SMALLEST.height:
            return _text(wrap(self._say(say("Please make this window bigger: 60 x 20 or more.")), size.width))
        if self._situation is None:
            return [("", self._say(say("The table is waking up ...")))]
        above = self._above()
        shown = self._help[: size.height] or render(
            self._situation, size._replace(height=size.height - len(above)), self._language
        )
        return _text([*above, *shown])

    def _above(self) -> list[Line]:
        """Return the line above the table: the page's URL, or that mice are moved there. Empty if there is no room."""
        roomy = get_app().output.get_size().rows > SMALLEST.height
        if not self._page or not roomy or self._help:
            return []
        moved = say("Move the pieces on the page now.")
        return [[(DIM, self._say(moved) if self._moved_there() else f"page: {self._page}")]]

    def below(self) -> StyleAndTextTuples:
        """Return what was wrong with the last answer, otherwise what may be typed."""
        style = "bold" if self._complaint and not self._help else DIM
        return [(style, "\n".join(self._below()))]

    def _below(self) -> list[str]:
        """Return the lines under the picture: one, or a few in a narrow terminal."""
        if self._situation is None:
            return [""]
        said = say("Enter: carry on") if self._help else self._complaint or hint(self._situation)
        return textwrap.wrap(self._say(said), get_app().output.get_size().columns, break_on_hyphens=False)

    def _size(self) -> Size:
        """Return the size of the picture."""
        size = get_app().output.get_size()
        return Size(size.columns, size.rows - TYPED - len(self._below()))

    def _say(self, said: Say) -> str:
        return translate(said, self._language)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add("enter")(lambda _: self._enter())
        keys.add("tab")(lambda _: self._answer("a"))
        keys.add("c-d")(lambda event: event.app.exit())
        keys.add("c-z")(lambda event: event.app.suspend_to_background())
        for interrupt in ("c-c", "<sigint>"):
            keys.add(interrupt)(lambda event: event.app.exit(exception=Interrupted()))
        return keys

    def _enter(self) -> None:
        if self._help:
            self._help = self._help[self._size().height :]
        else:
            self._answer(self._typed.text)
        self._typed.reset()

    def _answer(self, text: str) -> None:
        if self._situation is None:
            return
        self._complaint = None
        try:
            self._inbox.put_nowait(read_answer(text, self._situation))
        except Unclear as error:
            self._complaint = error.said
        except Help:
            paragraphs = teach(self._situation, self._language)
            self._help = [line for text in paragraphs for line in [*wrap(text, self._size().width), []]]
        except Leave:
            self.app.exit()


def _text(lines: Iterable[Line]) -> StyleAndTextTuples:
    return [fragment for line in lines for fragment in [*line, ("", "\n")]]


def _depth() -> ColorDepth | None:
    """Return true colour if the terminal announces it and NO_COLOR is not set; otherwise prompt_toolkit decides."""
    if "NO_COLOR" not in os.environ and os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.TRUE_COLOR
    return None

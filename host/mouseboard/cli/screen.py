"""The table on the whole terminal, drawn anew whenever something changes, with a line to type in."""

from __future__ import annotations

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, VSplit, Window

from mouseboard.cli.answers import HELP, Leave, Unclear, read_answer
from mouseboard.cli.view import offered, render
from mouseboard.referee.referee import Referee
from mouseboard.referee.situation import Situation
from mouseboard.table import Press

FEW = 9
"""With up to so many options one key takes one."""


class Screen:
    """Shows situations and hands what is typed to the referee that it has been made to meet."""

    def __init__(self) -> None:
        self._situation: Situation | None = None
        self._referee: Referee | None = None
        self._complaint = HELP
        self._typed = Buffer(multiline=False)
        self.app: Application[None] = Application(
            layout=self._layout(), key_bindings=self._keys(), full_screen=True, mouse_support=False
        )

    async def run(self) -> None:
        """Draw and listen until the person leaves."""
        await self.app.run_async()

    def meet(self, referee: Referee) -> None:
        """Answers go to this referee from now on."""
        self._referee = referee

    def show(self, situation: Situation) -> None:
        """Draw this."""
        self._situation = situation
        self.app.invalidate()

    def _layout(self) -> Layout:
        prompt = VSplit([Window(FormattedTextControl("> "), width=2), Window(BufferControl(self._typed), height=1)])
        help_line = Window(FormattedTextControl(lambda: [("ansibrightblack", self._complaint)]), height=1)
        return Layout(
            HSplit([Window(FormattedTextControl(self._picture)), help_line, prompt]), focused_element=self._typed
        )

    def _picture(self) -> StyleAndTextTuples:
        if self._situation is None:
            return [("", "The table is waking up ...")]
        fragments: StyleAndTextTuples = []
        for line in render(self._situation, get_app().output.get_size().columns):
            fragments += [*line, ("", "\n")]
        return fragments

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("enter")
        def _enter(_: KeyPressEvent) -> None:
            self._answer(self._typed.text)
            self._typed.reset()

        @keys.add("tab")
        def _next_option(_: KeyPressEvent) -> None:
            if self._referee:
                self._referee.answer(Press("a"))

        @keys.add("c-c")
        @keys.add("c-d")
        def _leave(event: KeyPressEvent) -> None:
            event.app.exit()

        for digit in map(str, range(1, FEW + 1)):
            keys.add(digit)(self._digit)
        return keys

    def _digit(self, event: KeyPressEvent) -> None:
        """One key is enough where there are few options."""
        options = offered(self._situation) if self._situation else ()
        if not self._typed.text and 1 <= int(event.data) <= len(options) <= FEW:
            self._answer(event.data)
        else:
            self._typed.insert_text(event.data)

    def _answer(self, text: str) -> None:
        if self._referee is None or self._situation is None:
            return
        try:
            self._referee.answer(read_answer(text, self._situation))
            self._complaint = HELP
        except Unclear as error:
            self._complaint = str(error)
        except Leave:
            self.app.exit()

"""`mouseboard layout`: check, print and make layouts of your own."""

from __future__ import annotations

import argparse
import asyncio
import re
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from mouseboard import layouts, rules, runner
from mouseboard.cli.commands.completion import complete_by, shipped_layouts
from mouseboard.cli.commands.numbers import whole
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import tell
from mouseboard.files import named, write_whole
from mouseboard.lang import translate
from mouseboard.layouts.grid import grid
from mouseboard.layouts.reference import COLUMNS, REFERENCE, ROWS
from mouseboard.layouts.rows import in_rows
from mouseboard.rules.options import LAYOUT
from mouseboard.say import one_of, plain, quoted, say
from mouseboard.sheets import SheetError
from mouseboard.sheets.paper import PAPERS, WHOLE

if TYPE_CHECKING:
    from mouseboard.photo.work import Work


def add_to(commands: Commands) -> None:
    layout = commands.add_parser("layout", help=speak(say("make a board of your own")))
    actions = layout.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser("check", help="whether a game can be played on it, or the line that is wrong")
    file = check.add_argument("layout", metavar="FILE", help="ending in .toml; or the name of one that is shipped")
    complete_by(file, shipped_layouts)
    check.set_defaults(command=run_check)
    rows = actions.add_parser("rows", help="print a shipped layout as a table of plain rows needs it, without tiles")
    rows.add_argument("layout", metavar="LAYOUT", choices=layouts.shipped(), help=f"of {', '.join(layouts.shipped())}")
    rows.set_defaults(command=run_rows)
    squares = actions.add_parser("grid", help="print a layout of squares in the middle of the reference table")
    squares.add_argument("size", type=_size, metavar="SIZE", help=f"columns and rows: 1x1 to {COLUMNS}x{ROWS}")
    squares.add_argument("--game", required=True, help="the name of the game that it is for")
    squares.set_defaults(command=run_grid)
    printed = actions.add_parser(
        "print", help="a sheet at its true size, as PDF: what to drill by, or what lies on top"
    )
    file = printed.add_argument(
        "layout", metavar="FILE", help=f"ending in .toml; or the name of one that is shipped, or {REFERENCE}"
    )
    complete_by(file, lambda **_: [*layouts.shipped(), REFERENCE])
    kind = printed.add_mutually_exclusive_group(required=True)
    kind.add_argument("--template", dest="kind", action="store_const", const="template", help="the holes to drill")
    kind.add_argument("--overlay", dest="kind", action="store_const", const="overlay", help="the board with its places")
    printed.add_argument("--paper", choices=(*PAPERS, WHOLE), default="a4", help="in pages to join, or all on one")
    printed.add_argument("-o", "--output", type=named, metavar="PDF", help="(default: NAME-KIND-PAPER.pdf)")
    printed.set_defaults(command=run_print)
    photo = actions.add_parser("from-photo", help="a layout of an old board, clicked on its photograph in the browser")
    photo.add_argument("photo", type=named, metavar="PHOTO", help="JPEG, PNG or WebP, of the whole board")
    photo.add_argument(
        "-o", "--output", type=named, metavar="FILE", help="the layout to write (default: named like the photograph)"
    )
    photo.add_argument("--port", type=whole, default=0, help="of the page (default: one that is free)")
    photo.add_argument("--open", action="store_true", help="show it in the browser of this computer")
    photo.set_defaults(command=run_from_photo)


def run_check(args: argparse.Namespace) -> int:
    layout = layouts.load(args.layout)
    kind = rules.kind_of(layout.game)
    has_choice = any(option.name == LAYOUT for option in kind.options)
    for players in kind.seat_counts:  # a game's constraints may depend on the number of players
        game = rules.make(layout.game, players, {LAYOUT: args.layout} if has_choice else {})
        if game.layout.text != layout.text:
            layout.refuse(f"{layout.game} plays on a board of its own only; give the game an option `{LAYOUT}`")
    counts = kind.seat_counts
    tell(
        f"{quoted(layout.title)} is good for {layout.game} with {one_of(counts)} players: {len(layout.place)} places, "
        f"{layout.sensors} sensors, {layout.lamps} lamps"
    )
    return 0


def run_rows(args: argparse.Namespace) -> int:
    layout = layouts.load(args.layout)
    if not layout.coded:
        layout.refuse("there are no tiles under it whose places could be numbered in rows")
    print(in_rows(layout.text), end="")
    return 0


def run_grid(args: argparse.Namespace) -> int:
    columns, rows = args.size
    print(grid(columns, rows, args.game), end="")
    return 0


def _size(text: str) -> tuple[int, int]:
    """Parse `7x5` as columns and rows that the reference table has."""
    if not re.fullmatch(f"[1-{COLUMNS}]x[1-{ROWS}]", text):
        why = say("{size} is no size such as 7x7; it is 1x1 to {most}", size=quoted(text), most=f"{COLUMNS}x{ROWS}")
        raise argparse.ArgumentTypeError(speak(why))
    columns, rows = text.split("x")
    return int(columns), int(rows)


def run_print(args: argparse.Namespace) -> int:
    from mouseboard.sheets import printing  # slow to load: it brings in everything that draws the page

    pdf, paging = printing.sheet(args.layout, args.kind, args.paper, args.lang)
    path = args.output or Path(f"{Path(args.layout).stem}-{args.kind}-{args.paper}.pdf")
    if path.exists() and Path(args.layout).exists() and path.samefile(args.layout):
        raise SheetError(f"{path} would replace the layout that is printed; name another file")
    write_whole(path, pdf)
    tell(translate(printing.told(plain(str(path)), paging), args.lang))
    return 0


def run_from_photo(args: argparse.Namespace) -> int:
    """Serve the page until somebody ends it."""
    from mouseboard.photo.work import Work  # slow to load: it brings in everything that draws sheets

    layout = args.output or args.photo.with_suffix(".toml")
    runner.run(_from_photo(Work(args.photo, layout), layout, args))
    return 0


async def _from_photo(work: Work, layout: Path, args: argparse.Namespace) -> None:
    from mouseboard.photo.pages import opened
    from mouseboard.serving.where import Where

    async with opened(work, Where(port=args.port), args.lang) as url:
        print(f"page: {url}", flush=True)
        tell(
            translate(say("What is clicked is kept beside {file}; Ctrl-C ends the page.", file=str(layout)), args.lang)
        )
        if args.open:
            webbrowser.open(url)
        await asyncio.get_running_loop().create_future()

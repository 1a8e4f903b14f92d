// What shows a game. It is loaded with the first one, because nothing of it is needed to come in or in the lobby.

import { BoardView, loadPrint } from "../board/board.js";
import { Panel } from "./panel.js";
import { styled } from "../kit/svg.js";
import { Touch } from "./touch.js";

await styled("game/page.css");

export { BoardView, Panel, Touch, loadPrint };

// A sentence that takes the room of all else, such as why the trap did not go.

import { styled } from "../kit/svg.js";

await styled("game/long.css", "game");

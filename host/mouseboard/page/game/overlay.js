// A game over a stream's picture.

import { styled } from "../kit/svg.js";

document.documentElement.classList.add("overlay");
styled("game/overlay.css");

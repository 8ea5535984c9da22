import { automationGlobal } from "../../contract/automation.ts";
import type { WindowInfo } from "../../contract/automation.ts";
import type { KeyInput, MouseInput, PageInput, PagePlace } from "../page-input.ts";
import { pngFile } from "../png.ts";
import type { Session } from "./session.ts";
import { XInput, type PointerButton } from "./x-input.ts";
import { picture, type Area } from "./x.ts";

/** The approximate CSS pixels that a notch of a wheel scrolls by. */
const notch = 50;

/** The events of a page that show the arrival of input. */
const arrivals = {
  mousePressed: "mousedown",
  mouseReleased: "mouseup",
  keyDown: "keydown",
  keyUp: "keyup",
} as const;

let lastInput = 0;

/**
 * The pointer and the keyboard of a private display: their events are trusted in pages, like those
 * of a user.
 */
export async function openXPageInput(session: Session): Promise<PageInput> {
  const x = await XInput.open(session.display);
  let last = { left: 0, top: 0 };
  // A pointer that stays where it is causes no event.
  const moveTo = async (place: PagePlace, left: number, top: number): Promise<void> => {
    if (last.left === left && last.top === top) return;
    last = { left, top };
    await arrived(place, "mousemove", () => x.move(left, top));
  };
  return {
    async mouse(place, input) {
      const { x: left, y: top } = onScreen(place, input);
      if (input.type === "mouseWheel") {
        await x.move(left, top);
        return x.wheel(notches(input.deltaX ?? 0), notches(input.deltaY ?? 0));
      }
      if (input.type === "mouseMoved") return await moveTo(place, left, top);
      const button = (input.button === "none" ? "left" : (input.button ?? "left")) as PointerButton;
      await arrived(place, arrivals[input.type], async () => {
        last = { left, top };
        await x.move(left, top);
        await x.button(button, input.type === "mousePressed");
      });
    },
    async key(place, { type, key }: KeyInput) {
      const isDown = type !== "keyUp";
      await arrived(place, isDown ? arrivals.keyDown : arrivals.keyUp, () => x.key(key, isDown));
    },
    has: (key) => x.has(key),
    picture: async (window, area) => pngFile(picture(session, inWindow(window, area))),
  };
}

/** At least one, in the direction that is wanted. */
function notches(delta: number): number {
  return Math.sign(delta) * Math.max(Math.round(Math.abs(delta) / notch), 1);
}

/** Waits until the page has had the event, as the engines' own protocols do. */
async function arrived({ ask }: PagePlace, kind: string, act: () => Promise<void>): Promise<void> {
  const number = ++lastInput;
  const objects = `${automationGlobal}.objects`;
  // A page that goes away by it has had it.
  await ask(`${objects}.expectInput(${number}, "${kind}")`).catch(() => {});
  await act();
  await ask(`${objects}.inputDone(${number})`).catch(() => {});
}

function onScreen(
  { window: { area }, page }: PagePlace,
  { x, y }: MouseInput,
): { x: number; y: number } {
  const bar = area.height - page.height * page.scale;
  return { x: area.x + x * page.scale, y: area.y + bar + y * page.scale };
}

function inWindow({ area }: WindowInfo, part: Area): Area {
  return { ...part, x: area.x + part.x, y: area.y + part.y };
}

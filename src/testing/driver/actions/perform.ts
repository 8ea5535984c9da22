import { setTimeout as sleep } from "node:timers/promises";
import { DriverError } from "../errors.ts";
import type { Session } from "../session.ts";
import { Hand, type Place } from "./hand.ts";
import { parseSources, type Action, type Origin, type Source } from "./sources.ts";
import type { Parameters } from "../parameters.ts";

/** The steps of a pointer movement in a second. */
const stepsPerSecond = 60;

/** Performs the actions of devices, tick by tick. Source: WebDriver, "Dispatching actions". */
export async function performActions(session: Session, given: Parameters): Promise<void> {
  const sources = parseSources(given);
  // Fails for a frame that no longer exists, as the standard requires.
  await session.onContext("address");
  const { inputState } = session;
  for (const { id, type } of sources) {
    const before = inputState.sources.get(id) ?? type;
    if (before !== type)
      throw new DriverError("invalid argument", `Cannot use "${id}" as ${type}: it is ${before}`);
    inputState.sources.set(id, type);
  }
  const hand = new Hand(session);
  const ticks = Math.max(0, ...sources.map(({ actions }) => actions.length));
  for (let tick = 0; tick < ticks; tick++) await runTick(session, hand, sources, tick);
}

async function runTick(
  session: Session,
  hand: Hand,
  sources: readonly Source[],
  tick: number,
): Promise<void> {
  const actions = sources.flatMap(({ id, actions: all }) => {
    const action = all[tick];
    return action === undefined ? [] : [{ id, action }];
  });
  const longest = Math.max(
    0,
    ...actions.map(({ action }) => ("duration" in action ? action.duration : 0)),
  );
  const start = performance.now();
  for (const { id, action } of actions) await runAction(session, hand, id, action);
  const left = longest - (performance.now() - start);
  if (left > 0) await sleep(left);
}

async function runAction(session: Session, hand: Hand, id: string, action: Action): Promise<void> {
  switch (action.kind) {
    case "pause":
      return;
    case "key":
      return await hand.key(id, action.character, action.isDown);
    case "button":
      return await hand.button(id, action.button, action.isDown);
    case "move":
      return await move(session, hand, id, action);
    case "scroll":
      return await hand.wheel(
        await inPage(session, action.origin, action, { x: 0, y: 0 }),
        action.deltaX,
        action.deltaY,
      );
  }
}

async function move(
  session: Session,
  hand: Hand,
  id: string,
  action: Extract<Action, { readonly kind: "move" }>,
): Promise<void> {
  const from = session.inputState.positions.get(id) ?? { x: 0, y: 0 };
  const to = await inPage(session, action.origin, action, from);
  const steps = Math.floor((action.duration / 1000) * stepsPerSecond);
  for (let step = 1; step < steps; step++) {
    const part = step / steps;
    await hand.move(id, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await sleep(action.duration / steps);
  }
  await hand.move(id, to);
}

/** A place in the page. @throws DriverError `move target out of bounds` */
async function inPage(
  session: Session,
  origin: Origin,
  { x, y }: Place,
  pointer: Place,
): Promise<Place> {
  const start =
    origin === "pointer"
      ? pointer
      : origin === "viewport"
        ? await session.onContext<Place>("origin")
        : await session.onElement<Place>("center", origin.element);
  const place = { x: start.x + x, y: start.y + y };
  const { page } = await session.place();
  if (place.x >= 0 && place.y >= 0 && place.x <= page.width && place.y <= page.height) return place;
  throw new DriverError(
    "move target out of bounds",
    `Cannot move to ${place.x}, ${place.y}: the page is ${page.width} × ${page.height}`,
  );
}

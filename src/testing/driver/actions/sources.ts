import { DriverError } from "../errors.ts";
import { integer, isRecord, list, record, text, word, type Parameters } from "../parameters.ts";
import { elementKey } from "../references.ts";
import { characters } from "./keys.ts";

/** The point that coordinates are relative to. */
export type Origin = "viewport" | "pointer" | { readonly element: string };

interface Timed {
  readonly duration: number;
}

/** The action of a device in a tick. */
export type Action =
  | ({ readonly kind: "pause" } & Timed)
  | { readonly kind: "key"; readonly character: string; readonly isDown: boolean }
  | { readonly kind: "button"; readonly button: number; readonly isDown: boolean }
  | ({
      readonly kind: "move";
      readonly x: number;
      readonly y: number;
      readonly origin: Origin;
    } & Timed)
  | ({
      readonly kind: "scroll";
      readonly x: number;
      readonly y: number;
      readonly deltaX: number;
      readonly deltaY: number;
      readonly origin: Origin;
    } & Timed);

/** A device and its actions, tick by tick. */
export interface Source {
  readonly id: string;
  readonly type: "none" | "key" | "pointer" | "wheel";
  readonly actions: readonly Action[];
}

/** Source: WebDriver, "Processing actions". @throws DriverError `invalid argument` */
export function parseSources(given: Parameters): readonly Source[] {
  return list(given, "actions").map((source) => {
    if (!isRecord(source))
      throw new DriverError("invalid argument", "Cannot perform actions: want objects");
    const type = word(source, "type", ["none", "key", "pointer", "wheel"]);
    const id = text(source, "id");
    if (type === "pointer" && "parameters" in source) checkPointer(record(source, "parameters"));
    const actions = list(source, "actions").map((action) => {
      if (isRecord(action)) return parsers[type](action);
      throw new DriverError(
        "invalid argument",
        `Cannot perform an action of "${id}": want an object`,
      );
    });
    return { id, type, actions };
  });
}

function checkPointer(parameters: Parameters): void {
  if ("pointerType" in parameters) word(parameters, "pointerType", ["mouse", "pen", "touch"]);
}

const parsers: Readonly<Record<Source["type"], (action: Parameters) => Action>> = {
  none: (action) => {
    word(action, "type", ["pause"]);
    return pause(action);
  },
  key(action) {
    const type = word(action, "type", ["keyUp", "keyDown", "pause"]);
    if (type === "pause") return pause(action);
    const value = text(action, "value");
    if (characters(value).length !== 1)
      throw new DriverError("invalid argument", `Cannot press "${value}": want one character`);
    return { kind: "key", character: value, isDown: type === "keyDown" };
  },
  pointer(action) {
    const type = word(action, "type", [
      "pause",
      "pointerUp",
      "pointerDown",
      "pointerMove",
      "pointerCancel",
    ]);
    if (type === "pause") return pause(action);
    if (type === "pointerMove") return { kind: "move", ...place(action) };
    if (type === "pointerCancel")
      throw new DriverError(
        "unsupported operation",
        "Cannot cancel a pointer: a mouse has no such event",
      );
    return { kind: "button", button: integer(action, "button"), isDown: type === "pointerDown" };
  },
  wheel(action) {
    const type = word(action, "type", ["pause", "scroll"]);
    if (type === "pause") return pause(action);
    const deltas = { deltaX: whole(action, "deltaX"), deltaY: whole(action, "deltaY") };
    const at = place(action);
    if (at.origin === "pointer")
      throw new DriverError(
        "invalid argument",
        'Cannot scroll from "pointer": want viewport or an element',
      );
    return { kind: "scroll", ...at, ...deltas };
  },
};

function pause(action: Parameters): Action {
  return { kind: "pause", ...timed(action) };
}

function timed(action: Parameters): Timed {
  return { duration: "duration" in action ? integer(action, "duration") : 0 };
}

function whole(action: Parameters, name: string): number {
  return integer(action, name, Number.MIN_SAFE_INTEGER);
}

function place(action: Parameters): { x: number; y: number; origin: Origin; duration: number } {
  const coordinate = (name: string): number => {
    const value = action[name];
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw new DriverError("invalid argument", `Cannot move to ${name} ${JSON.stringify(value)}`);
  };
  return { x: coordinate("x"), y: coordinate("y"), origin: origin(action), ...timed(action) };
}

function origin(action: Parameters): Origin {
  const given = action["origin"] ?? "viewport";
  if (given === "viewport" || given === "pointer") return given;
  if (isRecord(given) && typeof given[elementKey] === "string")
    return { element: given[elementKey] };
  throw new DriverError(
    "invalid argument",
    `Cannot move from ${JSON.stringify(given)}: want viewport, pointer or an element`,
  );
}

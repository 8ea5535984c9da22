import { FrameworkError } from "../../contract/errors.ts";
import type { Bridge } from "../invoke.ts";

type Answer = (command: string, args: Record<string, unknown>) => unknown;
type Listen = Bridge["listen"];

/** The mocks of a test: each kind of call has its own answers, in any order. */
interface Mocked {
  ipc: Answer | null;
  dialogs: Answer | null;
  events: {
    readonly listen: Listen;
    readonly emit: (args: Record<string, unknown>) => void;
  } | null;
}

const mocked: Mocked = { ipc: null, dialogs: null, events: null };
const placed = new Set<string>();

/** Sets the answers of a kind of calls. */
export function mockCalls<Kind extends keyof Mocked>(kind: Kind, answers: Mocked[Kind]): void {
  mocked[kind] = answers;
  placeGlobal("__FRAMEWORK_BRIDGE__", bridge);
}

/** Gives the page a global of the framework. */
export function placeGlobal(
  name: "__FRAMEWORK_BRIDGE__" | "__FRAMEWORK_WINDOW__",
  value: unknown,
): void {
  if (typeof window === "undefined")
    throw new Error(
      `Cannot mock "${name}": there is no window, run the test with jsdom or happy-dom, or set globalThis.window to globalThis before`,
    );
  if (name in window && !placed.has(name))
    throw new Error(`Cannot mock "${name}": the page must not be open in an app`);
  Object.defineProperty(window, name, { value, configurable: true });
  placed.add(name);
}

/** Reverts all of it. */
export function clearMocked(): void {
  for (const name of placed) Reflect.deleteProperty(window, name);
  placed.clear();
  Object.assign(mocked, { ipc: null, dialogs: null, events: null } satisfies Mocked);
}

// Always asynchronous, like the app's answer: no code may depend on a synchronous one.
const call: Bridge["call"] = async (command, args) => {
  const given = args as Record<string, unknown>;
  if (mocked.dialogs !== null && command.startsWith("dialog."))
    return await mocked.dialogs(command, given);
  if (mocked.events !== null && command === "event.emit") return mocked.events.emit(given);
  if (mocked.ipc !== null) return await mocked.ipc(command, given);
  throw unanswered(command);
};

let lastId = 0;

const listen: Listen = async (event, label, once, handler) => {
  if (mocked.events !== null) return await mocked.events.listen(event, label, once, handler);
  const id = ++lastId;
  await call("event.listen", { id, event, window: label, once }, false);
  return () => void call("event.unlisten", { id }, false).catch(() => undefined);
};

const bridge: Bridge = Object.freeze({ call, listen, system: "linux", hosts: null });

/** The error of a call that no mock answers. */
export function unanswered(command: string): FrameworkError {
  return new FrameworkError(
    "unknown-command",
    `Cannot run "${command}": no mock of the test answers it`,
  );
}

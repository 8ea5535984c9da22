/**
 * For front-end tests without an app, in Vitest or another runner, with jsdom, happy-dom or a
 * browser: the test answers calls. Not for an app's own pages, and not in `window.__FRAMEWORK__`.
 */
import type { CommandInput, CommandResult } from "../contract/commands/index.ts";
import type { Event, EventCallback } from "./event.ts";
import { mockSchemeHosts } from "./parts/asset.ts";
import { clearMocked, mockCalls, placeGlobal, unanswered } from "./parts/mock-bridge.ts";
import type { AppLike, ArgsOf, CommandsOf, NameOf } from "./parts/own-commands.ts";

/** The answers to the commands of an app: each has the command's parameters and result. */
export type MockAnswers<App extends AppLike> = {
  readonly [N in NameOf<App>]?: (
    ...args: ArgsOf<CommandsOf<App>[N]>
  ) => Awaited<ReturnType<CommandsOf<App>[N]>> | Promise<Awaited<ReturnType<CommandsOf<App>[N]>>>;
};

/**
 * Answers every call of the page: commands of the app, and those that the functions of the modules
 * run, by their names and arguments: `dialog.ask` with `{ message, options }`. A returned value, or
 * the value of a returned promise, is the result; a thrown value rejects the call unchanged.
 * Listening to an event is the call `event.listen`; the mock delivers none, and {@link mockEvents}
 * does. Needs no flag.
 *
 * With the app's type and a function for each command, as in `mockIPC<typeof app>({ greet: ({ name
 * }) => name })`, names, arguments and results are checked. A command without a function rejects
 * with `unknown-command`.
 *
 * @param answers receives the name of the command and its arguments; or a function for each command
 *
 * @example
 * mockIPC((command, args) => (command === "add" ? Number(args.a) + Number(args.b) : undefined));
 * expect(await invoke("add", { a: 1, b: 2 })).toBe(3);
 */
export function mockIPC<App extends AppLike = AppLike>(
  answers: MockAnswers<App> | ((command: string, args: Record<string, unknown>) => unknown),
): void {
  if (typeof answers === "function") return mockCalls("ipc", answers);
  const known = answers as unknown as Readonly<Record<string, (args: unknown) => unknown>>;
  mockCalls("ipc", (command, args) => {
    if (!Object.hasOwn(known, command)) throw unanswered(command);
    return known[command]?.(args);
  });
}

type DialogName = "message" | "ask" | "confirm" | "choose" | "open" | "save";

/** The answers to dialogs: a value, or a function of the dialog's content. */
export type MockDialogs = {
  readonly [N in DialogName]?:
    | CommandResult<`dialog.${N}`>
    | ((
        shown: CommandInput<`dialog.${N}`>,
      ) => CommandResult<`dialog.${N}`> | Promise<CommandResult<`dialog.${N}`>>);
};

/** A dialog that the page has requested. */
export interface MockedDialog {
  /** The function of `framework/api/dialog`. */
  readonly name: DialogName;
  /** The message and the options, as far as the function takes them. */
  readonly shown: unknown;
}

/**
 * Answers the dialogs of `framework/api/dialog`, in addition to {@link mockIPC}. A dialog without
 * an answer is cancelled. Returns a list of the shown dialogs, which grows. Needs no flag.
 *
 * @param answers the answer of each: `ask: true`, `open: null`, or a function of the content
 *
 * @example
 * const shown = mockDialogs({ ask: true, save: "/home/ada/note.txt" });
 * await saveButton.click();
 * expect(shown[0]).toMatchObject({ name: "ask", shown: { message: "Save the changes?" } });
 */
export function mockDialogs(answers: MockDialogs = {}): readonly MockedDialog[] {
  const shown: MockedDialog[] = [];
  mockCalls("dialogs", (command, args) => {
    const name = command.slice("dialog.".length) as DialogName;
    shown.push({ name, shown: args });
    const answer: unknown = Object.hasOwn(answers, name) ? answers[name] : cancelled[name];
    return typeof answer === "function" ? (answer as (shown: unknown) => unknown)(args) : answer;
  });
  return shown;
}

const cancelled: { readonly [N in DialogName]: CommandResult<`dialog.${N}`> } = {
  message: undefined,
  ask: false,
  confirm: false,
  choose: { button: -1, checked: false },
  open: null,
  save: null,
};

/** The app's side of the events of a page. */
export interface MockedEvents {
  /**
   * Emits an event to the page's listeners, as the app does.
   * @param window the source window, for listeners bound to one
   */
  emit(event: string, payload?: unknown, window?: string): void;
  /** The events that the page has emitted, in order. */
  readonly emitted: readonly {
    readonly event: string;
    readonly payload: unknown;
    readonly window: string | null;
  }[];
}

interface Listener {
  readonly event: string;
  readonly window: string | null;
  readonly once: boolean;
  readonly handler: EventCallback;
}

/**
 * Delivers events: those that the test emits, and those that the page emits itself. In addition to
 * {@link mockIPC}. Needs no flag.
 *
 * @example
 * const events = mockEvents();
 * events.emit("download-progress", 50);
 * expect(bar.value).toBe(50);
 */
export function mockEvents(): MockedEvents {
  const listeners = new Map<number, Listener>();
  const emitted: { event: string; payload: unknown; window: string | null }[] = [];
  let lastId = 0;
  const deliver = (event: string, payload: unknown, from: string | null): void => {
    for (const [id, listener] of listeners) {
      const { window: wanted, once, handler } = listener;
      if (listener.event !== event || (wanted !== null && from !== null && wanted !== from))
        continue;
      if (once) listeners.delete(id);
      const windowLabel = from ?? window.__FRAMEWORK_WINDOW__?.label ?? "main";
      // Each listener gets a copy of its own, as from the app.
      handler({ event, windowLabel, id, payload: copied(payload) } satisfies Event);
    }
  };
  mockCalls("events", {
    async listen(event, label, once, handler) {
      const id = ++lastId;
      listeners.set(id, { event, window: label, once, handler });
      return () => void listeners.delete(id);
    },
    emit({ event, payload, window: to = null }) {
      emitted.push({ event: String(event), payload, window: to as string | null });
      deliver(String(event), payload, null);
    },
  });
  return { emit: (event, payload, from) => deliver(event, payload, from ?? null), emitted };
}

/** Jest's pages have no `structuredClone`, and then tests contain no bytes, either. */
function copied(payload: unknown): unknown {
  if (typeof structuredClone === "function") return structuredClone(payload);
  return payload === undefined ? undefined : JSON.parse(JSON.stringify(payload));
}

/**
 * Sets the open windows. Call it before `framework/api/window` is loaded, whose `appWindow` is then
 * the first of them. {@link mockIPC} answers the calls of windows. Needs no flag.
 *
 * @param current the label of the page's window
 * @param others the labels of all other windows
 *
 * @example
 * mockWindows("main", "settings");
 * const { getAll } = await import("framework/api/window");
 */
export function mockWindows(current: string, ...others: string[]): void {
  placeGlobal("__FRAMEWORK_WINDOW__", { label: current, labels: [current, ...others] });
}

/**
 * Makes `convertFileSrc` produce the addresses of another system. Needs no flag.
 *
 * @param system `linux`, `macos` or `windows`
 * @param scheme on Windows: that of the addresses
 *
 * @example
 * mockConvertFileSrc("windows");
 * convertFileSrc("C:\\cat.png"); // "https://asset.localhost/C%3A%5Ccat.png"
 */
export function mockConvertFileSrc(system: string, scheme: "http" | "https" = "https"): void {
  mockSchemeHosts(system === "windows" ? scheme : null);
}

/**
 * Reverts the other functions: after it, calls have no answers. Needs no flag.
 *
 * @example
 * afterEach(() => clearMocks());
 */
export function clearMocks(): void {
  clearMocked();
  mockSchemeHosts(undefined);
}

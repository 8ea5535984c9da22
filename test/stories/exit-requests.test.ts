// The questions to own code before its user ends the app.

import { expect, spyOn, test } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { defineApp, type App, type ExitRequest } from "../../src/app/index.ts";
import { closePatience } from "../../src/contract/ui/end-question.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";

type Ask = (request: ExitRequest) => void | Promise<void>;

interface Asked extends MemoryApp {
  readonly own: App;
  /** The reasons that handlers were given. */
  readonly reasons: readonly string[];
  readonly isQuiet: () => boolean;
}

async function start(ask: Ask | null, setup: (app: App) => void = () => {}): Promise<Asked> {
  let own: App | undefined;
  const reasons: string[] = [];
  const app = await startInMemory({
    answers: { message: () => 0 },
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
    definition: defineApp({
      setup(given) {
        own = given;
        if (ask !== null)
          given.onExitRequested((request) => {
            reasons.push(request.reason);
            return ask(request);
          });
        setup(given);
      },
    }),
  });
  const isQuiet = (): boolean => app.platform.exitCode === null;
  return Object.assign(app, { own: own as unknown as App, reasons, isQuiet });
}

const ended = (app: Asked): Promise<true> => waitFor("the end", () => !app.isQuiet() || undefined);
/** Presses the close buttons of all windows. */
function closeAll(app: Asked): void {
  for (const window of ["main", "other"]) app.platform.requestClose(window);
}

test("an app without a handler ends with its last window, by Quit and with the session", async () => {
  using closing = await start(null);
  closeAll(closing);
  await ended(closing);
  using quitting = await start(null);
  quitting.platform.chooseInTray("framework:role:quit");
  await ended(quitting);
  using asking = await start(null);
  expect(await asking.platform.askToEnd("session")).toBe(true);
  expect(asking.platform.recorded.some(({ call }) => call === "app.answerExit")).toBe(false);
});

test("a handler that does not object is asked once, with the reason", async () => {
  using closing = await start(() => {});
  closeAll(closing);
  await ended(closing);
  expect(closing.reasons).toEqual(["last-window"]);
  using quitting = await start(() => {});
  quitting.platform.chooseInTray("framework:role:quit");
  await ended(quitting);
  expect(quitting.reasons).toEqual(["quit"]);
  for (const reason of ["quit", "session"] as const) {
    using asking = await start(() => {});
    expect(await asking.platform.askToEnd(reason)).toBe(true);
    expect(asking.reasons).toEqual([reason]);
  }
});

test("a handler keeps the app running, with or without windows, until it agrees", async () => {
  let isKept = true;
  using app = await start(async ({ preventDefault }) => {
    await Bun.sleep(0);
    if (isKept) preventDefault();
  });
  app.platform.chooseInTray("framework:role:quit");
  await waitFor("the first question", () => app.reasons.length === 1);
  for (const reason of ["quit", "session"] as const)
    expect(await app.platform.askToEnd(reason)).toBe(false);
  closeAll(app);
  await waitFor("the last one", () => app.reasons.length === 4);
  expect(app.reasons).toEqual(["quit", "quit", "session", "last-window"]);
  await app.own.windows.open("third");
  expect(app.isQuiet()).toBe(true);
  isKept = false;
  app.platform.requestClose("third");
  await ended(app);
});

test("an app that opens a window when it is asked goes on with it", async () => {
  using app = await start(async () => void (await app.own.windows.open("third")));
  closeAll(app);
  await waitFor("the window", () => app.platform.windows.has("third"));
  expect(app.isQuiet()).toBe(true);
});

test("a handler that never settles does not keep an app without windows", async () => {
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  using app = await start(() => new Promise(() => {}));
  closeAll(app);
  await ended(app);
  expect(output.mock.calls.flat().join("")).toContain(
    "app.onExitRequested has not settled within 2 s",
  );
  output.mockRestore();
});

test("a handler that never settles does not keep the end of the session", async () => {
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  using app = await start(() => new Promise(() => {}));
  expect(await app.platform.askToEnd("session")).toBe(true);
  output.mockRestore();
});

test("a user who quits again after five seconds has waited long enough for a handler", async () => {
  using app = await start(() => new Promise(() => {}));
  app.platform.chooseInTray("framework:role:quit");
  await waitFor("the question", () => app.reasons.length === 1);
  expect(await app.platform.askToEnd("quit")).toBe(false);
  const clock = spyOn(performance, "now");
  clock.mockReturnValue(performance.now() + closePatience);
  expect(await app.platform.askToEnd("quit")).toBe(true);
  clock.mockRestore();
  expect(app.reasons).toEqual(["quit"]);
});

test("a handler that fails keeps nothing, and one that was removed is not asked", async () => {
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  using app = await start(
    () => {
      throw new RangeError("in the handler");
    },
    (own) => own.onExitRequested(({ preventDefault }) => preventDefault())(),
  );
  expect(await app.platform.askToEnd("session")).toBe(true);
  await ended(app);
  expect(app.platform.exitCode).toBe(1);
  output.mockRestore();
});

test("a handler that fails leaves the decision to the others", async () => {
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  let isKept = true;
  using app = await start(
    () => {
      throw new RangeError("in the handler");
    },
    (own) => {
      own.onError(({ preventDefault }) => preventDefault());
      own.onExitRequested(({ preventDefault }) => (isKept ? preventDefault() : undefined));
    },
  );
  expect(await app.platform.askToEnd("quit")).toBe(false);
  isKept = false;
  expect(await app.platform.askToEnd("quit")).toBe(true);
  output.mockRestore();
});

test("signals, and what the app ends by itself, do not ask", async () => {
  for (const end of [
    (app: Asked) => app.platform.terminate("SIGTERM"),
    (app: Asked) => void app.own.exit(0),
  ]) {
    using app = await start(({ preventDefault }) => preventDefault());
    end(app);
    await ended(app);
    expect(app.reasons).toEqual([]);
  }
});

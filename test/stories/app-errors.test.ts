// The handling of uncaught errors, in own code and in pages.

import { afterEach, expect, spyOn, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { errorPlugin } from "../../src/app/errors/page-errors.ts";
import { failApp } from "../../src/app/process/uncaught.ts";
import { defineApp, FrameworkError, type App, type UncaughtError } from "../../src/app/index.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { userFolder } from "../support/user-folder.ts";

const user = userFolder({ XDG_CONFIG_HOME: "" });
const logs = (): string => join(user.path, "org.example.memory/logs");
const errorFile = (): string => join(logs(), "errors.log");

let output = "";
const standardError = spyOn(process.stderr, "write").mockImplementation((text) => {
  output += String(text);
  return true;
});
afterEach(() => void (output = ""));

interface Failing extends MemoryApp {
  readonly own: App;
  /** Throws where nothing catches it, in own code. */
  fail(error: unknown): void;
  /** The texts of the last dialogs. */
  readonly dialogs: readonly string[];
  /** Closes the dialog that is shown. */
  close(): void;
  readonly exitCode: number | null;
}

async function start(
  setup: (app: App) => void = () => {},
  options: Partial<MemoryAppOptions> = {},
): Promise<Failing> {
  let own: App | undefined;
  const dialogs: string[] = [];
  const { promise, resolve } = Promise.withResolvers<number>();
  const app = await startInMemory({
    config: { package: { productName: "Notes", version: "1.2.3" } },
    answers: {
      message: ({ text }) => {
        dialogs.push(text);
        return promise;
      },
    },
    definition: defineApp({
      setup(given) {
        own = given;
        setup(given);
      },
    }),
    ...options,
  });
  return Object.assign(app, {
    own: own as unknown as App,
    dialogs,
    fail: (error: unknown) => failApp(app.services.exit, error),
    close: () => resolve(0),
    get exitCode() {
      return app.platform.exitCode;
    },
  });
}

const ended = (app: Failing): Promise<true> =>
  waitFor("the end", () => app.platform.exitCode !== null || undefined);

test("a built app that fails names its file of errors in a dialog, and ends with 1 after that", async () => {
  using app = await start();
  app.fail(new RangeError("out of paper"));
  await waitFor("the dialog", () => app.dialogs.length === 1);
  expect(app.dialogs).toEqual([
    `Notes has to close because of an error.\n\nRangeError: out of paper\n\nThe details are in ${errorFile()}`,
  ]);
  expect(app.platform.exitCode).toBeNull();
  expect(readFileSync(errorFile(), "utf8")).toMatch(
    /^\d{4}-[\dT:.-]+Z Notes 1\.2\.3 \(linux\)\nRangeError: out of paper\n +at .*app-errors\.test\.ts/,
  );
  expect(statSync(errorFile()).mode & 0o777).toBe(0o600);
  expect(output).toStartWith("RangeError: out of paper\n");
  app.close();
  await ended(app);
  expect(app.platform.exitCode).toBe(1);
});

test("an app that a test drives ends with 1 and its error at once, without a dialog", async () => {
  const automation: MemoryAppOptions["automation"] = {
    watch: (channel) => channel,
    added: (definition) => definition,
    begin: () => {},
    begun: () => {},
  };
  using app = await start(() => {}, { automation });
  app.fail(new RangeError("out of paper"));
  await ended(app);
  expect([app.dialogs, app.platform.exitCode]).toEqual([[], 1]);
  expect(output).toStartWith("RangeError: out of paper\n");
});

test("a storm of errors shows one dialog, and does not fill standard error", async () => {
  using app = await start();
  for (let number = 0; number < 1000; number++) app.fail(new Error(`number ${number}`));
  await waitFor("the dialog", () => app.dialogs.length > 0);
  app.close();
  await ended(app);
  expect(app.dialogs).toHaveLength(1);
  expect(output.match(/Error: number/g)).toHaveLength(21);
  expect(readFileSync(errorFile(), "utf8").match(/Error: number/g)).toEqual(["Error: number"]);
});

test("a handler hears of an error with what was thrown, and keeps the app running", async () => {
  const heard: Omit<UncaughtError, "preventDefault">[] = [];
  using app = await start((own) => {
    own.onError(({ preventDefault, ...error }) => {
      heard.push(error);
      preventDefault();
    });
  });
  const thrown = { code: 7 };
  for (let time = 0; time < 3; time++) app.fail(thrown);
  expect(heard).toEqual(
    Array.from({ length: 3 }, () => ({ error: thrown, source: "code", window: null })),
  );
  expect([app.dialogs.length, app.exitCode]).toEqual([0, null]);
});

test("a handler that takes its time may still keep the app running", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  using app = await start((own) => {
    own.onError(async ({ preventDefault }) => {
      await promise;
      preventDefault();
      done.push("handled");
    });
  });
  app.fail(new Error("slow"));
  resolve();
  await waitFor("the handler", () => done.length === 1);
  expect([app.dialogs.length, app.exitCode]).toEqual([0, null]);
});

test("a handler that was removed hears nothing", async () => {
  const heard: unknown[] = [];
  using app = await start((own) => own.onError(() => void heard.push(1))());
  app.fail(new Error("x"));
  await waitFor("the dialog", () => app.dialogs.length === 1);
  expect(heard).toEqual([]);
  app.close();
  await ended(app);
});

for (const [kind, handler] of [
  [
    "throws",
    () => {
      throw new TypeError("in the handler");
    },
  ],
  ["rejects", () => Promise.reject(new TypeError("in the handler"))],
] as const)
  test(`an error of own code ends the app when its handler ${kind}, which is said`, async () => {
    using app = await start((own) => void own.onError(handler));
    app.fail(new RangeError("the first"));
    await waitFor("the dialog", () => app.dialogs.length === 1);
    expect(app.dialogs[0]).toContain("RangeError: the first");
    expect(output).toContain(
      "framework: a handler of app.onError failed:\nTypeError: in the handler",
    );
    app.close();
    await ended(app);
    expect(app.dialogs).toHaveLength(1);
  });

test("a handler of a close button that fails ends the app", async () => {
  using app = await start(({ windows }) => {
    windows.onCloseRequested(() => Promise.reject(new Error("on purpose")));
  });
  app.platform.requestClose("main");
  await waitFor("the dialog", () => app.dialogs.length === 1);
  expect(app.dialogs[0]).toContain("Error: on purpose");
  app.close();
  await ended(app);
  expect(app.platform.exitCode).toBe(1);
});

test("a slow handler of an earlier error still ends the app, though the last window has closed", async () => {
  const decides = Promise.withResolvers<void>();
  using app = await start((own) => {
    own.onError(({ error, preventDefault }) => {
      if (error instanceof RangeError) return decides.promise;
      preventDefault();
      return undefined;
    });
  });
  app.fail(new RangeError("the first"));
  app.fail(new TypeError("the second"));
  app.platform.requestClose("main");
  await waitFor("the end of the window", () => app.platform.windows.size === 0);
  decides.resolve();
  await waitFor("the dialog", () => app.dialogs.length === 1);
  app.close();
  await ended(app);
  expect(app.platform.exitCode).toBe(1);
});

test("an error before the first window is shown, too", async () => {
  const answers = { message: () => 0 };
  const codes: number[] = [];
  const definition = defineApp({
    setup() {
      throw new FrameworkError("unavailable", "No printer");
    },
  });
  const failed = startInMemory({ definition, answers, onQuit: (code) => void codes.push(code) });
  await expect(failed).rejects.toThrow("did not start");
  await waitFor("the end", () => codes.length > 0);
  expect(codes).toEqual([1]);
});

test("own code that cannot be loaded is shown, although nothing has begun", async () => {
  const shown: string[] = [];
  const codes: number[] = [];
  const failed = startInMemory({
    definition: null,
    answers: { message: ({ text }) => (shown.push(text), 0) },
    onQuit: (code) => void codes.push(code),
  });
  await expect(failed).rejects.toThrow("did not start");
  await waitFor("the end", () => codes.length > 0);
  expect(shown).toEqual([expect.stringContaining("it has no default export")]);
  expect(codes).toEqual([1]);
});

test("without a display the app ends with 1, and nothing waits", async () => {
  const codes: number[] = [];
  const failed = startInMemory({
    definition: null,
    answers: {
      display() {
        throw new FrameworkError("unavailable", "Cannot open a display");
      },
    },
    onQuit: (code) => void codes.push(code),
  });
  await expect(failed).rejects.toThrow("did not start");
  await waitFor("the end", () => codes.length > 0);
  expect(codes).toEqual([1]);
  expect(readFileSync(errorFile(), "utf8")).toContain("it has no default export");
});

test("if the file of errors cannot be written, the dialog contains only the error", async () => {
  mkdirSync(join(errorFile(), "a folder"), { recursive: true });
  using app = await start();
  app.fail("only text");
  await waitFor("the dialog", () => app.dialogs.length === 1);
  expect(app.dialogs).toEqual(["Notes has to close because of an error.\n\nonly text"]);
  expect(output).toContain("framework: cannot write the error to a file: ");
  app.close();
  await ended(app);
});

test("the file of errors begins anew when it is large", async () => {
  mkdirSync(logs(), { recursive: true });
  writeFileSync(errorFile(), "old ".repeat(100_000));
  using app = await start();
  app.fail(new Error("new"));
  await waitFor("the dialog", () => app.dialogs.length === 1);
  expect(readFileSync(errorFile(), "utf8")).not.toContain("old");
  app.close();
  await ended(app);
});

test("an error in development waits for a better version, without a dialog", async () => {
  using app = await start(undefined, { mode: "dev" });
  app.fail(new Error("x"));
  await ended(app);
  expect(app.dialogs).toEqual([]);
});

/** Throws in the page, where nothing catches it. */
const inPage = (app: MemoryApp, type: "error" | "unhandledrejection", fields: object): void =>
  void app.page.window.dispatchEvent(Object.assign(new Event(type), fields));

test("errors of pages reach the handler, and the app goes on", async () => {
  const heard: unknown[][] = [];
  using app = await start((own) => {
    own.onError(({ error, source, window }) => {
      const { name, message, stack } = error as Error;
      heard.push([source, window, name, message, stack]);
    });
  });
  const thrown = Object.assign(new TypeError("no such button"), { stack: "press@page.js:3:4" });
  inPage(app, "error", { error: thrown, message: "no such button" });
  inPage(app, "unhandledrejection", { reason: { code: 3 } });
  inPage(app, "error", {
    message: "Script error.",
    filename: "framework://localhost/a.js",
    lineno: 3,
    colno: 4,
  });
  await waitFor("the reports", () => heard.length === 3);
  expect(heard).toEqual([
    ["page", "main", "TypeError", "no such button", "TypeError: no such button\npress@page.js:3:4"],
    ["page", "main", "Error", '{"code":3}', 'Error: {"code":3}'],
    [
      "page",
      "main",
      "Error",
      "Script error.",
      "Error: Script error.\nframework://localhost/a.js:3:4",
    ],
  ]);
  expect([app.dialogs.length, app.exitCode]).toEqual([0, null]);
});

test("a page that fails without end is heard a hundred times", async () => {
  const heard: unknown[] = [];
  using app = await start((own) => void own.onError(({ error }) => void heard.push(error)));
  for (let number = 0; number < 300; number++)
    inPage(app, "error", { message: `number ${number}` });
  // Whatever the page sends by itself counts, too.
  for (let number = 0; number < 10; number++)
    await app.page.invoke(`plugin:${errorPlugin}|report`, {});
  expect(heard).toHaveLength(100);
});

test("pages have nothing of this where there is no handler", async () => {
  using app = await start();
  const reports = (): boolean | undefined =>
    app.platform.windows.get("main")?.scripts.some(({ source }) => source.includes(errorPlugin));
  expect(reports()).toBe(false);
  app.own.onError(() => {});
  await waitFor("the script of the next document", () => reports() === true);
});

test("standard error is put back", () => standardError.mockRestore());

// On Linux alone: XDG_CONFIG_HOME leads to a folder of the test, where Linux has the logs.

import { expect, spyOn, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type * as logApi from "../../plugins/log/api.ts";
import { captureScript } from "../../plugins/log/capture.ts";
import { log, type LogOptions } from "../../plugins/log/index.ts";
import { lineOf, longestMessage } from "../../plugins/log/line.ts";
import { LogFile } from "../../plugins/log/log-file.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { failApp } from "../../src/app/process/uncaught.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_CONFIG_HOME: "" });

const folder = (): string => join(data.path, "org.example.memory/logs");
const file = (name = "Memory.log"): string => join(folder(), name);
/** The lines of the file, without their time. */
const lines = (name?: string): string[] =>
  readFileSync(file(name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/^\[\d{4}-\d\d-\d\d\]\[\d\d:\d\d:\d\d\]/, ""));

async function start(
  options: LogOptions = {},
  { allow = { all: true }, setup }: { allow?: object; setup?: (app: App) => void } = {},
) {
  const logger = log({ targets: ["folder"], capture: false, ...options });
  const app = await startInMemory({
    definition: defineApp({ plugins: [logger], ...(setup && { setup: setup as never }) }),
    answers: { message: () => 0 },
    config: {
      plugins: { log: { allowlist: allow } },
      framework: { windows: [{ label: "main" }, { label: "other" }] },
    },
  });
  const api = (window = "main") => pageHalf<typeof logApi>("log", app.pageOf(window));
  return Object.assign(app, { logger, api, end: () => app.services.exit.quit(0) });
}

test("own code and pages write to one file, with level, origin and fields", async () => {
  using app = await start();
  const { trace, debug, info, warn, error } = await app.api();
  app.logger.info("started", { pid: 7 });
  app.logger.target("app:db").warn("slow");
  const place = { file: "a.ts", line: 3 };
  await Promise.all([
    ...[trace, debug, info, warn].map((write, i) => write(`page ${i}`, place)),
    error("page 4", { ...place, keyValues: { folder: "/tmp" } }),
  ]);
  await (await app.api("other")).info("other", place);
  await app.end();
  expect(lines()).toEqual([
    '[INFO][app] started {"pid":7}',
    "[WARN][app:db] slow",
    "[TRACE][page:main:a.ts:3] page 0",
    "[DEBUG][page:main:a.ts:3] page 1",
    "[INFO][page:main:a.ts:3] page 2",
    "[WARN][page:main:a.ts:3] page 3",
    '[ERROR][page:main:a.ts:3] page 4 {"folder":"/tmp"}',
    "[INFO][page:other:a.ts:3] other",
  ]);
});

test("lines of own code that come before the app is there are written, too", async () => {
  const logger = log({ targets: ["folder"], capture: false });
  logger.info("early");
  using app = await startInMemory({ definition: defineApp({ plugins: [logger] }) });
  await logger.flush();
  expect(lines()).toEqual(["[INFO][app] early"]);
  await app.services.exit.quit(0);
});

test("a level lets through what is as grave, and each target may have its own", async () => {
  using app = await start({ level: "warn", levels: { page: "error", "app:db": "trace" } });
  const write = (logger: Pick<typeof app.logger, "debug" | "warn">): void => {
    logger.debug("debug");
    logger.warn("warn");
  };
  write(app.logger);
  write(app.logger.target("app:db:pool"));
  write(app.logger.target("app:dbx"));
  const { warn, error } = await app.api();
  await Promise.all([warn("warn", { file: "a", line: 1 }), error("error", { file: "a", line: 1 })]);
  await app.end();
  expect(lines()).toEqual([
    "[WARN][app] warn",
    "[DEBUG][app:db:pool] debug",
    "[WARN][app:db:pool] warn",
    "[WARN][app:dbx] warn",
    "[ERROR][page:main:a:1] error",
  ]);
});

test("lines go to the targets that are wanted", async () => {
  let output = "";
  using _ = spyOn(process.stdout, "write").mockImplementation(
    (text) => (output += String(text)).length > 0,
  );
  using app = await start({ targets: ["stdout"], format: "json" });
  app.logger.error(new TypeError("no"), { level: "forged", id: 1 });
  await app.end();
  expect(JSON.parse(output)).toMatchObject({ level: "error", target: "app", id: 1 });
  expect(JSON.parse(output).message).toStartWith("TypeError: no\n");
  expect(existsSync(folder())).toBe(false);
});

const record = (message: string, target = "app") =>
  ({ level: "info", target, message, fields: null }) as const;

for (const [what, message, wanted] of [
  [
    "an end of a line",
    "a\n[2026-01-01][00:00:00][ERROR][app] forged",
    "a\n    [2026-01-01][00:00:00][ERROR][app] forged",
  ],
  ["an end of a line of Windows", "a\r\nb\rc", "a\n    b\n    c"],
  ["a sequence that moves the cursor", "a\u001b[2Kb\u0000", "a\\u001b[2Kb\\u0000"],
  ["a character that turns the direction", "a\u202eb\u2028", "a\\u202eb\\u2028"],
  ["a tab", "a\tb", "a\tb"],
] as const)
  test(`${what} in a message makes no line of its own`, () => {
    expect(lineOf(record(message), "text", 0)).toBe(
      `[1970-01-01][00:00:00][INFO][app] ${wanted}\n`,
    );
    expect(lineOf(record("m", message), "text", 0).trimEnd()).not.toContain("\n");
    expect(lineOf(record(message), "json", 0).trimEnd()).not.toContain("\n");
  });

test("a message that is too long is cut", () => {
  const line = lineOf(record("x".repeat(longestMessage + 5)), "text", 0);
  expect(line).toEndWith(`x… (${longestMessage + 5} characters)\n`);
  expect(lineOf({ ...record("m"), fields: { self: 1n } }, "text", 0)).toContain(
    "(fields that JSON cannot hold)",
  );
});

for (const [what, fields, wanted] of [
  ["that JSON cannot hold", { self: 1n }, "(fields that JSON cannot hold)"],
  [
    "that are too long",
    { text: "x".repeat(longestMessage) },
    `… (${longestMessage + 11} characters)`,
  ],
] as const)
  test(`fields ${what} are one text in a line of JSON`, () => {
    const line = JSON.parse(lineOf({ ...record("m"), fields }, "json", 0)) as { fields: string };
    expect(line).toEqual({
      fields: expect.stringContaining(wanted),
      time: "1970-01-01T00:00:00.000Z",
      level: "info",
      target: "app",
      message: "m",
    } as never);
  });

test("a page hears of each line it is allowed to, its own and those of others, until it ends it", async () => {
  using app = await start();
  const { attachLogger, info } = await app.api();
  const heard: unknown[] = [];
  const detach = await attachLogger(
    ({ level, message }) => void heard.push([level, message.slice(22)]),
  );
  app.logger.warn("app");
  await (await app.api("other")).error("other", { file: "a", line: 1 });
  await info("own", { file: "a", line: 1 });
  await waitFor("all lines", () => heard.length === 3);
  expect(heard).toEqual([
    [4, "[WARN][app] app"],
    [5, "[ERROR][page:other:a:1] other"],
    [3, "[INFO][page:main:a:1] own"],
  ]);
  detach();
  await info("later");
  expect(heard.length).toBe(3);
});

test("several handlers of a page each hear a line once, and again after all have ended", async () => {
  using app = await start();
  const { attachLogger } = await app.api();
  const heard: string[] = [];
  const attach = (name: string) =>
    attachLogger(({ message }) => void heard.push(`${name}: ${message.slice(-3)}`));
  const ends = [await attach("one"), await attach("two")];
  app.logger.warn("1st");
  app.logger.warn("2nd");
  await waitFor("both lines", () => heard.includes("two: 2nd"));
  expect(heard.sort()).toEqual(["one: 1st", "one: 2nd", "two: 1st", "two: 2nd"]);
  for (const end of ends) end();
  heard.length = 0;
  await attach("three");
  app.logger.warn("3rd");
  await waitFor("the line", () => heard.length > 0);
  expect(heard).toEqual(["three: 3rd"]);
});

test("a line of a page names the place of the call", async () => {
  using app = await start();
  const { info } = await app.api();
  const callHere = (): Promise<void> => info("here");
  await callHere();
  await app.end();
  expect(lines()[0]).toMatch(/^\[INFO\]\[page:main:.*log\.test\.ts:\d+:\d+\] here$/);
});

for (const [allow, call, flag] of [
  [{ read: true }, "info", "write"],
  [{ write: true }, "attachLogger", "read"],
] as const)
  test(`${call} needs the flag "${flag}"`, async () => {
    using app = await start({}, { allow });
    const { info, attachLogger } = await app.api();
    expect(await rejection(call === "info" ? info("x") : attachLogger(() => {}))).toContain(
      `set plugins.log.allowlist.${flag} to true`,
    );
    // The listener that was in vain has ended by then.
    await app.page.invoke("app.getName");
  });

test("a message that is no text costs no other line of its turn", async () => {
  using app = await start();
  const { info } = await app.api();
  const at = { file: "a.ts", line: 3 };
  await Promise.allSettled([info("one", at), info(5 as unknown as string, at), info("two", at)]);
  await app.end();
  expect(lines()).toEqual(["[INFO][page:main:a.ts:3] one", "[INFO][page:main:a.ts:3] two"]);
});

test("a message that is no text is refused on one line", async () => {
  using app = await start();
  const { info } = await app.api();
  for (const [message, shown] of [
    [5, "5"],
    [{ a: 1 }, '{"a":1}'],
    [undefined, "undefined"],
    [["x".repeat(200)], `["${"x".repeat(98)}…`],
  ] as const)
    expect(await rejection(info(message as unknown as string))).toBe(
      `bad-argument: Cannot log ${shown}: the message must be a text`,
    );
});

for (const line of [
  null,
  {},
  { level: 6, message: "" },
  { level: 1, message: 1 },
  { level: "info", message: "" },
])
  test(`${JSON.stringify(line)} is no line of a page`, async () => {
    using app = await start();
    expect(await rejection(app.page.invoke("plugin:log|log", line))).toContain(
      "bad-argument: Cannot log",
    );
    expect(await rejection(app.page.invoke("plugin:log|lines", { lines: [line] }))).toContain(
      "bad-argument",
    );
  });

test("console output and uncaught errors of own code are logged", async () => {
  const quiet = [spyOn(console, "warn"), spyOn(console, "error")].map((one) =>
    one.mockImplementation(() => {}),
  );
  using app = await start({ capture: true });
  console.warn("careful", { a: 1 });
  // It ends the app, after its last dialog.
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  failApp(app.services.exit, new RangeError("lost"));
  await app.end();
  output.mockRestore();
  const own = lines().filter((line) => /^\[\w+\]\[app/.test(line));
  expect(own).toEqual([
    "[WARN][app:console] careful {",
    expect.stringContaining("[ERROR][app] uncaught RangeError: lost"),
  ]);
  // The console of this test is that of its page, too.
  expect(lines()).toContain('[WARN][page:main] careful {"a":1}');
  for (const one of quiet) one.mockRestore();
});

test("console output and uncaught errors of a page are logged once", async () => {
  using app = await start();
  const written: unknown[] = [];
  const console = Object.fromEntries(
    ["debug", "log", "info", "warn", "error"].map((name) => [
      name,
      (...values: unknown[]) => void written.push([name, ...values]),
    ]),
  ) as unknown as Console;
  // oxlint-disable-next-line no-implied-eval -- as the engine runs it
  new Function("window", "console", captureScript)(app.page.window, console);
  console.log("a", { b: 1 });
  console.error(new TypeError("wrong"));
  // A DOMException of WebKit can have neither.
  console.error(Object.assign(new RangeError(""), { stack: undefined }));
  app.page.window.dispatchEvent(
    Object.assign(new Event("error"), {
      message: "lost",
      filename: "framework://localhost/a.js",
      lineno: 3,
      colno: 4,
    }),
  );
  app.page.window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "no" }));
  await waitFor("the lines", async () => {
    await app.logger.flush();
    return existsSync(file()) && lines().some((line) => line.includes("rejection"));
  });
  expect(written.length).toBe(3);
  expect(lines().filter((line) => !line.startsWith("    "))).toEqual([
    '[INFO][page:main] a {"b":1}',
    expect.stringContaining("[ERROR][page:main] TypeError: wrong"),
    "[ERROR][page:main] RangeError: ",
    "[ERROR][page:main] uncaught lost (framework://localhost/a.js:3:4)",
    "[ERROR][page:main] uncaught rejection: no",
  ]);
  await app.end();
});

/** A file that is rotated, without an app. */
function logFile(rotation: { maxSize?: number; maxDays?: number; keep?: number } = {}): LogFile {
  const path = join(data.path, "a.log");
  return new LogFile(
    () => path,
    { maxSize: 100, maxDays: 30, keep: 2, ...rotation },
    (problem) => {
      throw new Error(problem);
    },
  );
}

const kept = (): string[] => readdirSync(data.path).filter((name) => name !== "a.log");

/** Writes lines one after the other, each as a write of its own. */
async function write(log: LogFile, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    log.add(`${String(i).padStart(49, "0")}\n`);
    await log.flush();
  }
}

test("a file that is full makes room, and as many old ones are kept as are wanted", async () => {
  const log = logFile();
  await write(log, 9);
  await log.close();
  expect(kept().length).toBe(2);
  const texts = [...kept().toSorted(), "a.log"].map(
    (name) => readFileSync(join(data.path, name), "utf8").length,
  );
  expect(texts).toEqual([100, 100, 50]);
  const last = readFileSync(join(data.path, "a.log"), "utf8");
  expect(Number(last)).toBe(8);
});

test("the newest old files are kept, also of many that were begun in one second", async () => {
  const log = logFile({ keep: 3 });
  await write(log, 14);
  await log.close();
  const texts = [...kept(), "a.log"].map((name) => readFileSync(join(data.path, name), "utf8"));
  const numbers = texts.flatMap((text) => text.trimEnd().split("\n").map(Number));
  expect(numbers.toSorted((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
});

test("without old files to keep, a full file begins anew", async () => {
  const log = logFile({ keep: 0 });
  await write(log, 3);
  await log.close();
  expect([kept(), readFileSync(join(data.path, "a.log"), "utf8").length]).toEqual([[], 50]);
});

test("a file that was begun long ago makes room", async () => {
  const log = logFile({ maxDays: -1 });
  await write(log, 2);
  await log.close();
  expect(kept().length).toBeGreaterThan(0);
});

test("a file is no older than the rotation before it, whatever its disk says", async () => {
  await Bun.write(join(data.path, "a.log"), "before\n");
  await Bun.write(join(data.path, "a_2999-01-01_00-00-00.log"), "");
  const log = logFile({ maxDays: 0 });
  await write(log, 1);
  await log.close();
  expect(kept()).toEqual(["a_2999-01-01_00-00-00.log"]);
});

test("a file that another process has rotated is not written to any more", async () => {
  const log = logFile({ maxSize: 10_000 });
  await write(log, 1);
  renameSync(join(data.path, "a.log"), join(data.path, "a_2026-01-01_00-00-00.log"));
  await write(log, 1);
  await log.close();
  expect(readFileSync(join(data.path, "a.log"), "utf8").length).toBe(50);
});

test("files beside it are left alone", async () => {
  for (const name of ["b_2026-01-01_00-00-00.log", "a_notes.log", "a.log.txt"])
    await Bun.write(join(data.path, name), "x");
  const log = logFile({ keep: 0 });
  await write(log, 5);
  await log.close();
  expect(kept().toSorted()).toEqual(["a.log.txt", "a_notes.log", "b_2026-01-01_00-00-00.log"]);
});

test("a folder in the place of the file costs lines, and nothing else; standard error says it once", async () => {
  let output = "";
  using _ = spyOn(process.stderr, "write").mockImplementation(
    (text) => (output += String(text)).length > 0,
  );
  mkdirSync(file(), { recursive: true });
  using app = await start();
  app.logger.info("one");
  await app.logger.flush();
  app.logger.info("two");
  await app.end();
  expect(output.match(/lines are lost: Cannot write log ".*\.log": /g)?.length).toBe(1);
});

test("a name of the file that leads out of the folder is refused, and costs lines alone", async () => {
  let output = "";
  using _ = spyOn(process.stderr, "write").mockImplementation(
    (text) => (output += String(text)).length > 0,
  );
  using app = await start({ file: "../../out" });
  app.logger.info("x");
  await app.logger.flush();
  await app.end();
  expect(output).toContain('log: lines are lost: Cannot use "../../out.log"');
  expect(existsSync(join(data.path, "out.log"))).toBe(false);
});

test("a line that comes right after the last write is written without another one", async () => {
  let isBlocked = true;
  await Bun.write(join(data.path, "blocked"), "");
  const log: LogFile = new LogFile(
    () => join(data.path, isBlocked ? "blocked/a.log" : "a.log"),
    { maxSize: 100, maxDays: 30, keep: 2 },
    () => {
      isBlocked = false;
      queueMicrotask(() => log.add("late\n"));
    },
  );
  log.add("lost\n");
  await log.close();
  expect(readFileSync(join(data.path, "a.log"), "utf8")).toBe("late\n");
});

test("a hundred thousand lines at once all arrive, in order", async () => {
  using app = await start({ maxSize: 1e9 });
  for (let i = 0; i < 100_000; i++) app.logger.info(String(i));
  await app.end();
  const all = lines();
  expect(all.length).toBe(100_000);
  expect(all.every((line, i) => line === `[INFO][app] ${i}`)).toBe(true);
});

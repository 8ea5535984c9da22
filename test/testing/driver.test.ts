// `framework driver`: the server by itself, and the notes example driven by the clients of others.

import { expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { extensionOf, runExtension } from "../../src/testing/driver/commands/extensions.ts";
import { scriptRoutes } from "../../src/testing/driver/commands/scripts.ts";
import { Loads } from "../../src/testing/driver/loads.ts";
import type { Session } from "../../src/testing/driver/session.ts";
import { startDriver } from "../../src/testing/driver/server.ts";
import { usualTimeouts } from "../../src/testing/driver/timeouts.ts";
import type { AutomationEvents } from "../../src/contract/automation.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import { Dialogs } from "../../src/testing/dialogs.ts";
import type { Line } from "../../src/testing/line.ts";
import { PageSession } from "../../src/testing/playwright/page-session.ts";
import { Steps } from "../../src/testing/report.ts";
import { copyProject } from "../support/project-copy.ts";
import { commandLine, onDisplay, root } from "../support/app/display-app.ts";

const environment = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };

/** Starts the command in a folder; gives its port, too. */
async function startTool(cwd: string): Promise<{ tool: RunningApp; port: string }> {
  const tool = startProgram([...commandLine, "driver", "--port", "0"], { cwd, env: environment });
  const line = await tool.line("WebDriver listens on");
  return { tool, port: /:(\d+)\s*$/.exec(line)?.[1] ?? "" };
}

for (const client of ["selenium", "webdriverio"])
  onDisplay(`${client} drives the notes example`, async () => {
    using project = copyProject("examples/notes");
    const { tool, port } = await startTool(project.path);
    await using _ = tool;
    await using script = startProgram(
      [Bun.which("node") ?? "node", join(root, "test/clients", `${client}.js`), port, project.path],
      { cwd: join(root, "test/clients"), env: environment },
    );
    await script.endWith(0);
  });

interface Answer {
  readonly status: number;
  readonly value: { readonly error?: string; readonly message?: string; readonly ready?: boolean };
}

/** Asks a driver that has no app. */
async function ask(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  await using driver = await startDriver({ port: 0, folder: root });
  const url = `http://127.0.0.1:${driver.port}${path}`;
  const response = await fetch(url, { method, ...init });
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  const { value } = (await response.json()) as Pick<Answer, "value">;
  return { status: response.status, value };
}

test("a client may ask for timeouts that no timer has", async () => {
  using timers = spyOn(globalThis, "setTimeout");
  let load: ((event: object) => void) | undefined;
  const on = (event: string, hear: (event: object) => void) => {
    if (event === "page.loaded") load = hear;
  };
  const loads = new Loads({ on } as unknown as Line);
  const another = loads.another("main", 0, Number.MAX_SAFE_INTEGER);
  const session = {
    frame: null,
    timeouts: { ...usualTimeouts, script: Number.MAX_SAFE_INTEGER },
    evaluate: async () => {
      // Longer than a timer that fires at once.
      await Bun.sleep(100);
      return 5;
    },
  } as unknown as Session;
  const given = { script: "return 5", args: [] };
  expect(await scriptRoutes[0]?.run(session, { given, part: () => "" })).toBe(5);
  load?.({ window: "main", document: 1, url: "", stage: "started" });
  await another;
  expect(timers.mock.calls.map(([, delay]) => delay)).toEqual([2 ** 31 - 1, 2 ** 31 - 1]);
});

test("a driver is ready for a session", async () => {
  expect(await ask("GET", "/status")).toMatchObject({ status: 200, value: { ready: true } });
});

test.each([
  ["GET", "/session/none/title", undefined, 404, "invalid session id"],
  ["GET", "/session/none/nothing", undefined, 404, "unknown command"],
  ["DELETE", "/session/none/title", undefined, 405, "unknown method"],
  ["GET", "/nothing", undefined, 404, "unknown command"],
  ["POST", "/session", "no JSON", 400, "invalid argument"],
  ["POST", "/session", "{}", 400, "invalid argument"],
  ["POST", "/session", capabilities({ unknown: 1 }), 400, "invalid argument"],
  ["POST", "/session", capabilities({ "framework:option": {} }), 400, "invalid argument"],
  ["POST", "/session", capabilities(options({ binary: "a" })), 400, "invalid argument"],
  ["POST", "/session", capabilities({ pageLoadStrategy: "fast" }), 400, "invalid argument"],
  ["POST", "/session", capabilities({ platformName: "beos" }), 500, "session not created"],
  ["POST", "/session", capabilities({ browserVersion: "3" }), 500, "session not created"],
] as const)("%s %s %s is answered with %i, %s", async (method, path, body, status, error) => {
  const answer = await ask(method, path, body === undefined ? {} : { body });
  expect([answer.status, answer.value.error]).toEqual([status, error]);
});

function options(given: object) {
  return { "framework:options": given };
}

function capabilities(alwaysMatch: object): string {
  return JSON.stringify({ capabilities: { alwaysMatch } });
}

test("a script that begins like an extension command is one, however its name is mistyped", () => {
  const names = ["dialog.next", "dialog", "dialog-next", "Dialog.next()", "a.b.c", ""];
  for (const name of names)
    for (const script of [`framework: ${name}`, `framework:${name} ;`, ` framework: ${name}\n`])
      expect(extensionOf(script)).toBe(name);
  for (const script of ["return 1", 'return "framework: a"', "frameworks: a"])
    expect(extensionOf(script)).toBeNull();
});

// A page of any site may send requests to this machine, also by a name that it has for it.
test.each([
  ["origin", "https://elsewhere.example"],
  ["origin", "null"],
  ["host", "elsewhere.example:4444"],
])("a request with %s %s is refused", async (name, value) => {
  const { status, value: answer } = await ask("GET", "/status", { headers: { [name]: value } });
  expect([status, answer.ready]).toEqual([500, undefined]);
  expect(answer.message).toContain("is not a program of this machine");
});

test("a dialog that has closed with its page is not that of the next command", async () => {
  const line = fakeLine();
  const dialogs = new Dialogs({
    line,
    steps: new Steps(),
    session: null,
    showsDialogs: false,
    pid: () => 0,
  });
  const session = { app: { dialogs }, dialog: null } as unknown as Session;
  const next = () => runExtension(session, "dialog.next", {});
  const open = (id: number) =>
    line.emit("dialog.opened", { ...info, id, buttons: [], filters: [], multiple: false });
  const info = {
    window: "main",
    kind: "message",
    title: null,
    icon: null,
    text: null,
    detail: null,
    checkbox: null,
    folder: null,
    name: null,
  } as const;
  open(1);
  expect(await next()).toMatchObject({ id: 1 });
  expect(await next()).toMatchObject({ id: 1 });
  line.emit("dialog.closed", { id: 1 });
  open(2);
  expect(await next()).toMatchObject({ id: 2 });
});

test("a page that cannot navigate has the request of Playwright fail", async () => {
  const refused = new FrameworkError("not-allowed", "pages of another origin may call nothing");
  const line = { call: () => Promise.reject(refused) } as unknown as Line;
  const page = new PageSession({ line, input: {} as never, window: "main", emit: () => {} });
  for (const [method, params] of [
    ["Page.navigate", { url: "https://example.org/" }],
    ["Page.reload", {}],
  ] as const)
    await expect(page.run(method, params)).rejects.toBe(refused);
});

/** A line without an app. */
function fakeLine() {
  const listeners = new Map<string, ((payload: never) => void)[]>();
  const line = {
    on(event: string, listener: (payload: never) => void) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      return () => {};
    },
    emit(event: keyof AutomationEvents, payload: object) {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
  };
  return line as unknown as Line & typeof line;
}

test("a project that is none starts no session", async () => {
  const body = capabilities({ "framework:options": { app: "/nowhere/app" } });
  const { status, value } = await ask("POST", "/session", { body });
  expect([status, value.error]).toEqual([500, "session not created"]);
  expect(value.message).toContain("/nowhere/app");
});

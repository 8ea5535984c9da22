import { expect, spyOn, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import {
  command,
  defineApp,
  FrameworkError,
  type App,
  type GrantChange,
} from "../../src/app/index.ts";
import type * as errorsModule from "../../src/contract/errors.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { userFolder } from "../support/user-folder.ts";
import { here, testOnEach, testWithout } from "../support/each-system.ts";

// Apps that fail write down why.
const settings = userFolder({ XDG_CONFIG_HOME: "" });

/** Starts an app whose set-up hands out the app object. */
async function startOwn(options: Parameters<typeof startInMemory>[0] = {}) {
  let own: App | undefined;
  const app = await startInMemory({
    ...options,
    definition: defineApp({ setup: (given) => void (own = given) }),
  });
  if (own === undefined) throw new Error("The set-up did not run");
  return Object.assign(app, { own });
}

test("set-up runs before any window opens, and windows wait for it", async () => {
  const seen: unknown[] = [];
  const definition = defineApp({
    state: async () => ({ steps: ["state"] }),
    commands: { steps: (_: unknown, { state }) => state.steps },
    async setup({ state, windows }) {
      seen.push(windows.list());
      await Bun.sleep(0);
      state.steps.push("setup");
    },
  });
  using app = await startInMemory({ definition });
  expect(seen).toEqual([[]]);
  expect(await app.page.invoke("steps")).toEqual(["state", "setup"]);
  const calls = app.platform.recorded.map(({ call }) => call);
  expect(calls.slice(0, 2)).toEqual(["app.begin", "window.create"]);
});

test("a command knows who called it and by which name", async () => {
  const definition = defineApp({
    commands: {
      who: (_: unknown, { window, command: name, app, signal }) => [
        window,
        name,
        app.name,
        signal.aborted,
      ],
    },
  });
  using app = await startInMemory({
    definition,
    config: { framework: { windows: [{ label: "one" }, { label: "two" }] } },
  });
  expect(await app.pageOf("two").invoke("who")).toEqual(["two", "who", "Memory", false]);
});

test("arguments are checked by a schema, and changed by it, before the command runs", async () => {
  let runs = 0;
  const args = v.object({
    name: v.pipe(v.string(), v.minLength(2)),
    list: v.optional(v.array(v.number()), [7]),
  });
  const definition = defineApp({
    commands: { greet: command({ args }, (given) => (runs++, given)) },
  });
  using app = await startInMemory({ definition });
  expect(await app.page.invoke("greet", { name: "Ada" })).toEqual({ name: "Ada", list: [7] });
  await expect(app.page.invoke("greet", { name: "A", list: [1, "2"] })).rejects.toMatchObject({
    code: "bad-argument",
    message:
      'Cannot run "greet": "name": Invalid length: Expected >=2 but received 1; "list.1": Invalid type: Expected number but received "2"',
  });
  await expect(app.page.invoke("greet", null)).rejects.toMatchObject({ code: "bad-argument" });
  expect(runs).toBe(1);
});

test("an error of another copy of the package keeps its code and what it carries", async () => {
  // Another query is another module: what a plugin with a package of its own brings.
  const another = "../../src/contract/errors.ts?copy";
  const errors = (await import(another)) as typeof errorsModule;
  expect(errors.FrameworkError).not.toBe(FrameworkError);
  const definition = defineApp({
    commands: {
      gone: () => {
        throw new errors.FrameworkError("not-found", "No such note", { data: { note: 3 } });
      },
      unknown: () => {
        throw Object.assign(new Error("Not here"), { name: "FrameworkError", code: "E_GONE" });
      },
    },
  });
  using app = await startInMemory({ definition });
  await expect(app.page.invoke("gone")).rejects.toMatchObject({
    code: "not-found",
    message: "No such note",
    data: { note: 3 },
  });
  await expect(app.page.invoke("unknown")).rejects.toMatchObject({
    code: "command-failed",
    data: { name: "FrameworkError", code: "E_GONE" },
  });
});

test("any library that follows the Standard Schema will do", async () => {
  const even = {
    "~standard": {
      version: 1 as const,
      vendor: "test",
      validate: async (value: unknown) =>
        typeof value === "number" && value % 2 === 0
          ? { value: `even ${value}` }
          : { issues: [{ message: "must be even", path: [{ key: "deep" }, 0] }] },
    },
  };
  using app = await startInMemory({
    definition: defineApp({ commands: { even: command({ args: even }, (given) => given) } }),
  });
  expect(await app.page.invoke("even", 4)).toBe("even 4");
  await expect(app.page.invoke("even", 3)).rejects.toMatchObject({
    code: "bad-argument",
    message: 'Cannot run "even": "deep.0": must be even',
  });
});

test("a FrameworkError keeps its code", async () => {
  const fails = () => {
    throw new FrameworkError("not-found", "no such note");
  };
  using app = await startInMemory({ definition: defineApp({ commands: { fails } }) });
  await expect(app.page.invoke("fails")).rejects.toMatchObject({
    code: "not-found",
    message: "no such note",
  });
});

class Refusal extends Error {
  readonly status = 404;
}

for (const [what, thrown, wanted] of [
  [
    "an object",
    { code: 42 },
    { code: "command-failed", message: '{"code":42}', data: { code: 42 } },
  ],
  [
    "an object with a message",
    { message: "no such note", id: 7 },
    { code: "command-failed", message: "no such note", data: { message: "no such note", id: 7 } },
  ],
  [
    "a text",
    "no such note",
    { code: "command-failed", message: "no such note", data: "no such note" },
  ],
  ["a number", 42, { code: "command-failed", message: "42", data: 42 }],
  ["null", null, { code: "command-failed", message: "null", data: null }],
  ["nothing", undefined, { code: "command-failed", message: "undefined" }],
  ["an error", new TypeError("no such note"), { code: "command-failed", message: "no such note" }],
  [
    "an error with fields",
    new Refusal("no such note"),
    { code: "command-failed", message: "no such note", data: { status: 404 } },
  ],
  [
    "a FrameworkError with data",
    new FrameworkError("not-found", "no such note", { data: { id: 7 } }),
    { code: "not-found", message: "no such note", data: { id: 7 } },
  ],
  [
    "a value that JSON cannot hold",
    { big: 1n },
    { code: "command-failed", message: "[object Object]" },
  ],
] as const) {
  test(`${what} that a command throws arrives as it was thrown, with the message that was meant`, async () => {
    const fails = () => {
      throw thrown; // oxlint-disable-line typescript/only-throw-error -- people do
    };
    using app = await startInMemory({ definition: defineApp({ commands: { fails } }) });
    const error: unknown = await app.page.invoke("fails").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe(wanted.message);
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name: "FrameworkError", ...wanted });
    expect((error as FrameworkError).data).toEqual("data" in wanted ? wanted.data : undefined);
  });
}

test("the fields of an error that no command threw stay in the app", async () => {
  const message = () =>
    Promise.reject(Object.assign(new Error("no display"), { path: "/home/ada/secret" }));
  using app = await startInMemory({ allow: ["dialog.message"], answers: { message } });
  const error: unknown = await app.page
    .invoke("dialog.message", { message: "?" })
    .catch((caught) => caught);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "FrameworkError",
    code: "internal",
    message: "no display",
  });
});

for (const [what, definition] of [
  ["set-up", defineApp({ setup: () => Promise.reject(new Error("on purpose")) })],
  [
    "state",
    defineApp({
      state: () => {
        throw new Error("on purpose");
      },
    }),
  ],
  ["a command under a built-in name", defineApp({ commands: { "dialog.open": () => null } })],
  ["a command under a plugin's name", defineApp({ commands: { "plugin:a|b": () => null } })],
  ["an export that is no app", 17],
  ["a module without a default export", null],
] as const) {
  test(`${what} that cannot be used stops the app before a window opens, with exit code 1`, async () => {
    await expect(startInMemory({ definition })).rejects.toThrow("did not start");
  });
}

test("exit hooks run before the process ends, the last one first, and are awaited", async () => {
  using app = await startOwn();
  const done: string[] = [];
  app.own.onExit(() => void done.push("first added"));
  app.own.onExit(async () => {
    await Bun.sleep(0);
    done.push("last added");
  });
  app.platform.terminate("SIGTERM");
  await waitFor("the end", () => app.platform.exitCode !== null);
  expect(done).toEqual(["last added", "first added"]);
  expect(app.platform.exitCode).toBe(0);
});

test("the app ends with the code it asks for", async () => {
  using app = await startOwn();
  await app.own.exit(3);
  await waitFor("the end", () => app.platform.exitCode === 3);
});

test("an exit code that is none is refused", async () => {
  using app = await startOwn();
  for (const [code, shown] of [
    [NaN, "NaN"],
    [1.5, "1.5"],
    [2 ** 31, "2147483648"],
    ["1", '"1"'],
  ] as const) {
    await expect(app.own.exit(code as number)).rejects.toThrow(
      `Cannot end the app with code ${shown}: it must be a whole number of 32 bits`,
    );
  }
  expect(app.platform.exitCode).toBeNull();
});

for (const [deed, code, output] of [
  ["throws later", 1, /^Error: thrown on purpose\n +at inTimer .*worker-app\.ts:\d+/],
  [
    "rejects later",
    1,
    /^TypeError: rejected on purpose\n +at .*worker-app\.ts[^]*\nCaused by: Error: the reason\n +at/,
  ],
  ["rejects with no error", 1, /^Uncaught: {\s+code: 7,\s+}/],
  [
    "loads a module with a mistake",
    1,
    /^2 \| export const b = ;\n +\^\nerror: Unexpected ;\n +at .*own\.ts:2:18\n/,
  ],
  ["loads a module with two mistakes", 1, /\n +at .*own\.ts:1:17\n[^]*\n +at .*own\.ts:1:19\n/],
  [
    "loads a module that names none",
    1,
    /^error: Cannot find module '.\/none\.ts' from '.*own\.ts'\n/,
  ],
  ["calls process.exit", 7, /^the exit hook ran/],
  ["calls process.exit with process.exitCode set", 8, /^the exit hook ran/],
  ["calls process.exit in set-up", 9, /^the exit hook ran/],
  ["calls process.exit with a text", 6, /^the exit hook ran/],
  ["calls process.exit with too much", 255, /^the exit hook ran/],
  ["calls process.exit with NaN", 1, /^RangeError: The value of "code" is out of range/],
  ["calls process.exit with a part", 1, /^RangeError: The value of "code" is out of range/],
] as const) {
  test(`an app that ${deed} ends with code ${code}, after its exit hooks`, async () => {
    const fixture = join(import.meta.dir, "../fixtures/worker-app.ts");
    const child = Bun.spawn([process.execPath, fixture, deed], {
      stderr: "pipe",
      env: { ...process.env, XDG_CONFIG_HOME: settings.path },
    });
    const text = await new Response(child.stderr).text();
    expect(await child.exited).toBe(code);
    expect(text).toMatch(output);
    expect(text).toEndWith("the exit hook ran\n");
  });
}

test("the app knows itself", async () => {
  using app = await startOwn({ config: { package: { productName: "Notes", version: "2.1.0" } } });
  const { name, version, mode, config, paths } = app.own;
  expect({ name, version, mode, identifier: config.framework.bundle.identifier }).toEqual({
    name: "Notes",
    version: "2.1.0",
    mode: "release",
    identifier: "org.example.memory",
  });
  expect(paths.folder("HOME")).toBe(app.services.baseDirectories.HOME);
});

test("a page hears of its window, however long the label is that own code has given it", async () => {
  using app = await startOwn();
  const label = "f".repeat(500);
  await app.own.windows.open(label);
  const page = app.pageOf(label);
  await page.invoke("event.listen", { id: 1, event: "told", window: label });
  await page.invoke("event.emit", { event: "told", payload: 1, window: label });
  expect(await page.invoke("event.next", {})).toMatchObject([
    { event: "told", windowLabel: label },
  ]);
});

test("windows are listed, opened, changed and closed from the app's side", async () => {
  using app = await startOwn();
  const { windows } = app.own;
  const second = await windows.open("second", { title: "Second", width: 300 });
  expect(windows.list().map(({ label }) => label)).toEqual(["main", "second"]);
  expect(app.platform.windows.get("second")?.spec).toMatchObject({
    title: "Second",
    size: { width: 300, height: 600 },
  });
  await second.setTitle("Changed");
  await second.evaluate("1 + 1");
  expect(app.platform.recorded.filter(({ call }) => call === "window.apply")).toEqual([
    {
      call: "window.apply",
      args: { window: "second", operation: { name: "setTitle", value: "Changed" } },
    },
  ]);
  expect(app.platform.windows.get("second")?.evaluated.at(-1)).toContain("1 + 1");
  await second.close();
  await waitFor("the window to close", () => windows.get("second") === null);
  await expect(second.setTitle("?")).rejects.toMatchObject({ code: "not-found" });
  await expect(second.evaluate("?")).rejects.toMatchObject({ code: "not-found" });
  await expect(windows.open("main")).rejects.toMatchObject({ code: "already-exists" });
});

test("events go between the app and its pages, and to one window alone", async () => {
  using app = await startOwn({
    config: { framework: { windows: [{ label: "one" }, { label: "two" }] } },
  });
  const heard: string[] = [];
  const [one, two] = [app.pageOf("one"), app.pageOf("two")];
  await one.listen("x", null, false, ({ payload }) => void heard.push(`one: ${String(payload)}`));
  await two.listen("x", null, false, ({ payload }) => void heard.push(`two: ${String(payload)}`));
  app.own.windows.get("two")!.emit("x", 1);
  app.own.events.emit("x", 2, { to: "one" });
  await waitFor("both events", () => heard.length === 2);
  expect(heard.toSorted()).toEqual(["one: 2", "two: 1"]);
  const fromOne: unknown[] = [];
  app.own.windows.get("one")!.listen("y", ({ payload }) => void fromOne.push(payload));
  await two.invoke("event.emit", { event: "y", payload: "two" });
  await one.invoke("event.emit", { event: "y", payload: "one" });
  expect(fromOne).toEqual(["one"]);
  expect(() => app.own.events.emit("framework://file-drop", ["/"])).toThrow("framework's own");
  expect(() => app.own.windows.get("one")!.emit("framework://file-drop", ["/"])).toThrow(
    "framework's own",
  );
  expect(() => app.own.events.listen("a b", () => {})).toThrow('Cannot use the event name "a b"');
});

testOnEach("the app shows dialogs, and what is chosen there joins no scope", async () => {
  using dir = tempDir({ "a.txt": "" });
  const path = here(dir.path, "a.txt");
  const asked: string[] = [];
  using app = await startOwn({
    answers: {
      file: () => [path],
      message: ({ text, window, title }) => {
        asked.push(`${window} ${title}: ${text}`);
        return 0;
      },
    },
    config: { framework: { windows: [{ label: "one" }, { label: "two" }] } },
  });
  const { dialog } = app.own;
  expect(await dialog.open({ filters: [{ name: "Text", extensions: ["txt"] }] })).toBe(path);
  expect(await dialog.save({ window: "two" })).toBe(path);
  expect(await dialog.ask("Sure?", { window: "two", title: "T" })).toBe(true);
  expect(await dialog.confirm("Sure?")).toBe(true);
  expect(await dialog.message(new Error("Done"))).toBeUndefined();
  expect(asked).toEqual(["two T: Sure?", "one Memory: Sure?", "one Memory: Done"]);
  expect(app.own.scope.list()).toEqual([]);
  await expect(dialog.open({ titel: "?" } as never)).rejects.toMatchObject({
    code: "bad-argument",
  });
});

test("a dialog of the app refuses a missing message, and shows any other value as text", async () => {
  const asked: string[] = [];
  using app = await startOwn({ answers: { message: ({ text }) => asked.push(text) } });
  const { dialog } = app.own;
  for (const kind of ["message", "ask", "confirm"] as const) {
    const show = (text: unknown): Promise<unknown> => dialog[kind](text as never);
    const error: unknown = await show(undefined).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining('"message"'),
    });
    for (const given of [404, null, ""]) await show(given);
  }
  expect(asked).toEqual(["404", "null", "", "404", "null", "", "404", "null", ""]);
});

testOnEach(
  "own code widens the scope, gets an event for each change, and takes it back",
  async () => {
    using dir = tempDir({ "a.txt": "a", "sub/b.txt": "b" });
    using app = await startOwn({
      allow: ["fs.all", "dialog.open"],
      answers: { file: () => [here(dir.path, "sub/b.txt")] },
    });
    const { scope } = app.own;
    const changes: GrantChange[] = [];
    const end = scope.onChange((change) => void changes.push(change));
    const read = (name: string) =>
      app.page.invoke("fs.readTextFile", { path: here(dir.path, name) });
    const grant = scope.allowFile(here(dir.path, "a.txt"));
    expect(await read("a.txt")).toBe("a");
    await app.page.invoke("dialog.open", {});
    expect(scope.list().map(({ by, kind }) => [by, kind])).toEqual([
      ["app", "file"],
      ["user", "file"],
    ]);
    expect(scope.revoke(grant.id)).toBe(true);
    expect(scope.revoke(grant.id)).toBe(false);
    await expect(read("a.txt")).rejects.toMatchObject({ code: "out-of-scope" });
    end();
    scope.allowFolder(here(dir.path), { recursive: true });
    expect(changes.map(({ kind, grant: { by } }) => [kind, by])).toEqual([
      ["added", "app"],
      ["added", "user"],
      ["revoked", "app"],
    ]);
  },
);

testOnEach(
  "a listener of scope changes that fails is reported, and the choice counts",
  async () => {
    using dir = tempDir({ "a.txt": "a" });
    const path = here(dir.path, "a.txt");
    using app = await startOwn({
      allow: ["fs.all", "dialog.open"],
      answers: { file: () => [path] },
    });
    const output = spyOn(process.stderr, "write").mockImplementation(() => true);
    const failed: unknown[] = [];
    const changes: GrantChange[] = [];
    app.own.onError(({ error, preventDefault }) => {
      failed.push(error);
      preventDefault();
    });
    app.own.scope.onChange(() => {
      throw new RangeError("in the listener");
    });
    app.own.scope.onChange((change) => void changes.push(change));
    expect(await app.page.invoke("dialog.open", {})).toBe(path);
    await waitFor("the report", () => failed.length > 0);
    expect(failed).toEqual([new RangeError("in the listener")]);
    expect(changes.map(({ kind }) => kind)).toEqual(["added"]);
    output.mockRestore();
  },
);

const testOnLinux = testWithout(["windows", "macos"], "no variable says where the folder is");

testOnLinux("the app's private folder is for this user alone, and no scope opens it", async () => {
  using dir = tempDir();
  const before = process.env["XDG_DATA_HOME"];
  process.env["XDG_DATA_HOME"] = dir.path;
  try {
    using app = await startOwn({
      allow: ["fs.all"],
      config: { framework: { allowlist: { fs: { scope: ["**", "$APPLOCALDATA/**"] } } } },
    });
    const folder = app.own.paths.private("keys");
    expect(folder).toBe(join(dir.path, "org.example.memory/private/keys"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    app.own.scope.allowFolder(folder, { recursive: true });
    await expect(
      app.page.invoke("fs.writeTextFile", { path: join(folder, "x"), contents: "" }),
    ).rejects.toMatchObject({ code: "out-of-scope" });
    expect(() => app.own.paths.private("../x")).toThrow("must be letters");
  } finally {
    if (before === undefined) delete process.env["XDG_DATA_HOME"];
    else process.env["XDG_DATA_HOME"] = before;
  }
});

test("scripts of the app run in its pages, each for itself", async () => {
  const definition = defineApp({
    scripts: ["const a = 1; window.first = a", "const a = 2; window.second = a // end"],
  });
  using app = await startInMemory({ definition });
  const scripts = app.platform.windows.get("main")!.spec.scripts.slice(-2);
  const page: Record<string, unknown> = {};
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's engine does the same
  for (const { source } of scripts) new Function("window", source)(page);
  expect(page).toEqual({ first: 1, second: 2 });
});

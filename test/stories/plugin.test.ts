import { expect, spyOn, test } from "bun:test";
import * as v from "valibot";
import { waitFor } from "../../harness/wait.ts";
import {
  command,
  defineApp,
  definePlugin,
  type App,
  type AppCommandContext,
} from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";

const counter = (log: string[] = []) =>
  definePlugin({
    name: "counter",
    configSchema: v.strictObject({ from: v.optional(v.number(), 0) }),
    commands: {
      add: command({ args: v.object({ by: v.number() }) }, ({ by }) => by + 1),
      who: (_: unknown, { command: name, app }) => `${name} of ${app.name}`,
    },
    scripts: ["window.counter = 1"],
    setup: (_, { from }) => void log.push(`counter from ${from}`),
  });

test("a page calls a plugin's commands by the plugin's name and theirs", async () => {
  using app = await startInMemory({ definition: defineApp({ plugins: [counter()] }) });
  expect(await app.page.invoke("plugin:counter|add", { by: 2 })).toBe(3);
  expect(await app.page.invoke("plugin:counter|who")).toBe("plugin:counter|who of Memory");
  await expect(app.page.invoke("plugin:counter|add", {})).rejects.toMatchObject({
    code: "bad-argument",
  });
});

for (const name of [
  "plugin:counter|missing",
  "plugin:counter|toString",
  "plugin:other|add",
  "plugin:counter",
  "add",
  "plugin:|",
]) {
  test(`"${name}" is unknown`, async () => {
    using app = await startInMemory({ definition: defineApp({ plugins: [counter()] }) });
    await expect(app.page.invoke(name, { by: 1 })).rejects.toMatchObject({
      code: "unknown-command",
    });
  });
}

test("a name that is nearly a command's is refused with that command, of the same plugin or the app", async () => {
  const definition = defineApp({ plugins: [counter()], commands: { wordCount: () => 1 } });
  using app = await startInMemory({ definition });
  for (const [name, meant] of [
    ["wordcount", "wordCount"],
    ["plugin:counter|ad", "plugin:counter|add"],
  ] as const)
    await expect(app.page.invoke(name)).rejects.toThrow(
      `and its plugins; did you mean "${meant}"?`,
    );
  await expect(app.page.invoke("plugin:other|wordCount")).rejects.toThrow(/and its plugins$/);
});

test("a name that is nearly a built-in command's is refused with that command, with or without its module", async () => {
  using app = await startInMemory({ definition: defineApp({ commands: { wordCount: () => 1 } }) });
  for (const [name, meant] of [
    ["fs.raedTextFile", "fs.readTextFile"],
    ["fs.read_text_file", "fs.readTextFile"],
    ["raed_text_file", "fs.readTextFile"],
    ["dialog.opn", "dialog.open"],
    ["clipboard.readtext", "clipboard.readText"],
    ["setTilte", "window.setTitle"],
    ["wordcuont", "wordCount"],
  ] as const)
    await expect(app.page.invoke(name)).rejects.toThrow(
      `and its plugins; did you mean "${meant}"?`,
    );
  await expect(app.page.invoke("nothing.like.it")).rejects.toThrow(/and its plugins$/);
});

test("plugins are set up in their order, before the app, with their settings", async () => {
  const log: string[] = [];
  const later = definePlugin({
    name: "later",
    setup: (_, config) => void log.push(`later ${JSON.stringify(config)}`),
  });
  const definition = defineApp({
    plugins: [counter(log), later],
    setup: () => void log.push("app"),
  });
  using _ = await startInMemory({
    definition,
    config: { plugins: { counter: { from: 5 }, later: { any: [1] } } },
  });
  expect(log).toEqual(["counter from 5", 'later {"any":[1]}', "app"]);
});

/** The output of an app on standard error while it fails to start. */
async function failure(
  definition: unknown,
  plugins: Record<string, Record<string, unknown>> = {},
): Promise<string> {
  let text = "";
  using _ = spyOn(process.stderr, "write").mockImplementation(
    (chunk) => (text += String(chunk)).length > 0,
  );
  await expect(startInMemory({ definition, config: { plugins } })).rejects.toThrow("did not start");
  return text;
}

test("settings that do not fit stop the app, and their place is named", async () => {
  const text = await failure(defineApp({ plugins: [counter()] }), { counter: { from: "x" } });
  expect(text).toContain(
    'Cannot start plugin "counter": "plugins.counter.from": Invalid type: Expected number',
  );
});

test("settings for no plugin of the app are named on standard error, with the nearest one", async () => {
  let text = "";
  using _ = spyOn(process.stderr, "write").mockImplementation(
    (chunk) => (text += String(chunk)).length > 0,
  );
  const plugins = { cuonter: {}, other: {} };
  const definition = defineApp({ plugins: [counter()] });
  using __ = await startInMemory({ definition, config: { plugins } });
  const line = (name: string, hint: string): string =>
    `framework: plugins.${name} is for nothing: the app has no plugin of that name${hint}\n`;
  expect(text).toBe(line("cuonter", ', did you mean "counter"?') + line("other", ""));
});

test("a plugin is listed once", async () => {
  expect(await failure(defineApp({ plugins: [counter(), counter()] }))).toContain(
    'plugin "counter": it must be listed once',
  );
});

for (const name of ["", "Counter", "a|b", "-a", "a--b"]) {
  test(`"${name}" is no name for a plugin`, () => {
    expect(() => definePlugin({ name })).toThrow("its name must be lower case letters");
  });
}

const notes = () =>
  definePlugin({
    name: "notes",
    configSchema: v.strictObject({ folder: v.optional(v.string()) }),
    flags: { list: "read", add: "write", version: null },
    commands: { list: () => [], add: () => 1, version: () => 2 },
  });

for (const [allowlist, allowed] of [
  [undefined, ["version"]],
  [{}, ["version"]],
  [{ read: true, write: false }, ["list", "version"]],
  [{ write: true }, ["add", "version"]],
  [{ all: true }, ["list", "add", "version"]],
] as const) {
  test(`with the flags ${JSON.stringify(allowlist)} a page may call ${allowed.join(", ")}`, async () => {
    using app = await startInMemory({
      definition: defineApp({ plugins: [notes()] }),
      config: { plugins: { notes: { folder: "x", ...(allowlist && { allowlist }) } } },
    });
    for (const command of ["list", "add", "version"] as const) {
      const answer = await app.page
        .invoke(`plugin:notes|${command}`)
        .catch((error: Error) => error.message);
      const flag = command === "list" ? "read" : "write";
      if ((allowed as readonly string[]).includes(command)) expect(answer).not.toBeString();
      else
        expect(answer).toBe(
          `Cannot run "plugin:notes|${command}" from window "main": set plugins.notes.allowlist.${flag} to true`,
        );
    }
  });
}

for (const [allowlist, reason] of [
  [{ raed: true }, '"plugins.notes.allowlist.raed" is no flag of it, did you mean "read"?'],
  [{ x: true }, '"plugins.notes.allowlist.x" is no flag of it, use "read", "write", "all"'],
  [{ read: 1 }, '"plugins.notes.allowlist.read" must be true or false'],
  [["read"], '"plugins.notes.allowlist" must be an object of flags'],
] as const) {
  test(`the flags ${JSON.stringify(allowlist)} stop the app`, async () => {
    const text = await failure(defineApp({ plugins: [notes()] }), { notes: { allowlist } });
    expect(text).toContain(`Cannot start plugin "notes": ${reason}`);
  });
}

test("a plugin with flags names each of its commands", () => {
  const flags = { list: "read" } as never;
  expect(() =>
    definePlugin({ name: "notes", commands: { list: () => [], add: () => 1 }, flags }),
  ).toThrow('"flags" must name each command, "add" is missing');
});

test("a command emits to the page that called, and to no other", async () => {
  const calls: AppCommandContext["emit"][] = [];
  using app = await startInMemory({
    definition: defineApp({
      plugins: [
        definePlugin({
          name: "notes",
          commands: { watch: (_, { emit }) => void calls.push(emit) },
        }),
      ],
    }),
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
  });
  const heard: unknown[] = [];
  for (const window of ["main", "other"])
    await app.pageOf(window).listen("notes://change", null, false, ({ payload }) => {
      heard.push([window, payload]);
    });
  await app.pageOf("other").invoke("plugin:notes|watch");
  calls[0]?.("notes://change", 1);
  await app.page.invoke("plugin:notes|watch");
  await waitFor("the event", () => heard.length > 0);
  expect(heard).toEqual([["other", 1]]);
  expect(() => calls[0]?.("framework://resize")).toThrow("are the framework's own");
});

test("own code asks the filesystem scope for a page, to read and to change", async () => {
  let app: App | undefined;
  using _ = await startInMemory({
    definition: defineApp({ setup: (given) => void (app = given as App) }),
    config: { framework: { allowlist: { fs: { scope: ["$HOME/own/*"] } } } },
  });
  const home = app?.paths.folder("HOME") ?? "";
  const check = (path: string, options: object = {}) =>
    app?.scope.check(path, { window: "main", ...options });
  expect(check(`${home}/own/a.txt`)).toMatch(/own.a\.txt$/);
  expect(() => check(`${home}/a.txt`)).toThrow(
    /^Cannot use ".*a\.txt": not in framework\.allowlist\.fs\.scope/,
  );
  expect(() => check(`${home}/a.txt`, { action: "watch", change: true })).toThrow(/^Cannot watch /);
});

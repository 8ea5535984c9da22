// On Linux alone: XDG_DATA_HOME leads to a folder of the test, and the plugin writes to the disk of
// this machine.

import { expect, spyOn, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import type * as storeApi from "../../plugins/store/api.ts";
import { store, type StorePlugin } from "../../plugins/store/index.ts";
import { lock } from "../../plugins/store/lock.ts";
import { StoreFile } from "../../plugins/store/store-file.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_DATA_HOME: "" });

const file = (name = "a.json"): string => join(data.path, "org.example.memory", name);
const written = (name?: string): unknown => JSON.parse(readFileSync(file(name), "utf8"));
const put = (text: string, name?: string): void => {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
};

interface Options {
  readonly allow?: Record<string, boolean>;
  readonly scope?: readonly string[];
  readonly plugin?: StorePlugin;
}

/** Starts an app with two windows. */
async function start({
  allow = { all: true },
  scope = ["*.json"],
  plugin = store(),
}: Options = {}) {
  const app = await startInMemory({
    definition: defineApp({ plugins: [plugin] }),
    config: {
      plugins: { store: { allowlist: allow, scope } },
      framework: { windows: [{ label: "main" }, { label: "other" }] },
    },
  });
  const open = async (window = "main", name = "a.json") => {
    const { Store } = await pageHalf<typeof storeApi>("store", app.pageOf(window));
    return new Store(name);
  };
  return Object.assign(app, { open, end: () => app.services.exit.quit(0) });
}

/** Waits until a list is as wanted. */
const becomes = (list: readonly unknown[], wanted: readonly unknown[]): Promise<unknown> =>
  waitFor("all changes", () => Bun.deepEquals(list, wanted), { state: () => JSON.stringify(list) });

/** The plugin's output on standard error during an action. */
async function saying(happens: () => Promise<void>): Promise<string> {
  let text = "";
  using _ = spyOn(process.stderr, "write").mockImplementation(
    (chunk) => (text += String(chunk)).length > 0,
  );
  await happens();
  return text;
}

test("a file of Tauri's plugin is read, and gets no more than an object of JSON", async () => {
  // As serde_json writes a HashMap: on one line, in no order, without a version.
  put('{"theme":"dark","window":{"x":-1.5,"tags":["ü",null]},"$count":3}');
  {
    using app = await start();
    const values = await app.open();
    expect(Object.fromEntries(await values.entries())).toEqual({
      theme: "dark",
      window: { x: -1.5, tags: ["ü", null] },
      $count: 3,
    });
    await values.set("theme", "light");
    await app.end();
  }
  expect(readFileSync(file(), "utf8")).toBe(
    '{"theme":"light","window":{"x":-1.5,"tags":["ü",null]},"$count":3}',
  );
});

test("values are there after a restart, in one plain JSON object", async () => {
  {
    using app = await start();
    const values = await app.open();
    await values.set("theme", "dark");
    await values.set("recent", [{ path: "a.txt" }]);
    await app.end();
  }
  expect(written()).toEqual({ theme: "dark", recent: [{ path: "a.txt" }] });
  using app = await start();
  const values = await app.open();
  expect(await values.entries()).toEqual([
    ["theme", "dark"],
    ["recent", [{ path: "a.txt" }]],
  ]);
  expect([await values.get("theme"), await values.get("missing")]).toEqual(["dark", null]);
  expect([await values.has("theme"), await values.has("missing")]).toEqual([true, false]);
  expect(await values.keys()).toEqual(["theme", "recent"]);
  expect(await values.values()).toEqual(["dark", [{ path: "a.txt" }]]);
  expect([await values.delete("theme"), await values.delete("theme")]).toEqual([true, false]);
  expect(await values.length()).toBe(1);
  await values.clear();
  expect(await values.length()).toBe(0);
});

test("a change saves itself, and save saves at once", async () => {
  using app = await start();
  const values = await app.open();
  await values.set("a", 1);
  await waitFor("the file", () => existsSync(file()));
  expect(written()).toEqual({ a: 1 });
  await values.set("a", 2);
  await values.save();
  expect(written()).toEqual({ a: 2 });
});

test("a store that is only read writes no file", async () => {
  using app = await start();
  await (await app.open()).get("a");
  await app.end();
  expect(existsSync(file())).toBe(false);
});

test("windows share one truth, and hear of each change, whoever makes it", async () => {
  using app = await start();
  const [here, there] = [await app.open("main"), await app.open("other", "./a.json")];
  const heard: unknown[] = [];
  await there.onChange((key, value) => void heard.push([key, value]));
  const unlisten = await there.onKeyChange("b", (value) => void heard.push(value));
  await here.set("a", 1);
  await here.set("b", 2);
  expect(await there.entries()).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  await there.delete("a");
  await here.clear();
  await becomes(heard, [["a", 1], ["b", 2], 2, ["a", null], ["b", null], null]);
  unlisten();
  await here.set("b", 3);
  await waitFor("one more change", () => heard.length === 7);
  expect(heard.at(-1)).toEqual(["b", 3]);
});

test("two stores of one file in a page hear of each change once", async () => {
  using app = await start();
  const { Store } = await pageHalf<typeof storeApi>("store", app.page);
  const heard: unknown[] = [];
  for (const values of [new Store("a.json"), new Store("a.json")])
    await values.onChange((key) => void heard.push(key));
  await new Store("a.json").set("a", 1);
  await waitFor("both", () => heard.length >= 2);
  await new Store("a.json").save();
  expect(heard).toEqual(["a", "a"]);
});

test("a store is one also behind a proxy, as Vue makes of what is kept in reactive state", async () => {
  using app = await start();
  const values = new Proxy(await app.open(), {});
  const heard: unknown[] = [];
  await values.onKeyChange("a", (value) => void heard.push(value));
  await values.set("a", 1);
  expect(await values.entries()).toEqual([["a", 1]]);
  await becomes(heard, [1]);
});

test("a page that may not read hears of no change", async () => {
  using app = await start({ allow: { write: true } });
  const values = await app.open();
  expect(await rejection(values.onChange(() => {}))).toContain(
    "set plugins.store.allowlist.read to true",
  );
  const heard: unknown[] = [];
  await app.page.listen("store://change", null, false, (event) => void heard.push(event));
  await values.set("secret", 1);
  await app.page.invoke("plugin:store|save", { path: "a.json" });
  expect(heard).toEqual([]);
});

for (const [command, flag] of [
  ["get", "read"],
  ["set", "write"],
] as const) {
  test(`${command} needs the flag "${flag}"`, async () => {
    using app = await start({ allow: { read: flag !== "read", write: flag !== "write" } });
    const call = app.page.invoke(`plugin:store|${command}`, { path: "a.json", key: "a", value: 1 });
    expect(await rejection(call)).toBe(
      `not-allowed: Cannot run "plugin:store|${command}" from window "main": set plugins.store.allowlist.${flag} to true`,
    );
  });
}

test("own code has defaults that pages see, and reset puts them back", async () => {
  const plugin = store();
  const settings = plugin.open("a.json", { theme: "light", sizes: [1] });
  using app = await start({ plugin });
  const values = await app.open();
  expect(await values.get<string>("theme")).toBe("light");
  const heard: unknown[] = [];
  settings.onChange((key, value) => void heard.push([key, value]));
  await values.set("theme", "dark");
  expect(settings.get("theme")).toBe("dark");
  expect(heard).toEqual([["theme", "dark"]]);
  settings.set("sizes", [1, 2]);
  settings.get("sizes").push(3);
  expect(await values.get<number[]>("sizes")).toEqual([1, 2]);
  await values.set("more", true);
  await values.reset();
  expect(settings.all()).toEqual({ theme: "light", sizes: [1] });
});

test("a listener of own code that fails is reported, and neither stops a change nor other listeners", async () => {
  const failed: unknown[] = [];
  using _ = spyOn(globalThis, "reportError").mockImplementation((error) => void failed.push(error));
  const plugin = store();
  const settings = plugin.open<Record<string, unknown>>("a.json", {});
  using app = await start({ plugin });
  const heard: string[] = [];
  settings.onChange(() => {
    throw new RangeError("in the listener");
  });
  settings.onChange((key) => void heard.push(key));
  const values = await app.open();
  await values.set("a", 1);
  await values.set("b", 2);
  expect(await values.delete("a")).toBe(true);
  await app.end();
  expect(written()).toEqual({ b: 2 });
  expect(heard).toEqual(["a", "b", "a"]);
  expect(failed).toEqual(Array(3).fill(new RangeError("in the listener")));
});

test("a value that does not fit the schema is refused, and a file whose values do not is kept aside", async () => {
  put('{"theme":"purple"}');
  const plugin = store();
  const theme = v.picklist(["light", "dark"]);
  const settings = plugin.open<{ theme: string }>(
    "a.json",
    { theme: "light" },
    { schema: v.object({ theme }) as never },
  );
  expect(
    await saying(async () => {
      using app = await start({ plugin });
      expect(settings.get("theme")).toBe("light");
      const values = await app.open();
      expect(await rejection(values.set("theme", "purple"))).toContain(
        'bad-argument: Cannot use store "a.json": "theme"',
      );
      await values.set("theme", "dark");
      await app.end();
    }),
  ).toContain('a.json.bad", and the defaults are used');
  expect([written(), written("a.json.bad")]).toEqual([{ theme: "dark" }, { theme: "purple" }]);
});

test("migrations run once each, from the version of the file", async () => {
  put('{"colour":"dark"}');
  const ran: number[] = [];
  const run = async (versions: number) => {
    const plugin = store();
    const steps = [
      ({ colour, ...others }: Record<string, unknown>) => (
        ran.push(1),
        { ...others, theme: colour }
      ),
      (values: Record<string, unknown>) => (ran.push(2), { ...values, size: 1 }),
    ];
    const settings = plugin.open<Record<string, unknown>>(
      "a.json",
      {},
      { migrations: steps.slice(0, versions) },
    );
    using app = await start({ plugin });
    expect(await (await app.open()).keys()).not.toContain("$version");
    await app.end();
    return settings.all();
  };
  expect(await run(1)).toEqual({ theme: "dark" });
  expect(written()).toEqual({ $version: 1, theme: "dark" });
  expect(await run(2)).toEqual({ theme: "dark", size: 1 });
  expect(await run(2)).toEqual({ theme: "dark", size: 1 });
  expect(ran).toEqual([1, 2]);
  expect(await saying(async () => void (await run(1)))).toContain(
    '"a.json" is of version 2 and this app knows 1',
  );
  expect(written()).toEqual({ $version: 2, theme: "dark", size: 1 });
});

for (const text of ["", "{", "null", "[1]", '"a"', "\0\0\0\0"]) {
  test(`a file of ${JSON.stringify(text)} is kept aside when the first value is saved`, async () => {
    put(text);
    const output = await saying(async () => {
      using app = await start();
      const values = await app.open();
      expect(await values.length()).toBe(0);
      expect(readFileSync(file(), "utf8")).toBe(text);
      await values.set("a", 1);
      await app.end();
    });
    expect(output).toContain(`"${file()}" holds no JSON object`);
    expect(readFileSync(file("a.json.bad"), "utf8")).toBe(text);
    expect(written()).toEqual({ a: 1 });
  });
}

test("keys of every object's prototype are keys as all others", async () => {
  put('{"__proto__":{"polluted":1},"constructor":2}');
  using app = await start();
  const values = await app.open();
  expect(await values.keys()).toEqual(["__proto__", "constructor"]);
  expect(await values.has("toString")).toBe(false);
  await values.set("toString", { ["__proto__"]: 1 });
  await values.save();
  expect(readFileSync(file(), "utf8")).toBe(
    '{"__proto__":{"polluted":1},"constructor":2,"toString":{"__proto__":1}}',
  );
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

for (const [name, reason] of [
  ["../a.json", "leads out"],
  ["/etc/a.json", "is a whole path"],
  ["x/../../a.json", "leads out"],
  ["private/store/a.json", "is the framework's own"],
  ["link/a.json", "leads out by a link"],
  ["", "is no name"],
  [".", "is the folder itself"],
  ["a\0.json", "holds a NUL"],
] as const) {
  test(`the name ${JSON.stringify(name)} is refused: it ${reason}`, async () => {
    mkdirSync(dirname(file()), { recursive: true });
    symlinkSync(data.path, file("link"));
    using app = await start({ scope: ["**"] });
    const values = await app.open("main", name);
    expect(await rejection(values.set("a", 1))).toMatch(
      /^(?:out-of-scope|bad-argument|bad-path): Cannot use/,
    );
    // Names that the app itself may use continue to work beside it.
    const fine = await app.open("main", "sub/b.json");
    await fine.set("a", 1);
    await fine.save();
    expect(written("sub/b.json")).toEqual({ a: 1 });
  });
}

test("a name that is not in plugins.store.scope is refused, in every spelling", async () => {
  using app = await start({ scope: ["a.json", "notes/*.json"] });
  for (const name of ["b.json", "./b.json", "notes/../b.json", "notes/x/b.json"])
    expect(await rejection((await app.open("main", name)).keys())).toBe(
      `out-of-scope: Cannot open store "${name}": not in plugins.store.scope`,
    );
  for (const name of ["a.json", "./a.json", "notes/b.json"])
    expect(await (await app.open("main", name)).keys()).toEqual([]);
});

test("two processes keep the changes of both, key by key", async () => {
  put('{"a":0,"b":0,"c":0}');
  using one = await start();
  using other = await start();
  const [here, there] = [await one.open(), await other.open()];
  await here.keys();
  const heard: unknown[] = [];
  await there.onChange((key, value) => void heard.push([key, value]));
  await here.set("a", 1);
  await here.delete("c");
  await here.save();
  await there.set("b", 2);
  await there.save();
  expect(written()).toEqual({ a: 1, b: 2 });
  await becomes(heard, [
    ["b", 2],
    ["c", null],
    ["a", 1],
  ]);
});

test("a file with a byte order mark is read, and load names a file that is no store", async () => {
  using app = await start();
  put('\ufeff{"a":1}');
  const main = await app.open();
  expect(await main.get("a")).toBe(1);
  put("[]");
  await saying(async () => {
    expect(await rejection(main.load())).toBe(
      `io: Cannot load store "${file()}": it must hold a JSON object`,
    );
  });
});

test("a page cannot set the number of migrations", async () => {
  using app = await start();
  expect(await rejection((await app.open()).set("$version", 99))).toStartWith(
    'bad-argument: Cannot set "$version": ',
  );
});

test("load reads what another program has written, and rejects without a file", async () => {
  using app = await start();
  const values = await app.open();
  await values.set("b", 1);
  expect(await rejection(values.load())).toContain("not-found: Cannot load store");
  await values.save();
  put('{"a":2}');
  await values.load();
  expect(await values.entries()).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});

test("a value that is none is refused by name", async () => {
  using app = await start();
  const values = await app.open();
  expect(await rejection(values.set("a", undefined))).toBe(
    'bad-argument: Cannot set "a": its value is missing; remove a key by delete',
  );
});

test("values that JSON would change are refused, in pages and in own code", async () => {
  const plugin = store();
  using app = await start({ plugin });
  const values = await app.open();
  const own = plugin.open<Record<string, unknown>>("own.json", {});
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  for (const [value, fault] of [
    [NaN, "is NaN"],
    [{ a: [1, -Infinity] }, 'holds -Infinity at "a.1"'],
    [{ a: 1, f() {} }, 'holds a function at "f"'],
    [[Symbol("a")], 'holds a symbol at "0"'],
    [7n, "is a bigint"],
    [new Uint8Array([1, 2]), "is a value of type Uint8Array"],
    [{ deep: new ArrayBuffer(2) }, 'holds a value of type ArrayBuffer at "deep"'],
    [/a/, "is a value of type RegExp"],
    [new Map([["a", 1]]), "is a value of type Map"],
    [new Set([1]), "is a value of type Set"],
    [cyclic, 'holds itself at "self"'],
    [
      {
        get a() {
          throw new Error("no");
        },
      },
      "cannot be read",
    ],
  ] as const) {
    const message = `Cannot set "a": its value must be JSON, and ${fault}`;
    expect(await rejection(values.set("a", value))).toBe(`bad-argument: ${message}`);
    expect(() => own.set("a", value)).toThrow(message);
  }
  // The app checks as well, what another page half sends: bytes cross the bridge.
  const sent = { path: "a.json", key: "a", value: new Uint8Array([1]) };
  expect(await rejection(app.page.invoke("plugin:store|set", sent))).toContain("Uint8Array");
  expect([await values.length(), own.all()]).toEqual([0, {}]);

  expect(() => plugin.open("new.json", { sum: NaN })).toThrow('Cannot set "sum"');
  const migrations = [() => ({ sum: NaN })];
  put('{"sum":1}', "old.json");
  expect(() => plugin.open("old.json", {}, { migrations })).toThrow('Cannot set "sum"');

  const shared = { ok: true };
  const fine = { at: new Date(0), none: undefined, url: new URL("a:b"), list: [shared, shared] };
  const stored = { at: "1970-01-01T00:00:00.000Z", url: "a:b", list: [shared, shared] };
  await values.set("a", fine);
  own.set("a", fine);
  expect([await values.get("a"), own.get("a")] as unknown[]).toEqual([stored, stored]);
});

test("a folder in the way rejects save, standard error says it once, and the values stay", async () => {
  using app = await start();
  const values = await app.open();
  await values.set("a", 1);
  const output = await saying(async () => {
    mkdirSync(file(), { recursive: true });
    expect(await rejection(values.save())).toContain("a.json");
    await values.set("a", 2);
    await app.end();
  });
  expect(output).toContain("the next change tries again");
  expect(await values.get<number>("a")).toBe(2);
});

/** Mounts a disk over the folder of all data; `null`: this machine cannot. */
function mounted(options: string): Disposable | null {
  try {
    const args = ["-t", "tmpfs", "-o", options, "tmpfs", data.path];
    execFileSync("mount", args, { stdio: "ignore" });
  } catch {
    return null;
  }
  return { [Symbol.dispose]: () => void execFileSync("umount", ["-l", data.path]) };
}

test("a read-only or full disk rejects save with the store's path (skipped where none can be mounted)", async () => {
  for (const [options, fill, reason] of [
    ["ro", false, "the disk is read-only"],
    ["size=16k", true, "no space is left on the disk"],
  ] as const) {
    using app = await start();
    const values = await app.open();
    await values.set("a", "x".repeat(100));
    using disk = mounted(options);
    if (disk === null) return;
    if (fill) {
      mkdirSync(dirname(file()), { recursive: true });
      try {
        writeFileSync(join(data.path, "large"), new Uint8Array(1 << 20));
      } catch {
        // It is full now.
      }
    }
    const error = await rejection(values.save());
    expect(error).toMatch(/^io: Cannot /);
    expect(error).toContain(fill ? "space" : `Cannot save store "${file()}": ${reason}`);
    expect(error).toContain(data.path);
    const output = await saying(async () => {
      await values.set("a", 2);
      await app.end();
    });
    expect(output).toMatch(/^store: Cannot .*; the next change tries again\n$/);
  }
});

test("a lock that cannot be had names the store and has a code", async () => {
  const path = join(data.path, "lock");
  mkdirSync(path);
  const error = await lock(path, file()).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "io",
    message: `Cannot save store "${file()}": its lock "${path}" cannot be opened`,
  });
});

test("a file in the place of the data folder is an error with the store's path", async () => {
  writeFileSync(dirname(file()), "");
  using app = await start();
  const message = `Cannot read store "${file()}": it, or a part of its path, is not a folder`;
  expect(await rejection((await app.open()).get("a"))).toBe(`not-found: ${message}`);
});

test("a save holds the values of one moment, whatever changes while it is made", async () => {
  const written: Record<string, number>[] = [];
  const path = join(data.path, "large.json");
  const values = new StoreFile({
    locate: () => path,
    write: (_, bytes) =>
      Promise.resolve(void written.push(JSON.parse(new TextDecoder().decode(bytes)))),
    lock: () => Promise.resolve({ [Symbol.dispose]() {} }),
    say: () => {},
  });
  const keys = Array.from({ length: 50_000 }, (_, i) => `key ${i}`);
  for (const key of keys) values.set(key, 1);
  const saving = values.save();
  // Its first slice is over, and others follow.
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual([]);
  for (const [i, key] of keys.entries()) if (i % 2 === 0) values.set(key, 2);
  for (const key of keys.slice(0, 100)) values.delete(key);
  values.set("new", 3);
  await saving;
  expect(Object.values(written[0] ?? {}).filter((value) => value === 1).length).toBe(keys.length);
  expect(Object.keys(written[0] ?? {}).length).toBe(keys.length);
  await values.save();
  expect(Object.keys(written[1] ?? {}).length).toBe(keys.length - 100 + 1);
  expect([written[1]?.["key 100"], written[1]?.["key 101"], written[1]?.["new"]]).toEqual([
    2, 1, 3,
  ]);
});

// The required documentation of every function in the page's API. test/config/generated.test.ts
// checks that the pages are up to date, and documents.test.ts checks their links.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../src/contract/commands/index.ts";
import { apiModules, appModule, type ApiItem } from "../../tools/generate/api-modules.ts";
import { flagsOf } from "../../tools/generate/api-reference.ts";

const root = join(import.meta.dirname, "../..");
const modules = apiModules();

/** Exported functions and the methods of exported classes, with what else speaks for them. */
const called = modules.flatMap(({ specifier, items }) =>
  items.flatMap((item) =>
    [item, ...item.members]
      .filter(({ kind }) => kind === "function" || kind === "method")
      .map((one) => ({ name: nameOf(specifier, item, one), item: one, owner: item })),
  ),
);

function nameOf(specifier: string, owner: ApiItem, item: ApiItem): string {
  return `${specifier}: ${item === owner ? item.name : `${owner.name}.${item.name}`}`;
}

function named(entries: typeof called): string[] {
  return entries.map(({ name }) => name);
}

test("the whole API is read", () => {
  expect(modules.map(({ specifier }) => specifier)).toContain("framework/api/globalShortcut");
  expect(named(called)).toContain("framework/api/dialog: open");
  expect(named(called)).toContain("framework/api/window: WindowManager.setTitle");
  expect(named(called)).toContain("framework/api/mocks: mockIPC");
  expect(called.length).toBeGreaterThan(180);
});

test("every documented module can be imported, and nothing else of the page's rooms", () => {
  const files = readdirSync(join(root, "src/api"), { recursive: true, encoding: "utf8" });
  const addresses = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `framework/api/${file.slice(0, -".ts".length)}`);
  const known = modules.map(({ specifier }) => specifier);
  const open = [...new Set([...addresses, ...known])].filter((address) => resolves(address));
  // The index's own exports, by their first address.
  expect(open.toSorted()).toEqual([...known, "framework/api/invoke"].toSorted());
});

function resolves(address: string): boolean {
  try {
    return Bun.resolveSync(address, root) !== "";
  } catch {
    return false;
  }
}

test("every module loads where pages are rendered without a browser", () => {
  // Node.js takes them from dist/, which is compiled before the tests run.
  const load = modules.map(({ specifier }) => `await import("${specifier}");`).join("\n");
  const run = Bun.spawnSync(["node", "--input-type=module", "--eval", load], {
    cwd: root,
    stderr: "pipe",
  });
  expect({ printed: run.stderr.toString(), code: run.exitCode }).toEqual({ printed: "", code: 0 });
});

test("every exported function has a doc comment and an example", () => {
  const silent = called.filter(
    ({ item: { kind, comment } }) => kind === "function" && !comment?.example,
  );
  expect(named(silent)).toEqual([]);
});

test("the index has a line for each function and method", () => {
  const index = readFileSync(join(root, "docs/reference/api/README.md"), "utf8");
  const silent = called.filter(({ item, owner }) => {
    if (item.name === "constructor") return false;
    const title = item === owner ? item.name : `${owner.name}.${item.name}`;
    return !index.includes(`[\`${title}\`](`);
  });
  expect(named(silent)).toEqual([]);
});

test("a function that needs a flag says which", () => {
  const silent = called.filter(({ item, owner }) => {
    const output = `${item.comment?.text} ${owner.comment?.text}`;
    return flagsOf(item).some((flag) => !output.includes(`framework.allowlist.${flag}\``));
  });
  expect(named(silent)).toEqual([]);
});

test("no function speaks of a flag that its commands do not have", () => {
  const wrong = called.filter(({ item }) => {
    const [, output] =
      /\bNeeds\s+`framework\.allowlist\.([\w.]+)`/.exec(item.comment?.text ?? "") ?? [];
    return output !== undefined && !flagsOf(item).some((flag) => flag === output);
  });
  expect(named(wrong)).toEqual([]);
});

test("every command can be reached by a function of a module", () => {
  const reached = new Set(called.flatMap(({ item }) => item.commands));
  // The bridge fetches the events that a page's listeners are for.
  const inBridge = ["event.listen", "event.unlisten", "event.next"];
  const unreached = Object.keys(commands).filter(
    (name) => !reached.has(name as never) && !inBridge.includes(name),
  );
  expect(unreached).toEqual([]);
});

test("the app's own code finds all that it can import, and each type that is spoken of there", () => {
  const index = readFileSync(join(root, "src/app/index.ts"), "utf8");
  const exported = [...index.matchAll(/^export .*?\{([^}]+)\}/gms)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.replace("type ", "").trim()),
  );
  const { items } = appModule();
  const described = items.map(({ name }) => name);
  expect(described).toEqual(expect.arrayContaining(exported.filter((name) => name !== "")));
  expect(items.find(({ name }) => name === "WindowState")?.declarations.join()).toContain(
    "isVisible: boolean",
  );
  expect(items.find(({ name }) => name === "WindowOperations")?.declarations.join()).toContain(
    '"crosshair"',
  );
  expect(items.find(({ name }) => name === "WindowOperations")?.declarations.join()).toContain(
    "setTitle",
  );
  // Nothing of the inside comes along with a type.
  expect(described).not.toContain("Services");
  expect(new Set(described).size).toBe(described.length);
});

import packageJson from "../../../package.json" with { type: "json" };
import { packageName } from "../project/package-name.ts";

/** The values that the files of a new plugin are made from. */
export interface NewPlugin {
  /** Pages call `plugin:<name>|<command>`, and the settings are at `plugins.<name>`. */
  readonly name: string;
  /** The function that `main.ts` imports and calls. */
  readonly factory: string;
  /** The package specifier of the framework. */
  readonly framework: string;
}

/** The npm name of a plugin's package. */
export function pluginPackageName(name: string): string {
  return `framework-plugin-${name}`;
}

/** The files of a new plugin's package, by their paths in it. */
export function pluginFiles(plugin: NewPlugin): ReadonlyMap<string, string> {
  const { name } = plugin;
  return new Map([
    ["package.json", manifest(plugin)],
    ["tsconfig.json", json(compilerSettings)],
    [".gitignore", "/node_modules/\n/dist/\n/example/src-framework/target/\n"],
    ["README.md", readme(plugin)],
    ["index.ts", appHalf(plugin)],
    ["entries.ts", entries],
    ["api.ts", pageHalf(plugin)],
    ["test/tsconfig.json", json(testSettings)],
    [`test/${name}.test.ts`, tests(plugin)],
    ["example/page/index.html", examplePage(plugin)],
    ["example/src-framework/framework.conf.json", exampleConfiguration(plugin)],
    ["example/src-framework/main.ts", exampleMain(plugin)],
  ]);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Bun uses the sources. The compilers of front ends use the output of `prepack`. */
function manifest({ name, framework }: NewPlugin): string {
  const half = (file: string) => ({
    bun: `./${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  });
  const { dependencies, devDependencies } = packageJson;
  return json({
    name: pluginPackageName(name),
    version: "0.1.0",
    description: "",
    type: "module",
    exports: { ".": half("index"), "./api": half("api"), "./package.json": "./package.json" },
    types: "./dist/index.d.ts",
    typesVersions: { "*": { api: ["./dist/api.d.ts"] } },
    files: ["*.ts", "dist", "README.md"],
    scripts: { check: "tsc --noEmit && tsc -p test", test: "bun test", prepack: "tsc" },
    dependencies: { valibot: dependencies.valibot },
    peerDependencies: { [packageName]: "*" },
    devDependencies: {
      "@types/bun": devDependencies["@types/bun"],
      [packageName]: framework,
      typescript: devDependencies.typescript,
    },
  });
}

const compilerSettings = {
  compilerOptions: {
    target: "ES2024",
    lib: ["ES2024", "ESNext.Disposable"],
    module: "NodeNext",
    types: ["bun"],
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    declaration: true,
    rootDir: ".",
    outDir: "dist",
  },
  include: ["*.ts"],
};

const testSettings = {
  extends: "../tsconfig.json",
  compilerOptions: { noEmit: true, rootDir: ".." },
  include: ["*.ts", "../example/src-framework/*.ts"],
};

function appHalf({ name, factory }: NewPlugin): string {
  return `import { command, definePlugin, type Plugin } from "${packageName}/app";
import * as v from "valibot";
import { Entries } from "./entries.ts";

/** \`plugins.${name}\` of the app's configuration, without \`allowlist\`. */
const configSchema = v.strictObject({
  /** The largest number of entries. The oldest are removed first. */
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 100),
});

/**
 * Keeps a list of entries that all windows share.
 *
 * @example
 * export default defineApp({ plugins: [${factory}()] });
 */
export function ${factory}(): Plugin<"${name}", ReturnType<typeof commandsOf>> {
  const entries = new Entries();
  return definePlugin({
    name: "${name}",
    commands: commandsOf(entries),
    // Each is off until the configuration sets plugins.${name}.allowlist.<flag> to true.
    flags: { list: "read", watch: "read", add: "write" },
    configSchema,
    setup(_app, { limit }) {
      entries.limit = limit;
    },
  });
}

function commandsOf(entries: Entries) {
  return {
    list: () => entries.list(),
    add: command({ args: v.object({ text: v.pipe(v.string(), v.maxLength(1000)) }) }, ({ text }) =>
      entries.add(text),
    ),
    /** Emits \`${name}://added\` to the page that called, until it goes. */
    watch: command({ args: v.object({}) }, (_, { emit, signal }) => {
      const end = entries.onAdd((text) => emit("${name}://added", text));
      signal.addEventListener("abort", end);
    }),
  };
}
`;
}

const entries = `/** The entries of the app, the newest last. */
export class Entries {
  #texts: string[] = [];
  readonly #listeners = new Set<(text: string) => void>();
  /** The largest number of entries. */
  limit = 100;

  list(): readonly string[] {
    return this.#texts;
  }

  add(text: string): void {
    this.#texts = [...this.#texts, text].slice(-this.limit);
    for (const listener of this.#listeners) listener(text);
  }

  /** Calls back after each new entry; returns what ends it. */
  onAdd(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
`;

function pageHalf({ name }: NewPlugin): string {
  return `/**
 * The page half.
 *
 * Needs \`plugins.${name}.allowlist.read\` or \`.write\`.
 */
import { listen, type UnlistenFn } from "${packageName}/api/event";
import { invoke } from "${packageName}/api/invoke";

/** The entries, the newest last. */
export function list(): Promise<string[]> {
  return invoke<string[]>("plugin:${name}|list");
}

/** Adds an entry. */
export function add(text: string): Promise<void> {
  return invoke<void>("plugin:${name}|add", { text });
}

/** Set once the app sends new entries to this page. */
let watching: Promise<unknown> | null = null;

/** Calls back after each new entry of any window. */
export async function onAdd(handler: (text: string) => void): Promise<UnlistenFn> {
  const unlisten = await listen<string>("${name}://added", ({ payload }) => handler(payload));
  try {
    await (watching ??= invoke<unknown>("plugin:${name}|watch"));
    return unlisten;
  } catch (error) {
    // The next call asks again.
    watching = null;
    unlisten();
    throw error;
  }
}
`;
}

function tests({ name, factory }: NewPlugin): string {
  return `import { afterEach, beforeEach, expect, test } from "bun:test";
import { clearMocks, mockIPC } from "${packageName}/api/mocks";
import type { App } from "${packageName}/app";
import { add, list } from "../api.ts";
import { ${factory} } from "../index.ts";

const plugin = ${factory}();
const heard: unknown[] = [];
let page: AbortController;

/** Runs a command as a call of the page does that the flags let through. */
function run(command: keyof typeof plugin.commands, args: unknown = {}): unknown {
  return plugin.commands[command](args as never, {
    command,
    window: "main",
    signal: page.signal,
    emit: (event, payload) => heard.push([event, payload]),
    state: undefined,
    app: {} as App,
  });
}

beforeEach(async () => {
  await plugin.setup({} as App, { limit: 2 } as never);
  page = new AbortController();
  // The page half takes its bridge to the app from the window.
  Object.assign(globalThis, { window: globalThis });
  mockIPC((name, args) => run(name.replace("plugin:${name}|", "") as never, args));
});
afterEach(clearMocks);

test("a page lists its added texts, up to the limit", async () => {
  for (const text of ["one", "two", "three"]) await add(text);
  expect(await list()).toEqual(["two", "three"]);
});

test("a page hears of new entries until it goes", async () => {
  await run("watch");
  await add("heard");
  page.abort();
  await add("not heard");
  expect(heard).toEqual([["${name}://added", "heard"]]);
});

test("an entry must be a text", async () => {
  await expect(add(1 as never)).rejects.toMatchObject({ code: "bad-argument" });
});

test("a page needs a flag for each command", () => {
  expect(plugin.flags).toEqual({ list: "read", watch: "read", add: "write" });
});
`;
}

function readme({ name, factory }: NewPlugin): string {
  return `# ${pluginPackageName(name)}

A list of entries that all windows of an app share.

\`\`\`ts
// src-framework/main.ts
import { defineApp } from "${packageName}/app";
import { ${factory} } from "${pluginPackageName(name)}";

export default defineApp({ plugins: [${factory}()] });
\`\`\`

\`\`\`ts
// the page
import { add, list } from "${pluginPackageName(name)}/api";

await add("an entry");
console.log(await list());
\`\`\`

| Flag in \`plugins.${name}.allowlist\` | What pages may do                     |
| --- | --- |
| \`read\`  | \`list\`, and hear of new entries by \`onAdd\` |
| \`write\` | \`add\`                                    |

\`plugins.${name}.limit\` is how many entries are kept: 100 by default.

\`npm test\` runs the tests, \`npm run check\` the compiler, and \`npx framework dev\` in \`example\` shows an
app that has the plugin.
`;
}

function examplePage({ name }: NewPlugin): string {
  return `<!doctype html>
<meta charset="utf-8" />
<title>${name}</title>
<form>
  <input required />
  <button>Add</button>
</form>
<ul></ul>
<script>
  // A page with a bundler imports the functions of "${pluginPackageName(name)}/api" instead.
  const { invoke, event } = window.__FRAMEWORK__;
  const [form, input, ul] = ["form", "input", "ul"].map((tag) => document.querySelector(tag));
  const show = (text) => ul.appendChild(document.createElement("li")).append(text);

  form.addEventListener("submit", async (submit) => {
    submit.preventDefault();
    await invoke("plugin:${name}|add", { text: input.value });
    form.reset();
  });
  (async () => {
    await event.listen("${name}://added", ({ payload }) => show(payload));
    for (const text of await invoke("plugin:${name}|list")) show(text);
    await invoke("plugin:${name}|watch");
  })();
</script>
`;
}

function exampleConfiguration({ name }: NewPlugin): string {
  return json({
    package: { productName: `Example of ${name}`, version: "0.1.0" },
    build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
    plugins: { [name]: { allowlist: { all: true } } },
    framework: {
      bundle: { identifier: `org.example.${name}` },
      windows: [{ title: `Example of ${name}` }],
    },
  });
}

function exampleMain({ factory }: NewPlugin): string {
  return `import { defineApp } from "${packageName}/app";
import { ${factory} } from "../../index.ts";

export default defineApp({ plugins: [${factory}()] });
`;
}

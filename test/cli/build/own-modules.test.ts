import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startProgram } from "../../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { runTool } from "../tool.ts";

type Files = Readonly<Record<string, string | Buffer>>;

/** An app with own code. Paths begin in its source directory, unless they are of packages. */
function project(files: Files): TempDir {
  const folder = tempDir({
    "package.json": '{"name": "small", "type": "module"}',
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: { bundle: { identifier: "org.example.small", icon: [] }, windows: [] },
    }),
  });
  for (const [name, content] of Object.entries(files)) {
    const path = join(
      folder.path,
      name.startsWith("node_modules/") ? name : `src-framework/${name}`,
    );
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

/** Own code that writes its findings to standard error. */
const main = (code: string): string =>
  `import { defineApp } from "framework/app";
const say = (text) => process.stderr.write("said: " + text + "\\n");
${code}
export default defineApp({});
`;

async function build(files: Files, options: readonly string[] = ["--no-bundle"], env = {}) {
  const folder = project(files);
  const { code, err } = await runTool(folder.path, ["build", ...options], env);
  return {
    code,
    notes: err
      .split("\nNext\n", 1)[0]!
      .split("\n")
      .filter((line) => line !== "" && !/^(Compiling|Bundling|Making) /.test(line)),
    app: join(folder.path, "src-framework/target/release/Small"),
    folder: folder.path,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** The output of own code. There is no display, so the app ends once it has been loaded. */
async function output(command: readonly string[], cwd?: string): Promise<string[]> {
  using empty = tempDir();
  await using running = startProgram([...command], {
    cwd: cwd ?? empty.path,
    env: { PATH: "", HOME: empty.path },
  });
  await running.end();
  return running.output.flatMap(({ text }) => (text.startsWith("said: ") ? [text.slice(6)] : []));
}

const answer = (name: string) =>
  `self.onmessage = ({ data }) => postMessage(\`${name} of \${data}\`);\n`;
const ask = `const ask = (worker) => new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve(message);
  worker.postMessage("main");
});\n`;

const threads: Files = {
  "main.ts": main(`import { pool } from "./lib/pool.ts";
${ask}
// new Worker(new URL("./not-there.ts", import.meta.url));
say(await ask(new Worker(new URL("./one.ts", import.meta.url))));
say(await ask(new Worker(new URL(\`./one.ts\`, import.meta.url).href, { smol: true })));
say(await ask(pool()));`),
  "one.ts": answer("one"),
  "lib/pool.ts":
    'export const pool = () => new Worker(new URL("./deep/two.mts", import.meta.url));\n',
  "lib/deep/two.mts": `const three = new Worker(new URL("./three", import.meta.url));
three.onmessage = ({ data }) => postMessage(data);
self.onmessage = ({ data }) => three.postMessage(data);\n`,
  "lib/deep/three.js": answer("three"),
};
const answers = ["one of main", "one of main", "three of main"];

test("threads of own code, and threads of these, are in the app", async () => {
  using built = await build(threads);
  expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual(answers);
});

test("a thread that imports the module that starts it is in the app once, and the build says that no thread can start it", async () => {
  using built = await build({
    "main.ts": main(
      `import "pools";\nimport { pool } from "./pool.ts";\n${ask}say(await ask(pool()));`,
    ),
    "node_modules/pools/package.json": '{"name": "pools", "type": "module"}',
    "node_modules/pools/index.js":
      'export const pool = () => new Worker(new URL("./lib/two.js", import.meta.url));',
    "node_modules/pools/lib/two.js": 'import "../index.js";',
    "pool.ts": `export const limit = 4;
export const pool = () => new Worker(new URL("./deep/one.ts", import.meta.url));\n`,
    "deep/one.ts": `import { limit } from "../pool.ts";\n${answer("one with ${limit}")}`,
  });
  expect({ code: built.code, notes: built.notes }).toEqual({
    code: 0,
    notes: [
      'Package "pools" cannot start its thread "./lib/two.js" once more from within a thread in the app',
      'In the app, the thread "./deep/one.ts" cannot be started once more from within a thread, as src-framework/pool.ts:2 would have it: if that never happens, let threads import nothing from there',
    ],
  });
  expect(await output([built.app])).toEqual(["one with 4 of main"]);
});

const names = "abcdefgh".split("");

/** An app with eight threads, in folders of their own. */
const manyThreads = (imports: string): Files => {
  const start = (name: string) => `() => new Worker(new URL("./${name}/it.ts", import.meta.url))`;
  return {
    "main.ts": main(
      `import { pool } from "./pool.ts";\n${ask}for (const one of pool) say(await ask(one()));`,
    ),
    "pool.ts": `export const limit = 4;\nexport const pool = [${names.map(start).join(",\n")}];\n`,
    ...Object.fromEntries(names.map((name) => [`${name}/it.ts`, `${imports}${answer(name)}`])),
  };
};
const manyAnswers = names.map((name) => `${name} of main`);

for (const runtime of ["own", "shared"] as const) {
  test(`with "runtime": "${runtime}" an app may have more threads than Bun finds the folder of`, async () => {
    const bundle = { active: true, runtime, identifier: "org.example.small", icon: [] };
    const config = JSON.stringify({ framework: { bundle } });
    const options = runtime === "shared" ? ["--debug", "--bundles", "deb"] : ["--no-bundle"];
    using built = await build(manyThreads(""), [...options, "--config", config]);
    expect(built.code).toBe(0);
    const shared = [process.execPath, join(built.folder, "src-framework/target/debug/app/main.js")];
    expect(await output(runtime === "shared" ? shared : [built.app])).toEqual(manyAnswers);
  });
}

test("threads that import the module that starts them all are in the app once each", async () => {
  using built = await build(manyThreads('import "../pool.ts";\n'));
  expect({ code: built.code, notes: built.notes.length }).toEqual({ code: 0, notes: 8 });
  expect(await output([built.app])).toEqual(manyAnswers);
});

test("a thread that turns out to be none when it is looked at, and one that it alone starts, are left out", async () => {
  const start = (name: string) =>
    `export const start = () => new Worker(new URL("${name}", import.meta.url));\n`;
  using built = await build({
    "main.ts": main(`import { start } from "pools";
say([start, () => new Worker(new URL("./threads/one.ts", import.meta.url))].length);`),
    "threads/one.ts": `import { start } from "pools";\nglobalThis.start = start;\n`,
    "node_modules/pools/package.json":
      '{"name": "pools", "type": "module", "exports": "./lib/index.js"}',
    "node_modules/pools/lib/index.js": start("../two.js"),
    "node_modules/pools/two.js": `import { start } from "./lib/index.js";
import { start as more } from "./more.js";\nglobalThis.start = [start, more];\n`,
    "node_modules/pools/more.js": start("./three.js"),
    "node_modules/pools/three.js": "",
  });
  expect({ code: built.code, notes: built.notes }).toEqual({
    code: 0,
    notes: [
      'Package "pools" will not find its thread "../two.js" in the app',
      'Package "pools" cannot start its thread "../two.js" once more from within a thread in the app',
    ],
  });
});

test("a thread is started by a module that the app has, too, where it does not import that", async () => {
  using built = await build({
    "main.ts": main(
      `import { two } from "./lib/pool.ts";\n${ask}say(await ask(two()));\nsay(await ask(new Worker(new URL("./one.ts", import.meta.url))));`,
    ),
    "lib/pool.ts": 'export const two = () => new Worker(new URL("./two.ts", import.meta.url));\n',
    "lib/two.ts": answer("two"),
    "one.ts": `import { two } from "./lib/pool.ts";
const other = two();
other.onmessage = ({ data }) => postMessage("one by " + data);
self.onmessage = ({ data }) => other.postMessage(data);\n`,
  });
  expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual(["two of main", "one by two of main"]);
});

test("threads of own code are in an app that shares its runtime", async () => {
  const shared = {
    bundle: { active: true, runtime: "shared", identifier: "org.example.small", icon: [] },
  };
  const config = JSON.stringify({ framework: shared });
  using built = await build(threads, ["--debug", "--bundles", "deb", "--config", config]);
  expect(built.code).toBe(0);
  const app = join(built.folder, "src-framework/target/debug/app");
  expect(existsSync(join(app, "deep/two.js.map"))).toBe(false);
  rmSync(join(built.folder, "src-framework/lib"), { recursive: true });
  expect(await output([process.execPath, join(app, "main.js")])).toEqual(answers);
});

test("a thread that is named without its address is the app's, whatever lies where it is started", async () => {
  const named = 'say(await ask(new Worker("./one.ts")));';
  using built = await build({ "main.ts": main(ask + named), "one.ts": answer("one") });
  using other = tempDir({ "one.ts": answer("another"), "one.js": answer("another") });
  expect(await output([built.app], other.path)).toEqual(["one of main"]);
});

for (const [what, files, options, problem] of [
  [
    "above the module that names it",
    { "lib/pool.ts": 'new Worker(\n  new URL("../one.ts", import.meta.url));' },
    [],
    'Cannot take the thread "../one.ts" of src-framework/lib/pool.ts:2 into the app: put it into the folder of the module that names it, or below',
  ],
  [
    "with a dot in its name, and without its ending,",
    {
      "lib/pool.ts": 'new Worker(new URL("./two.thread", import.meta.url));',
      "lib/two.thread.ts": "",
    },
    [],
    'Cannot take the thread "./two.thread" of src-framework/lib/pool.ts:1 into the app: name it with its ending, ".ts"',
  ],
  [
    "with the name of another one",
    {
      "lib/pool.ts": 'new Worker(new URL("./one.ts", import.meta.url));',
      "lib/one.ts": "",
    },
    [],
    'Cannot take the thread "./one.ts" of src-framework/lib/pool.ts:1 into the app: give it another name, "src-framework/one.ts" has this one in the app',
  ],
  [
    "with the name of one of ours",
    {
      "lib/pool.ts": 'new Worker(new URL("./app-thread.ts", import.meta.url));',
      "lib/app-thread.ts": "",
    },
    [],
    'Cannot take the thread "./app-thread.ts" of src-framework/lib/pool.ts:1 into the app: give it another name, a module of the framework has this one',
  ],
  [
    "without its address, in an app that shares its runtime,",
    { "lib/pool.ts": 'new Worker("./one.ts");' },
    [
      "--bundles",
      "deb",
      "--config",
      '{"framework": {"bundle": {"active": true, "runtime": "shared"}}}',
    ],
    'Cannot take the thread "./one.ts" of src-framework/lib/pool.ts:1 into the app: name it by new URL(…, import.meta.url)',
  ],
] as const) {
  test(`a thread ${what} is an error that says where and what to do`, async () => {
    const load = 'import "./lib/pool.ts";\nnew Worker(new URL("./one.ts", import.meta.url));';
    using built = await build(
      { "main.ts": main(load), "one.ts": answer("one"), ...files },
      options,
    );
    expect(built).toMatchObject({ code: 1, notes: [problem] });
  });
}

const system = { linux: "linux", darwin: "macos", win32: "windows" }[process.platform as "linux"];
const here = process.arch === "arm64" ? 183 : 62;

/** The first bytes of a library for Linux, which no system loads. */
function library(machine: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write("\x7fELF", "latin1");
  bytes.writeUInt16LE(machine, 18);
  return bytes;
}

/** Reports if an addon is found. This one cannot be loaded. */
const load = (name: string): string =>
  `try { await import(${JSON.stringify(name)}); } catch (error) { say(error.code); }`;

const evil = 'process.stderr.write("said: evil\\n");';

const addons = [
  ["bindings", "bindings", 'require("bindings")("quick.node")', "build/Release/quick.node"],
  [
    "bindings and options",
    "bindings",
    'require("bindings")({ bindings: "fast" })',
    "build/fast.node",
  ],
  [
    "node-gyp-build",
    "node-gyp-build",
    'require("node-gyp-build")(__dirname)',
    `prebuilds/${process.platform}-${process.arch}/node.napi.node`,
  ],
] as const;

describe.skipIf(system !== "linux")("an addon that its package looks for", () => {
  const packageOf = (what: string) => `by-${what.replaceAll(" ", "-")}`;

  /** An app with a package for each way. */
  const buildFor = async (machine: number) =>
    await build({
      "main.ts": main(addons.map(([what]) => load(packageOf(what))).join("\n")),
      ...Object.assign(
        {},
        ...addons.map(([what, loader, call, file]) => ({
          [`node_modules/${packageOf(what)}/package.json`]: `{"name": "${packageOf(what)}", "gypfile": true}`,
          [`node_modules/${packageOf(what)}/index.js`]: `module.exports = ${call};`,
          [`node_modules/${packageOf(what)}/${file}`]: library(machine),
          [`node_modules/${loader}/index.js`]: 'throw new Error("There is no disk");',
        })),
      ),
    });

  test(`by ${addons.map(([what]) => what).join(", by ")} is in the app`, async () => {
    using built = await buildFor(here);
    expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
    using other = tempDir({ "build/Release/fast.node.js": evil });
    expect(await output([built.app], other.path)).toEqual(addons.map(() => "ERR_DLOPEN_FAILED"));
  });

  test("and that is another processor's is named, as the app will not have it", async () => {
    using built = await buildFor(40);
    expect(built.code).toBe(0);
    expect(
      built.notes
        .map((note) => note.slice(0, note.indexOf(" for its file for each system")))
        .toSorted(),
    ).toEqual(addons.map(([what]) => `Package "${packageOf(what)}" looks on the disk`).toSorted());
  });
});

/** A file that an app looks for and will not have, with the message of the build about it. */
interface Missed {
  readonly what: string;
  /** Paths of own code, or of packages. */
  readonly files: Files;
  /** The modules that load it in the app's code. */
  readonly load: string;
  readonly note: string | null;
}

const docs = 'which the app will not have: see "What own code finds in an app" in docs/packages.md';
const remedy = 'import it with { type: "file" }, or list it in framework.bundle.resources';

const namedBesideCode = (
  [
    ["a file", "./table.sql", ""],
    ["a script of a module without threads", "./script.js", ""],
    [
      "a script above a module that may make a thread of it",
      "../script.js",
      "() => new Worker(address);",
    ],
  ] as const
).map(([what, file, more], at): Missed => {
  const folder = `named-${at}/lib`;
  return {
    what: `${what} that is named beside the code and is not in the app`,
    files: {
      [`${folder}/reads.ts`]: `const address = new URL("${file}", import.meta.url);\n${more}`,
      [join(folder, file)]: "no module {",
    },
    load: `import "./${folder}/reads.ts";`,
    note: `The app will not have "${file}", which src-framework/${folder}/reads.ts:1 names: ${remedy}`,
  };
});

const lookedForByFolder = ["import.meta.dirname", "import.meta.dir", "__dirname"].map(
  (own, at): Missed => ({
    what: `a file that the app's own code looks for by ${own}`,
    files: {
      [`looks-${at}/lib/reads.ts`]: `import { join } from "node:path";\nexport const table = join(${own}, "../table.sql");`,
      [`looks-${at}/table.sql`]: "",
    },
    load: `import "./looks-${at}/lib/reads.ts";`,
    note: `The app will not have "../table.sql", which src-framework/looks-${at}/lib/reads.ts looks for in its own folder: ${remedy}`,
  }),
);

const filesOfPackages = (
  [
    ["joined to its folder", 'path.join(__dirname, "..", "style.css")', "style.css"],
    [
      "resolved from its folder",
      '(0, path.resolve)(\n  __dirname,\n  "../lib/worker.js",\n)',
      "lib/worker.js",
    ],
    ["added to its folder", '__dirname + "/big.wasm"', "lib/big.wasm"],
    ["in a text with its folder", "`${__dirname}/../proto`", "proto/"],
    ["that is the folder of the package", 'path.join(__dirname, "..")', "./"],
  ] as const
).map(([what, code, name], at): Missed => {
  const inPackage = Object.entries({
    "package.json": `{"name": "reads-${at}", "main": "lib/index.js"}`,
    "lib/index.js": `const path = require("node:path");
exports.found = ${code}; // path.join(__dirname, "../comment.css")
exports.none = [path.join(__dirname, "none"), path.join(__dirname, "other.js"), require("./other.js")];`,
    "lib/other.js": "",
    "lib/worker.js": "",
    "lib/big.wasm": "",
    "style.css": "",
    "comment.css": "",
    "proto/a.proto": "",
  });
  return {
    what: `a file of a package ${what}, and not one that is not there,`,
    files: Object.fromEntries(
      inPackage.map(([path, content]) => [`node_modules/reads-${at}/${path}`, content]),
    ),
    load: `import "reads-${at}";`,
    note: `Package "reads-${at}" looks on the disk for "${name}" of its own, ${docs}`,
  };
});

const forEachSystem = (name: string, files: Files, isReported: boolean): Missed => ({
  what: `the package "${name}", which has ${isReported ? "something" : "nothing"} for each system on the disk,`,
  files: Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`node_modules/${name}/${path}`, content]),
  ),
  load: `import "${name}";`,
  note: isReported
    ? `Package "${name}" looks on the disk for its file for each system, a native addon or a program, and the app will not have it: see "What own code finds in an app" in docs/packages.md`
    : null,
});

const missed: readonly Missed[] = [
  ...namedBesideCode,
  ...lookedForByFolder,
  ...filesOfPackages,
  {
    what: "a folder that the app's own code looks for in its own folder, which can be a resource alone,",
    files: {
      "migrates/migrate.ts": "export const found = `${import.meta.dirname}/migrations`;",
      "migrates/migrations/1.sql": "",
    },
    load: 'import "./migrates/migrate.ts";',
    note: 'The app will not have "/migrations", which src-framework/migrates/migrate.ts looks for in its own folder: list it in framework.bundle.resources',
  },
  {
    what: "each file that a module of a package names by its address, in one line,",
    files: {
      "node_modules/names/package.json": '{"name": "names", "type": "module"}',
      "node_modules/names/index.js": `export const found = [new URL("./a.icc", import.meta.url), import.meta.dirname + "/b"];
export const addresses = [new URL("https://example.org/", import.meta.url), new URL("/a.icc", import.meta.url)];`,
      "node_modules/names/a.icc": "",
      "node_modules/names/b": "",
    },
    load: 'import "names";',
    note: `Package "names" looks on the disk for "b" and 1 more of its own, ${docs}`,
  },
  {
    what: "an addon for another system",
    files: { "fast.node": library(40) },
    load: 'try { require("./fast.node"); } catch {}',
    note: `The app for ${system}-${process.arch} cannot load the native addon "src-framework/fast.node", which is for another system or processor`,
  },
  forEachSystem(
    "image",
    {
      "package.json": '{"name": "image", "optionalDependencies": {"@image/linux-x64": "1"}}',
      "index.js":
        "try { require(`@image/${process.platform}-${process.arch}/image.node`); } catch {}",
    },
    true,
  ),
  forEachSystem(
    "terminal",
    {
      "package.json": '{"name": "terminal"}',
      "binding.gyp": "",
      "index.js":
        "exports.folder = __dirname + '/binding.gyp'; exports.load = (name) => require(`./build/${name}.node`);",
    },
    true,
  ),
  forEachSystem(
    "plain",
    { "package.json": '\uFEFF{"name": "plain"}', "index.js": 'module.exports = [".js", ".node"];' },
    false,
  ),
  // Bun takes it, too.
  forEachSystem("odd", { "package.json": "null", "index.js": "" }, false),
];

describe("for modules that an app looks for and that are missing,", () => {
  let built: Awaited<ReturnType<typeof build>>;
  beforeAll(async () => {
    built = await build({
      "main.ts": main(missed.map(({ load }) => load).join("\n")),
      ...Object.assign({}, ...missed.map(({ files }) => files)),
    });
  });
  afterAll(() => built[Symbol.dispose]());

  for (const { what, note } of missed)
    if (note !== null) test(`the build names ${what}`, () => expect(built.notes).toContain(note));

  test("the build says nothing else", () => {
    const notes = missed.flatMap(({ note }) => note ?? []);
    expect({ code: built.code, count: built.notes.length }).toEqual({
      code: 0,
      count: notes.length,
    });
  });
});

test("a module named .js may hold JSX, as Bun has it", async () => {
  const jsx =
    "/** @jsxRuntime classic @jsx make */\nconst make = () => 1;\nexport const view = <p/>;\n";
  using built = await build({
    "main.ts": main('import "shows"; import "./view.js";'),
    "view.js": `${jsx}export const thread = () => new Worker(new URL("./one.ts", import.meta.url));`,
    "one.ts": answer("one"),
    "node_modules/shows/package.json": '{"name": "shows", "type": "module"}',
    "node_modules/shows/index.js": `${jsx}export const style = import.meta.dirname + "/style.css";`,
    "node_modules/shows/style.css": "",
  });
  expect(built).toMatchObject({
    code: 0,
    notes: [
      'Package "shows" looks on the disk for "style.css" of its own, which the app will not have: see "What own code finds in an app" in docs/packages.md',
    ],
  });
});

test("a file that is imported as a text or by its path is not run, and need be no code", async () => {
  const runs = 'process.stderr.write("said: run\\n");\nexport default 1;\n';
  using built = await build({
    "main.ts": main('import "./one.ts";'),
    "one.ts": 'import "./two.ts";\n',
    "two.ts": 'import "./three.ts";\n',
    "three.ts": 'import "./four.ts";\n',
    "four.ts": `import "early";
import text from "./text.ts" with { type: "text" };
import path from "./path.ts" with { type: "file" };
import page from "./page.js" with { type: "text" };
import "./last.ts";
process.stderr.write("said: " + [text, path, page].map((one) => typeof one) + "\\n");\n`,
    "text.ts": runs,
    "path.ts": runs,
    "page.js":
      "{{#if thread}} new Worker(new URL('./one.ts', import.meta.url)) {{/if}} __dirname + '/last.ts'",
    "last.ts": 'process.stderr.write("said: last\\n");\n',
    "node_modules/early/index.js": 'process.stderr.write("said: early\\n");\nmodule.exports = {};',
  });
  expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual(["early", "last", "string,string,string"]);
});

test("a module with macros is looked through, too", async () => {
  using built = await build({
    "main.ts": main('import "./deep/module.ts";'),
    "deep/module.ts": `import { three } from "./macros.ts" with { type: "macro" };
export const found = [three(), __dirname + "/table.sql"];
export const thread = () => new Worker(new URL("./one.ts", import.meta.url));\n`,
    "deep/macros.ts": "export const three = () => 3;\n",
    "deep/table.sql": "",
    "deep/one.ts": answer("one"),
  });
  expect({ code: built.code, notes: built.notes }).toEqual({
    code: 0,
    notes: [
      'The app will not have "/table.sql", which src-framework/deep/module.ts looks for in its own folder: import it with { type: "file" }, or list it in framework.bundle.resources',
    ],
  });
});

test("imports of own code run in the order in which they are written, CommonJS or not", async () => {
  const says = (name: string) => `process.stderr.write("said: ${name}\\n");\n`;
  const commonJs = (name: string) => `${says(name)}module.exports = {};\n`;
  using built = await build({
    "main.ts": main(
      ["./first.ts", "early", "./lib/second.ts", "late", "./lib/deep.ts", "./third.ts", "early"]
        .map((name) => `import "${name}";`)
        .join("\n"),
    ),
    "first.ts": says("first"),
    "lib/second.ts": `import "mixed";\n${says("second")}`,
    "lib/deep.ts": `import { late } from "late";\nimport "../third.ts";\n${says("deep")}say(late);\nfunction say() {}`,
    "third.ts": says("third"),
    "node_modules/early/index.js": commonJs("early"),
    "node_modules/late/index.cjs": commonJs("late"),
    "node_modules/late/package.json": '{"name": "late", "main": "index.cjs"}',
    "node_modules/mixed/package.json": '{"name": "mixed", "type": "module", "main": "index.js"}',
    "node_modules/mixed/index.js": `import "./old.cjs";\nimport "./new.js";\nimport "./round.js";\n${says("mixed")}`,
    "node_modules/mixed/round.js": `import "./again.js";\n${says("round")}`,
    "node_modules/mixed/again.js": `import "./round.js";\n${says("again")}`,
    "node_modules/mixed/old.cjs": commonJs("old"),
    "node_modules/mixed/new.js": says("new"),
  });
  expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual([
    "first",
    "early",
    "old",
    "new",
    "again",
    "round",
    "mixed",
    "second",
    "late",
    "third",
    "deep",
  ]);
});

test("imports of modules in a cycle run in their order, too", async () => {
  const says = (name: string) => `process.stderr.write("said: ${name}\\n");\n`;
  using built = await build({
    "main.ts": main(
      `import "early";\nimport { table } from "./table.ts";\nexport const rows = 1;\nsay("main " + table());`,
    ),
    "table.ts": `import "./row.ts";\nimport { rows } from "./main.ts";\n${says("table")}export const table = () => typeof rows;`,
    "row.ts": says("row"),
    "node_modules/early/index.js": `${says("early")}module.exports = {};`,
  });
  expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual(["early", "row", "table", "main number"]);
});

test("imports of a thread of own code run in their order, also those that the app thread shares", async () => {
  const sets = (name: string) => `globalThis.order = [...(globalThis.order ?? []), "${name}"];\n`;
  using built = await build({
    "main.ts": main(
      `import "./shared.ts";\n${ask}say(await ask(new Worker(new URL("./one.ts", import.meta.url))));`,
    ),
    "one.ts": `import "early";\nimport "./shared.ts";\n${answer("${globalThis.order}")}`,
    "shared.ts": sets("shared"),
    "node_modules/early/index.js": `${sets("early")}module.exports = {};`,
  });
  expect({ code: built.code, notes: built.notes }).toEqual({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual(["early,shared of main"]);
});

test("a package beside the app is not for the app itself, and is for a process of its runtime", async () => {
  using built = await build({
    "main.ts": main(`import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
const native = join(dirname(process.execPath), "native");
try { say(createRequire(join(native, "run.cjs"))("whole")); } catch (error) { say(error.code); }
const child = fork(join(native, "run.cjs"), [], { env: { ...process.env, BUN_BE_BUN: "1" } });
child.send("wide");
say(await new Promise((resolve) => child.once("message", resolve)));
child.disconnect();`),
  });
  const files: Files = {
    "run.cjs": 'process.on("message", (word) => process.send(require("whole")(word)));',
    "node_modules/whole/package.json": '{"name": "whole", "exports": "./lib/index.cjs"}',
    "node_modules/whole/lib/index.cjs":
      'module.exports = (word) => word + require("fs").readFileSync(__dirname + "/../text.txt", "utf8");',
    "node_modules/whole/text.txt": " text",
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(dirname(built.app), "native", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  expect(await output([built.app])).toEqual(["MODULE_NOT_FOUND", "wide text"]);
});

test("modules that packages load when they need them need not be installed, and are refused in the app as Node refuses them", async () => {
  using built = await build({
    "main.ts": main(`import { drivers } from "query";
for (const load of drivers) {
  try { await load(); } catch (error) { say(error.code + " " + error.message); }
}`),
    "node_modules/query/package.json": '{"name": "query"}',
    "node_modules/query/index.js": `exports.drivers = [
  () => require("my-driver"),
  () => import("pg-driver/native"),
  () => require("./dialect/none"),
];
try { require("tried"); } catch (error) { exports.drivers.push(() => { throw error; }); }`,
  });
  expect(built).toMatchObject({
    code: 0,
    notes: [
      'Package "query" loads "./dialect/none", "my-driver" and "pg-driver/native" when it needs them, which are not installed: what needs them fails in the app',
    ],
  });
  // Bun looks for them in the folder that the app is started in.
  using other = tempDir(
    Object.fromEntries(
      ["my-driver/index", "pg-driver/native", "tried/index"].map((name) => [
        `node_modules/${name}.js`,
        evil,
      ]),
    ),
  );
  const notThere = "it was not there when the app was built";
  expect(await output([built.app], other.path)).toEqual([
    `MODULE_NOT_FOUND Cannot find module 'my-driver': ${notThere}`,
    `MODULE_NOT_FOUND Cannot find module 'pg-driver/native': ${notThere}`,
    expect.stringContaining("MODULE_NOT_FOUND Cannot find module './dialect/none'"),
    `MODULE_NOT_FOUND Cannot find module 'tried': ${notThere}`,
  ]);
});

test("a module that is not there is an error of own code, and where a package cannot begin without it", async () => {
  const files = { "main.ts": main('export const load = () => require("gone");') };
  // As many servers for CI set it.
  using own = await build(files, ["--no-bundle"], { FORCE_COLOR: "1" });
  expect(own.code).toBe(1);
  expect(own.notes.join("\n")).toContain('error: Could not resolve: "gone"');
  using built = await build({
    "main.ts": main('import "broken";'),
    "node_modules/broken/index.mjs": 'import "gone"; export const load = () => import("late");',
    "node_modules/broken/package.json": '{"name": "broken", "module": "index.mjs"}',
  });
  expect(built.code).toBe(1);
  const text = built.notes.join("\n");
  expect(text).toContain('Could not resolve: "gone"');
  expect(text).not.toContain('"late". Maybe');
});

test("a package of which another one re-exports an unused part is in the app", async () => {
  const pure = '"type": "module", "sideEffects": false, "main": "index.js"';
  using built = await build({
    "main.ts": main('import { mine, theirs } from "many";\nsay(mine + " and " + theirs);'),
    "node_modules/many/package.json": `{"name": "many", ${pure}}`,
    "node_modules/many/index.js": `export { mine } from "./mine.js";
export { unused } from "other";
export * from "other";\n`,
    "node_modules/many/mine.js": 'export const mine = "mine";',
    "node_modules/other/package.json": `{"name": "other", ${pure}}`,
    "node_modules/other/index.js": 'export const theirs = "theirs";\nexport const unused = 0;',
  });
  expect(built).toMatchObject({ code: 0, notes: [] });
  expect(await output([built.app])).toEqual(["mine and theirs"]);
});

test("an import that the runtime lacks stops the build, which names each and its module", async () => {
  using built = await build({
    "main.ts": main('import { a, b } from "needy";\nsay([a, b].join());'),
    "node_modules/needy/package.json": '{"name": "needy", "type": "module", "main": "index.js"}',
    "node_modules/needy/index.js": `import fs, { newest } from "node:fs";
import sea, { isSea } from "node:sea";
import { latest } from "util";
export const a = [fs.constants.R_OK, newest, latest];
export const b = [sea, isSea];\n`,
  });
  expect(built.code).toBe(1);
  const by = ", imported by node_modules/needy/index.js";
  expect(built.notes.slice(1)).toEqual([
    `  "node:sea"${by}`,
    `  "newest" of "fs"${by}`,
    `  "latest" of "util"${by}`,
    "Remove the import, or use another version of the package",
  ]);
});

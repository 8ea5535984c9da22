import { expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { initCommand } from "../../src/cli/init/init.ts";
import type { Ask, InitOptions } from "../../src/cli/init/init.ts";
import { UserError } from "../../src/cli/terminal.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import type { LoadedConfig } from "../../src/config/read/load.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import type { TempDir } from "../../harness/temp-dir.ts";
import { recordedTerminal } from "./terminal.ts";

async function init(dir: TempDir, options: InitOptions = { ci: true }, ask?: Ask) {
  const terminal = recordedTerminal(dir.path);
  const code = await initCommand(terminal, options, ask);
  return { code, ...terminal.written };
}

function load(dir: TempDir): LoadedConfig {
  return loadConfig({ from: dir.path, system: "linux", command: "dev" });
}

function text(dir: TempDir, file: string): string {
  return readFileSync(join(dir.path, file), "utf8");
}

test("another folder is entered before the start", async () => {
  using dir = tempDir();
  const { out } = await init(dir, { ci: true, directory: "my notes" });
  expect(out).toEndWith('Start it with: cd "my notes" && npx framework dev\n');
});

for (const format of ["json", "json5", "toml"] as const) {
  test(`an empty folder becomes a whole application, with its configuration in ${format}`, async () => {
    using dir = tempDir();
    const { code, out } = await init(dir, {
      ci: true,
      format,
      appName: "Grüße",
      windowTitle: 'A "b" <c>\\ \u007F ’',
    });
    expect(code).toBe(0);
    expect(out).toEndWith("Start it with: npx framework dev\n");
    const { config, problems, warnings } = load(dir);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    expect(config).toMatchObject({
      package: { productName: "Grüße", version: "0.1.0" },
      build: {
        devPath: "../src",
        distDir: "../src",
        withGlobalFramework: true,
        beforeDevCommand: null,
      },
      framework: {
        windows: [{ title: 'A "b" <c>\\ \u007F ’' }],
        bundle: { active: true, targets: "all" },
      },
    });
    expect(readdirSync(join(dir.path, "src")).toSorted()).toEqual([
      "icon.svg",
      "index.html",
      "main.js",
      "styles.css",
    ]);
    expect(text(dir, "src/index.html")).toContain("<h1>A &quot;b&quot; &lt;c&gt;\\ \u007F ’</h1>");
    expect(text(dir, "src-framework/main.ts")).toContain("export default defineApp({");
  });
}

test("the icons are what their names say, and the configuration names them", async () => {
  using dir = tempDir();
  await init(dir);
  const icons = join(dir.path, "src-framework/icons");
  const size = (file: string) => {
    const bytes = readFileSync(join(icons, file));
    expect(bytes.toString("latin1", 1, 4)).toBe("PNG");
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25]];
  };
  expect(["32x32.png", "128x128.png", "128x128@2x.png", "icon.png"].map(size)).toEqual([
    [32, 32, 6],
    [128, 128, 6],
    [256, 256, 6],
    [512, 512, 6],
  ]);
  const ico = readFileSync(join(icons, "icon.ico"));
  expect([
    ico.readUInt16LE(2),
    ico.readUInt16LE(4),
    ico.toString("latin1", ico.readUInt32LE(18) + 1).slice(0, 3),
  ]).toEqual([1, 6, "PNG"]);
  const icns = readFileSync(join(icons, "icon.icns"));
  expect([icns.toString("latin1", 0, 4), icns.readUInt32BE(4)]).toEqual(["icns", icns.length]);
  expect(load(dir).config?.framework.bundle.icon.toSorted()).toEqual(
    readdirSync(icons)
      .map((name) => `icons/${name}`)
      .toSorted(),
  );
});

/** The package files of each kind of project, and the facts to find in them. */
const projects = {
  "Vite with npm": {
    files: {
      "package.json":
        '{"name": "shop", "version": "1.2.3", "scripts": {"dev": "vite --port 1420", "build": "vite build"}, "devDependencies": {"vite": "^7.0.0"}}',
      "package-lock.json": "{}",
      "index.html": "",
    },
    build: {
      devPath: "http://localhost:1420/",
      distDir: "../dist",
      beforeDevCommand: "npm run dev",
      beforeBuildCommand: "npm run build",
    },
    version: "1.2.3",
  },
  "Next with pnpm": {
    files: {
      "package.json":
        '{"name": "next-app", "version": "0.1.0", "scripts": {"dev": "next dev --turbopack", "build": "next build", "start": "next start"}, "dependencies": {"next": "16", "react": "19"}}',
      "pnpm-lock.yaml": "",
    },
    build: {
      devPath: "http://localhost:3000/",
      distDir: "../out",
      beforeDevCommand: "pnpm run dev",
      beforeBuildCommand: "pnpm run build",
    },
    version: "0.1.0",
  },
  "SvelteKit with yarn": {
    files: {
      "package.json":
        '{"name": "@me/kit", "version": "0.0.1", "packageManager": "yarn@4.5.0", "scripts": {"dev": "vite dev", "build": "vite build"}, "devDependencies": {"@sveltejs/kit": "^2", "svelte": "^5", "vite": "^7"}}',
      "package-lock.json": "{}",
    },
    build: {
      devPath: "http://localhost:5173/",
      distDir: "../build",
      beforeDevCommand: "yarn run dev",
      beforeBuildCommand: "yarn run build",
    },
    version: "0.0.1",
  },
  "Angular with bun": {
    files: {
      "package.json":
        '{"name": "field", "version": "0.0.0", "scripts": {"ng": "ng", "start": "ng serve", "build": "ng build"}, "dependencies": {"@angular/core": "^20"}}',
      "angular.json":
        '{"projects": {"field": {"architect": {"build": {"builder": "@angular/build:application", "options": {"browser": "src/main.ts"}}}}}}',
      "bun.lock": "",
    },
    build: {
      devPath: "http://localhost:4200/",
      distDir: "../dist/field/browser",
      beforeDevCommand: "bun run start",
      beforeBuildCommand: "bun run build",
    },
    version: "0.0.0",
  },
  "React Router": {
    files: {
      "package.json":
        '{"name": "routes", "version": "0.1.0", "scripts": {"dev": "react-router dev", "build": "react-router build", "start": "react-router-serve ./build/server/index.js"}, "devDependencies": {"@react-router/dev": "^7", "vite": "^7"}}',
      "package-lock.json": "{}",
    },
    build: {
      devPath: "http://localhost:5173/",
      distDir: "../build/client",
      beforeDevCommand: "npm run dev",
      beforeBuildCommand: "npm run build",
    },
    version: "0.1.0",
  },
  Remix: {
    files: {
      "package.json":
        '{"name": "remix", "version": "0.1.0", "scripts": {"dev": "remix vite:dev", "build": "remix vite:build"}, "devDependencies": {"@remix-run/dev": "^2", "vite": "^5"}}',
    },
    build: { devPath: "http://localhost:5173/", distDir: "../build/client" },
    version: "0.1.0",
  },
  Vike: {
    files: {
      "package.json":
        '{"name": "vike", "version": "0.1.0", "scripts": {"dev": "vike dev", "build": "vike build"}, "dependencies": {"vike": "^0.4.266", "vite": "^8"}}',
    },
    build: { devPath: "http://localhost:3000/", distDir: "../dist/client" },
    version: "0.1.0",
  },
  "TanStack Start with Nitro": {
    files: {
      "package.json":
        '{"name": "start", "version": "0.1.0", "scripts": {"dev": "vite dev --port 3000", "build": "vite build"}, "dependencies": {"@tanstack/react-start": "^1", "nitro": "^3"}, "devDependencies": {"vite": "^8"}}',
    },
    build: {
      devPath: "http://localhost:3000/",
      distDir: "../.output/public",
      beforeDevCommand: "npm run dev",
      beforeBuildCommand: "npm run build",
    },
    version: "0.1.0",
  },
  "TanStack Start without Nitro": {
    files: {
      "package.json":
        '{"name": "start", "version": "0.1.0", "scripts": {"dev": "vite dev", "build": "vite build"}, "dependencies": {"@tanstack/solid-start": "^1"}, "devDependencies": {"vite": "^8"}}',
    },
    build: { devPath: "http://localhost:5173/", distDir: "../dist/client" },
    version: "0.1.0",
  },
  "Marko Run": {
    files: {
      "package.json":
        '{"name": "marko", "version": "0.1.0", "scripts": {"dev": "marko-run", "build": "marko-run build"}, "devDependencies": {"@marko/run": "^0.11"}}',
    },
    build: { devPath: "http://localhost:3000/", distDir: "../dist/public" },
    version: "0.1.0",
  },
  "Rspack, whose index.html is a template": {
    files: {
      "package.json":
        '{"name": "rspack", "version": "1.0.0", "scripts": {"dev": "rspack dev", "build": "rspack build"}, "devDependencies": {"@rspack/cli": "^2"}}',
      "index.html": '<div id="root"></div>',
    },
    build: {
      devPath: "http://localhost:8080/",
      distDir: "../dist",
      beforeDevCommand: "npm run dev",
      beforeBuildCommand: "npm run build",
    },
    version: "1.0.0",
  },
  "an unknown tool, which writes beside the page": {
    files: {
      "package.json": '{"name": "roll", "version": "1.0.0", "scripts": {"build": "rollup -c"}}',
      "public/index.html": '<script src="build/bundle.js"></script>',
    },
    build: {
      devPath: "../public",
      distDir: "../public",
      beforeDevCommand: null,
      beforeBuildCommand: "npm run build",
    },
    version: "1.0.0",
  },
  "an unknown tool, whose index.html is a template": {
    files: {
      "package.json": '{"name": "mill", "version": "1.0.0", "scripts": {"build": "mill"}}',
      "app/index.html": '<div id="root"></div>',
    },
    build: {
      devPath: "../dist",
      distDir: "../dist",
      beforeDevCommand: null,
      beforeBuildCommand: "npm run build",
    },
    version: "1.0.0",
  },
  "pages, and scripts that run this tool": {
    files: {
      "package.json":
        '{"name": "own", "version": "1.0.0", "scripts": {"dev": "framework dev", "build": "npx framework build --no-bundle"}}',
      "public/index.html": "<p>Hello",
    },
    build: {
      devPath: "../public",
      distDir: "../public",
      beforeDevCommand: null,
      beforeBuildCommand: null,
    },
    version: "1.0.0",
  },
  "pages in a folder": {
    files: { "public/index.html": "<p>Hello", "package.json": '{"name": "plain"}' },
    build: {
      devPath: "../public",
      distDir: "../public",
      beforeDevCommand: null,
      beforeBuildCommand: null,
      withGlobalFramework: true,
    },
    version: "0.1.0",
  },
} as const;

for (const [name, { files, build, version }] of Object.entries(projects)) {
  test(`a project with a front end keeps it: ${name}`, async () => {
    using dir = tempDir(files);
    const { code } = await init(dir);
    expect(code).toBe(0);
    const { config, problems } = load(dir);
    expect(problems).toEqual([]);
    expect(config?.build).toMatchObject(build);
    expect(config?.package.version).toBe(version);
    for (const [file, content] of Object.entries(files)) expect(text(dir, file)).toBe(content);
    expect(existsSync(join(dir.path, "src"))).toBe(false);
  });
}

test("a page among all other files is warned about: a build would pack them", async () => {
  using dir = tempDir({ "index.html": "" });
  expect((await init(dir)).err).toContain("move the page into a folder of its own");
});

test("the editor finds the schema of the installed package", async () => {
  using dir = tempDir({ "node_modules/framework/schema/framework.conf.json": "{}" });
  await init(dir);
  expect(JSON.parse(text(dir, "src-framework/framework.conf.json"))).toMatchObject({
    $schema: "../node_modules/framework/schema/framework.conf.json",
  });
  expect(load(dir).problems).toEqual([]);
});

const unknownTool = { devDependencies: { "page-tool": "^2" }, scripts: { dev: "page-tool serve" } };

test("a project with an unknown tool gets no pages, and init names the fields to check", async () => {
  const sources = { "src/index.js": "", "src/main.js": "// mine\n" };
  const initialized = async (manifest: object, options: InitOptions = { ci: true }) => {
    using dir = tempDir({ ...sources, "package.json": JSON.stringify(manifest) });
    const { code, err } = await init(dir, options);
    const { build } = load(dir).config ?? {};
    expect({
      code,
      src: readdirSync(join(dir.path, "src")).toSorted(),
      main: text(dir, "src/main.js"),
      global: build?.withGlobalFramework,
    }).toEqual({ code: 0, src: ["index.js", "main.js"], main: "// mine\n", global: false });
    return {
      err,
      pages: [build?.devPath, build?.distDir],
      commands: [build?.beforeDevCommand, build?.beforeBuildCommand],
    };
  };
  const check =
    "The build tool of this project is unknown here, so check src-framework/framework.conf.json: ";
  const scripts = { ...unknownTool.scripts, build: "page-tool build" };
  expect(await initialized({ ...unknownTool, scripts })).toEqual({
    pages: ["http://localhost:3000/", "../dist"],
    commands: ["npm run dev", "npm run build"],
    err:
      `${check}build.devPath ("http://localhost:3000/") has to be the address at which "npm run dev" serves its ` +
      'pages, and build.distDir ("../dist") has to be the folder into which "npm run build" writes its pages\n',
  });
  expect(await initialized({ scripts: { build: "node build.mjs" } })).toEqual({
    pages: ["../dist", "../dist"],
    commands: [null, "npm run build"],
    err:
      `${check}build.devPath ("../dist") has to be the folder of its pages, and ` +
      'build.distDir ("../dist") has to be the folder into which "npm run build" writes its pages\n',
  });
  expect(
    await initialized(unknownTool, {
      ci: true,
      devPath: "http://localhost:8000/",
      distDir: "../out",
    }),
  ).toEqual({
    pages: ["http://localhost:8000/", "../out"],
    commands: ["npm run dev", null],
    err: "",
  });
});

test.each([{ test: "node --test" }, { dev: "framework dev", build: "framework build" }])(
  "a project whose scripts make no pages gets the first ones: %j",
  async (scripts) => {
    using dir = tempDir({ "package.json": JSON.stringify({ scripts }) });
    await init(dir);
    expect(existsSync(join(dir.path, "src/index.html"))).toBe(true);
    expect(load(dir).config?.build).toMatchObject({
      beforeDevCommand: null,
      beforeBuildCommand: null,
    });
  },
);

test("nothing is written over without --force, and nothing is half written", async () => {
  using dir = tempDir({ "src-framework/main.ts": "mine" });
  await expect(init(dir)).rejects.toThrow(
    new UserError(
      `Cannot write ${join("src-framework", "main.ts")}: use --force to overwrite existing files`,
    ),
  );
  expect(readdirSync(dir.path)).toEqual(["src-framework"]);
  expect(readdirSync(join(dir.path, "src-framework"))).toEqual(["main.ts"]);
  expect((await init(dir, { ci: true, force: true })).code).toBe(0);
  expect(text(dir, "src-framework/main.ts")).toContain("defineApp");
});

test("a second configuration is never made, not even with --force", async () => {
  using dir = tempDir();
  await init(dir);
  await expect(init(dir, { ci: true })).rejects.toThrow("use --force to write over it");
  await expect(init(dir, { ci: true, force: true, format: "toml" })).rejects.toThrow(
    "delete it first",
  );
  expect((await init(dir, { ci: true, force: true })).code).toBe(0);
  expect(load(dir).problems).toEqual([]);
});

test("each thing that was not given is asked for once, with what was found out as the answer to keep", async () => {
  using dir = tempDir(projects["Vite with npm"].files);
  const asked: string[] = [];
  const ask: Ask = async ({ message, initial }) => {
    asked.push(`${message}: ${initial}`);
    return message === "Name of the application" ? "Laden" : initial;
  };
  await init(dir, { devPath: "http://localhost:9999" }, ask);
  expect(asked).toEqual([
    "Name of the application: shop",
    "Title of the window: Laden",
    "Folder of the built pages, relative to src-framework: ../dist",
    "Command that starts the development server: npm run dev",
    "Command that builds the pages: npm run build",
  ]);
  expect(load(dir).config).toMatchObject({
    package: { productName: "Laden" },
    build: { devPath: "http://localhost:9999" },
    framework: { windows: [{ title: "Laden" }] },
  });
});

test("giving up at a question writes nothing", async () => {
  using dir = tempDir();
  const { code, err } = await init(dir, {}, async () => null);
  expect({ code, err, files: readdirSync(dir.path) }).toEqual({
    code: 1,
    err: "Cancelled, nothing was written\n",
    files: [],
  });
});

test("a name that no file may have stays the title", async () => {
  using dir = tempDir();
  await init(dir, { ci: true, appName: 'Say "hi": a/b' });
  expect(load(dir).config).toMatchObject({
    package: { productName: "Say hi a b" },
    framework: { windows: [{ title: 'Say "hi": a/b' }] },
  });
});

for (const [identifier, reason] of [
  ["org.example.keep!", 'may hold only letters from A to Z, digits, "-" and ".", not "!"'],
  [
    "ä.b",
    'may hold only letters from A to Z, digits, "-" and ".", not "ä"; for example "com.example.my-app"',
  ],
  ["my app", 'may hold only letters from A to Z, digits, "-" and ".", not a space'],
  ["org..keep", 'may not begin or end with ".", or hold two in a row'],
  ["", 'may not be empty; for example "com.example.my-app"'],
  ["a".repeat(129), "must be shorter: at most 128 characters, it has 129"],
] as const)
  test(`the identifier "${identifier}" is refused before anything is written`, async () => {
    using dir = tempDir();
    await expect(init(dir, { ci: true, identifier })).rejects.toThrow(
      new UserError(`Cannot take --identifier "${identifier}": it ${reason}`),
    );
    expect(readdirSync(dir.path)).toEqual([]);
  });

for (const [options, reason] of [
  [
    { devPath: "localhost:1420" },
    'Address of the development server, or a folder of pages: must be a whole address, such as "http://localhost:5173", or a path; did you mean "http://localhost:1420"?',
  ],
  [
    { distDir: "/" },
    "Folder of the built pages, relative to src-framework: may not be a folder around the project: name the one with the page",
  ],
] as const)
  test(`${JSON.stringify(options)} is refused before anything is written`, async () => {
    using dir = tempDir();
    await expect(init(dir, { ci: true, ...options })).rejects.toThrow(new UserError(reason));
    expect(readdirSync(dir.path)).toEqual([]);
  });

test("an answer that the configuration does not take is refused at its question", async () => {
  using dir = tempDir();
  const refused: (string | null)[] = [];
  await init(dir, {}, async ({ initial, problem }) => {
    refused.push(problem("localhost:1420"), problem(" "));
    return initial;
  });
  const address = expect.stringContaining('did you mean "http://localhost:1420"?');
  const empty = "must not be empty";
  expect(refused).toEqual([
    null,
    empty,
    null,
    empty,
    address,
    empty,
    address,
    empty,
    null,
    null,
    null,
    null,
  ]);
});

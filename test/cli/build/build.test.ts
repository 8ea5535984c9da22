import { expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { thisMachine } from "../../support/this-machine.ts";
import { targetTriple } from "../../../src/contract/target.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { StandaloneModules, type Part } from "../../../src/cli/build/compile/standalone-modules.ts";
import { install } from "../installed-framework.ts";
import { liefProblems, missingLief } from "../../support/loader/lief.ts";
import { runTool } from "../tool.ts";

interface ProjectOptions {
  readonly build?: object;
  readonly framework?: object;
  readonly files?: Readonly<Record<string, string>>;
}

function project({ build = {}, framework = {}, files = {} }: ProjectOptions = {}): TempDir {
  return tempDir({
    "package.json": '{"name": "small", "type": "module"}',
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist", ...build },
      framework: {
        bundle: { identifier: "org.example.small", icon: [] },
        windows: [{}],
        ...framework,
      },
    }),
    ...files,
  });
}

const bundles = (more: object = {}) => ({
  bundle: { active: true, identifier: "org.example.small", icon: [], ...more },
});

test("without bundles, the build makes the executable, and prints its path and how to run it", async () => {
  using app = project();
  const { code, out, err } = await runTool(app.path, ["build"]);
  expect({ code, err }).toEqual({
    code: 0,
    err:
      "Compiling for linux-x64\n".replace("x64", process.arch) +
      "\nNext\n  Run it:\n    ./src-framework/target/release/Small\n" +
      "  For packages, set framework.bundle.active to true\n",
  });
  expect(out).toMatch(/^src-framework\/target\/release\/Small {2}\d+\.\d MB\n$/);
  const executable = join(app.path, "src-framework/target/release/Small");
  expect(statSync(executable).mode & 0o777).toBe(0o755);
  if (missingLief === null) expect(liefProblems("ELF", executable)).toEqual([""]);
});

test("each --config is merged, and the last one wins", async () => {
  using app = project();
  const given = [
    "--config",
    '{package: {version: "2.0.0"}}',
    "-c",
    '{package: {productName: "Other"}}',
  ];
  const { code, out } = await runTool(app.path, [
    "config",
    ...given,
    "-c",
    '{package: {version: "3.0.0"}}',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ package: { productName: "Other", version: "3.0.0" } });
});

test("the folder that all is made in may be a link to one elsewhere, when a file there says so", async () => {
  using app = project();
  using elsewhere = tempDir({});
  const folder = join(elsewhere.path, "on/another/disk");
  mkdirSync(folder, { recursive: true });
  symlinkSync(folder, join(app.path, "src-framework/target"));
  const source = join(app.path, "src-framework");
  const marker = join(folder, ".framework-target");
  expect(await runTool(app.path, ["build", "--debug"])).toMatchObject({
    code: 1,
    err: `Cannot build into "${join(source, "target")}": it is a link to "${folder}"; remove it, or, if the build may write there and empty folders, make a file "${marker}" with the line ${source}\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(marker, `${source}\n`);
  expect((await runTool(app.path, ["build", "--debug"])).code).toBe(0);
  expect(existsSync(join(folder, "debug/Small"))).toBe(true);
});

test("a build removes the files that a killed build left beside the sources", async () => {
  const left = ".bdd032b8e19e0074-00000000.bun-build";
  using app = project({
    files: { [`src-framework/${left}`]: "half of it", "src-framework/.mine": "" },
  });
  expect((await runTool(app.path, ["build", "--debug"])).code).toBe(0);
  expect(readdirSync(join(app.path, "src-framework")).toSorted()).toEqual([
    ".mine",
    "framework.conf.json",
    "target",
  ]);
});

test("a build that is interrupted while it compiles leaves nothing beside the sources", async () => {
  const left = ".bdd032b8e19e0074-00000000.bun-build";
  const compiles = `echo half >${left}; kill -INT $PPID; exec sleep 1000`;
  using app = project({
    build: { runner: "./bun.sh" },
    files: {
      "src-framework/bun.sh": `#!/bin/sh\ncase " $* " in *" --compile "*) ${compiles};; esac\nexec ${process.execPath} "$@"\n`,
    },
  });
  chmodSync(join(app.path, "src-framework/bun.sh"), 0o755);
  expect((await runTool(app.path, ["build", "--debug"])).code).toBe(130);
  expect(readdirSync(join(app.path, "src-framework")).toSorted()).toEqual([
    "bun.sh",
    "framework.conf.json",
    "target",
  ]);
});

for (const [what, bundle, options, useless] of [
  ["targets alone", { targets: ["deb"] }, [], "framework.bundle.targets has"],
  [
    "targets and a runtime",
    { targets: "all", runtime: "shared" },
    [],
    "framework.bundle.targets and framework.bundle.runtime have",
  ],
  ["targets and active: false", { targets: ["deb"], active: false }, [], null],
  ["targets, with --no-bundle,", { targets: ["deb"] }, ["--no-bundle"], null],
] as const) {
  test(`with ${what} the build says ${useless === null ? "nothing" : "why there are no packages"}`, async () => {
    using app = project({
      framework: { bundle: { identifier: "org.example.small", icon: [], ...bundle } },
    });
    const { code, err } = await runTool(app.path, ["build", ...options]);
    const note =
      useless === null
        ? ""
        : `Makes no packages, and ${useless} no effect: set framework.bundle.active to true\n`;
    const [made] = err.split("\nNext\n");
    expect({ code, made }).toEqual({
      code: 0,
      made: `${note}Compiling for linux-${process.arch}\n`,
    });
  });
}

test("an error that only packaging finds is reported without a stack, and leaves no files", async () => {
  using app = project({
    framework: bundles({ deb: { files: { "/usr/bin/small": "../package.json" } } }),
  });
  const { code, err } = await runTool(app.path, ["build", "--debug", "--bundles", "deb"]);
  expect([code, err.split("\n").slice(1)]).toEqual([
    1,
    [
      "Making deb",
      'Cannot put two things at "usr/bin/small" in the package: give one of them another path',
      "",
    ],
  ]);
  expect(readdirSync(join(app.path, "src-framework/target/debug/bundle"))).toEqual([]);
});

test("hooks run in order, see what the interface promises, and no secrets", async () => {
  const tell = (name: string) => ({
    script: `echo ${name} $(basename $PWD) $(env | grep ^FRAMEWORK_ | sort | tr '\\n' ' ')`,
  });
  using app = project({
    build: {
      beforeBuildCommand: { ...tell("build"), cwd: "../dist" },
      beforeBundleCommand: tell("bundle"),
    },
    framework: bundles({ targets: ["deb"] }),
  });
  const { code, err } = await runTool(app.path, ["build", "--debug"], {
    FRAMEWORK_PRIVATE_KEY: "key",
    FRAMEWORK_KEY_PASSWORD: "password",
  });
  expect(code).toBe(0);
  const arch = process.arch === "arm64" ? "aarch64" : "x86_64";
  const variables =
    `FRAMEWORK_ARCH=${arch} FRAMEWORK_DEBUG=true FRAMEWORK_FAMILY=unix FRAMEWORK_PLATFORM=linux ` +
    `FRAMEWORK_PLATFORM_TYPE=Linux FRAMEWORK_PLATFORM_VERSION=`;
  const folder = app.path.slice(dirname(app.path).length + 1);
  expect(
    err
      .split("\nNext\n", 1)[0]!
      .split("\n")
      .filter((line) => !line.startsWith("Running"))
      .map((line) => line.replace(/(VERSION=).*/, "$1")),
  ).toEqual([
    `build dist ${variables}`,
    `Compiling for linux-${process.arch}, with dev tools`,
    `bundle ${folder} ${variables}`,
    "Making deb",
    "",
  ]);
});

test("a release build has no FRAMEWORK_DEBUG, not even one from outside", async () => {
  using app = project({
    build: { beforeBuildCommand: "echo debug: ${FRAMEWORK_DEBUG-unset}; exit 7" },
  });
  const { err } = await runTool(app.path, ["build"], { FRAMEWORK_DEBUG: "false" });
  expect(err).toContain("\ndebug: unset\n");
});

test("features choose the code that is compiled in", async () => {
  const main = `import { feature } from "bun:bundle";
globalThis.chosen = feature("PRO") ? "marked as pro" : "marked as plain";
export default {};
`;
  for (const [features, wanted, other] of [
    [["PRO"], "marked as pro", "marked as plain"],
    [[], "marked as plain", "marked as pro"],
  ] as const) {
    using app = project({ build: { features }, files: { "src-framework/main.ts": main } });
    expect(await runTool(app.path, ["build"])).toMatchObject({ code: 0 });
    const code = readFileSync(join(app.path, "src-framework/target/release/Small"), "latin1");
    const count = (text: string) => code.split(`chosen = ${JSON.stringify(text)}`).length - 1;
    expect([features, count(wanted), count(other)]).toEqual([features, 1, 0]);
  }
});

test("a script that starts Bun runs a build, as Bun itself would", async () => {
  const files = {
    "src-framework/tools/bun.sh": `#!/bin/sh\necho ran >>runs\nexec ${process.execPath} "$@"\n`,
  };
  using wrapped = project({ build: { runner: "tools/bun.sh" }, files });
  chmodSync(join(wrapped.path, "src-framework/tools/bun.sh"), 0o755);
  using plain = project();
  expect(await runTool(wrapped.path, ["build"])).toMatchObject({ code: 0 });
  expect(await runTool(plain.path, ["build"])).toMatchObject({ code: 0 });
  // The data behind the body contains the configuration, and so the runner's name.
  const body = (app: TempDir) =>
    readFileSync(join(app.path, "src-framework/target/release/Small")).subarray(0, 2 ** 20);
  expect(body(wrapped).equals(body(plain))).toBe(true);
  expect(existsSync(join(wrapped.path, "src-framework/runs"))).toBe(true);
});

test("the tool strips colours from a compiler's output, also one that comes in two pieces", async () => {
  const says = `printf 'no \\033[3' >&2; sleep 0.3; printf '1msuch\\033[39m module' >&2; exit 1`;
  using app = project({
    build: { runner: "./bun.sh" },
    files: {
      "src-framework/bun.sh": `#!/bin/sh\ncase " $* " in *" build "*) ${says};; esac\nexec ${process.execPath} "$@"\n`,
    },
  });
  chmodSync(join(app.path, "src-framework/bun.sh"), 0o755);
  const { code, err } = await runTool(app.path, ["build"]);
  expect(code).toBe(1);
  expect(err).toContain(" said:\nno such module\n");
});

test("a compiler that is killed, or says nothing, is reported with its end", async () => {
  const builds = async (ending: string): Promise<string> => {
    using app = project({
      build: { runner: "./bun.sh" },
      files: {
        "src-framework/bun.sh": `#!/bin/sh\ncase " $* " in *" build "*) ${ending};; esac\nexec ${process.execPath} "$@"\n`,
      },
    });
    chmodSync(join(app.path, "src-framework/bun.sh"), 0o755);
    const { code, err } = await runTool(app.path, ["build"]);
    expect(code).toBe(1);
    return err.slice(err.indexOf(" build") + 1);
  };
  expect(await builds("kill -9 $$")).toBe(
    'build" was ended by SIGKILL, as happens when memory runs out\n',
  );
  expect(await builds("echo bundled; kill -TERM $$")).toBe(
    'build" was ended by SIGTERM\nbundled\n',
  );
  expect(await builds("exit 137")).toBe('build" ended with 137\n');
});

test("a runner that is no Bun is refused by dev and build before any hook runs", async () => {
  for (const [command, hook] of [
    ["dev", "beforeDevCommand"],
    ["build", "beforeBuildCommand"],
  ] as const) {
    using app = project({ build: { runner: "true", [hook]: "touch ran" } });
    const { code, err } = await runTool(app.path, [command]);
    expect([command, code, err, existsSync(join(app.path, "ran"))]).toEqual([
      command,
      1,
      'Cannot use build.runner "true": it must be the path or name of a Bun executable, or of a script that starts one with its arguments\n',
      false,
    ]);
  }
});

test("a hook that fails ends the build with its exit code", async () => {
  using app = project({ build: { beforeBuildCommand: "exit 7" } });
  expect(await runTool(app.path, ["build"])).toEqual({
    code: 7,
    out: "",
    err: "Running beforeBuildCommand (exit 7)\nbuild.beforeBuildCommand failed: exit code 7\n",
  });
  using killed = project({ build: { beforeBuildCommand: "kill -9 $$" } });
  expect(await runTool(killed.path, ["build"])).toMatchObject({ code: 137 });
});

const unmet: readonly [
  name: string,
  args: readonly string[],
  options: ProjectOptions,
  says: RegExp,
][] = [
  [
    "an unknown target",
    ["--target", "linux-sparc"],
    {},
    /Cannot build for "linux-sparc": use linux-x64, /,
  ],
  [
    "a target without its runtime",
    ["--target", process.arch === "x64" ? "linux-arm64" : "x86_64-unknown-linux-gnu"],
    {},
    /npm install --force --prefix "[^"]+\/framework-tools\/bun-[\d.]+" @oven\/bun-linux-(aarch64|x64)@/,
  ],
  [
    "an unknown bundle",
    ["--bundles", "deb,zip"],
    {},
    /Cannot make "zip": --bundles wants none, or some of deb/,
  ],
  [
    "a sidecar that is missing",
    [],
    { framework: bundles({ targets: ["deb"], externalBin: ["bin/tool"] }) },
    /bin\/tool/,
  ],
  [
    "a distDir that holds the sources",
    [],
    { build: { distDir: ".." } },
    /it holds the app source directory/,
  ],
  [
    "a distDir that is missing",
    [],
    { build: { distDir: "../none" } },
    /none": it must be a folder/,
  ],
  [
    "a page that is missing",
    [],
    { framework: { windows: [{ url: "other.html" }], ...bundles({ active: false }) } },
    /Cannot find "other.html"/,
  ],
  ["a key in distDir", [], { files: { "dist/.env.local": "A=1" } }, /it is an environment file/],
  [
    "a runner that is missing",
    [],
    { build: { runner: "no-such-bun" } },
    /Cannot use build.runner "no-such-bun"/,
  ],
];

for (const [name, args, options, says] of unmet) {
  test(`${name} is an error before anything is made`, async () => {
    using app = project(options);
    // This user may have a runtime for the other processor.
    const { code, out, err } = await runTool(app.path, ["build", ...args], {
      XDG_CACHE_HOME: app.path,
    });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(says);
    expect(existsSync(join(app.path, "src-framework/target"))).toBe(false);
  });
}

test.each([true, false])(
  "a runtime for another processor is taken from the folder of build tools (useLocalToolsDir: %s)",
  async (useLocalToolsDir) => {
    const other = process.arch === "x64" ? "arm64" : "x64";
    const name = other === "x64" ? "@oven/bun-linux-x64" : "@oven/bun-linux-aarch64";
    const tools = useLocalToolsDir
      ? "src-framework/target/.framework-tools"
      : "cache/framework-tools";
    const place = `${tools}/bun-${Bun.version}/node_modules/${name}`;
    using app = project({
      framework: { bundle: { identifier: "org.example.small", useLocalToolsDir } },
      files: {
        [`${place}/package.json`]: JSON.stringify({ version: Bun.version }),
        [`${place}/bin/bun`]: "no program",
        // One of another version is passed over.
        [`node_modules/${name}/package.json`]: '{"version": "0.0.1"}',
      },
    });
    const env = { XDG_CACHE_HOME: join(app.path, "cache") };
    const { code, err } = await runTool(app.path, ["build", "--target", `linux-${other}`], env);
    // It was found, and is no Bun.
    const found = `Cannot build for linux-${other} with "${join(app.path, place, "bin/bun")}": it must be`;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(found) });
    rmSync(join(app.path, place), { recursive: true });
    const without = await runTool(app.path, ["build", "--target", `linux-${other}`], env);
    expect(without.err).toContain(`has version 0.0.1 in "${app.path}/node_modules/${name}"`);
    expect(without.err).toContain(
      `npm install --force --prefix "${join(app.path, tools, `bun-${Bun.version}`)}" ${name}@`,
    );
  },
);

test("all that is wrong is reported at once, and no hook runs", async () => {
  using app = project({
    build: { beforeBuildCommand: "touch ran", runner: "no-such-bun", distDir: ".." },
  });
  const { code, err } = await runTool(app.path, ["build", "--bundles", "msi"]);
  expect(code).toBe(1);
  expect(
    err
      .trim()
      .split("\n")
      .map((line) => line.split(":")[0]?.replace(/"\/.*"/, '"…"')),
  ).toEqual([
    'Cannot use build.runner "no-such-bun"',
    'Cannot make "msi" for linux',
    'Cannot use build.distDir "…"',
  ]);
  expect(existsSync(join(app.path, "ran"))).toBe(false);
});

test.each([
  ["that is missing", {}, 1],
  ["with the page of an earlier build", { "old/index.html": "<p>old</p>" }, 0],
])("a build names the folder of the new page beside a distDir %s", async (_, files, code) => {
  using app = project({
    build: {
      beforeBuildCommand:
        "mkdir -p build/web node_modules/a && echo new >build/web/index.html && echo >node_modules/a/index.html",
      distDir: "../old",
    },
    files,
  });
  const earlier = ["dist/index.html", ...Object.keys(files)];
  for (const path of earlier) utimesSync(join(app.path, path), 1e9, 1e9);
  const built = await runTool(app.path, ["build", "--debug", "--no-bundle"]);
  expect(built).toMatchObject({
    code,
    err: expect.stringContaining(
      'build.beforeBuildCommand wrote an index.html into "../build/web", and build.distDir is "../old": name the folder of the page there\n',
    ),
  });
});

test("--json is the result, and nothing else is on standard output", async () => {
  using app = project({
    build: { beforeBuildCommand: "echo talk" },
    framework: bundles({ targets: ["deb", "nsis"] }),
  });
  const { code, out } = await runTool(app.path, ["build", "--json"]);
  expect(code).toBe(0);
  const release = join(app.path, "src-framework/target/release");
  const result = JSON.parse(out);
  expect(result).toMatchObject({
    productName: "Small",
    version: "1.2.3",
    target: `linux-${process.arch}`,
    executable: join(release, "Small"),
    packages: [{ format: "deb" }],
  });
  expect(result.sbom).toBe(join(release, "bundle/small-1.2.3.cdx.json"));
  expect(existsSync(result.packages[0].path)).toBe(true);
});

test("--quick compresses the packages of a release by zstd", async () => {
  using app = project({ framework: bundles() });
  const made = await runTool(app.path, ["build", "--bundles", "deb", "--json"]);
  const [{ path }] = JSON.parse(made.out).packages;
  // The name of an ar archive's member.
  expect(readFileSync(path).includes("data.tar.zst ")).toBe(true);
});

test("--no-bundle makes the executable alone, and runs no beforeBundleCommand", async () => {
  using app = project({ build: { beforeBundleCommand: "exit 1" }, framework: bundles() });
  expect(await runTool(app.path, ["build", "--no-bundle"])).toMatchObject({ code: 0 });
});

test("the build names what it leaves out of the page, and what its policy refuses, and routes need no file", async () => {
  using app = project({
    framework: {
      windows: [{ url: "users/ada" }],
      security: { csp: "default-src 'self'" },
      ...bundles({ active: false }),
    },
    files: {
      "dist/.well-known/a.txt": "",
      "dist/.DS_Store": "",
      "dist/a.js.map": "{}",
      "dist/b.html": "<body onload=a()>",
    },
  });
  const { code, err } = await runTool(app.path, ["build"]);
  expect({
    code,
    received: err
      .split("\n")
      .filter((line) => /^(Left out|framework\.security)/.test(line))
      .sort(),
  }).toEqual({
    code: 0,
    received: [
      "Left out dot files: .DS_Store (rename the files that belong to the page)",
      "Left out source maps: a.js.map (--keep-source-maps takes them in)",
      expect.stringMatching(
        /^framework\.security\.csp lets no script .* "b\.html" has onload of <body>: /,
      ),
    ],
  });
});

test("the build names an isolation hook of the old name", async () => {
  using app = project({
    framework: {
      pattern: { use: "isolation", options: { dir: "../isolation" } },
      ...bundles({ active: false }),
    },
    files: {
      "isolation/index.html":
        "<script>\n  window.__TAURI_ISOLATION_HOOK__ = (call) => call;\n</script>",
    },
  });
  const { code, err } = await runTool(app.path, ["build"]);
  expect([code, err]).toEqual([
    0,
    expect.stringContaining(
      "isolation/index.html:2:10: __TAURI_ISOLATION_HOOK__ is called __FRAMEWORK_",
    ),
  ]);
});

test("an executable without a package has its sidecars and resources beside it", async () => {
  const side = {
    active: false,
    externalBin: ["bin/tool", "bin/none"],
    resources: { "data/*": "texts/" },
  };
  const files = {
    [`src-framework/bin/tool-${targetTriple(thisMachine)}`]: "#!/bin/sh\n",
    "src-framework/data/a.txt": "first",
  };
  using app = project({ framework: bundles(side), files });
  const { code, err } = await runTool(app.path, ["build"]);
  const release = join(app.path, "src-framework/target/release");
  expect([code, readdirSync(release).sort()]).toEqual([0, ["Small", "texts", "tool"]]);
  expect(statSync(join(release, "tool")).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(release, "texts/a.txt"), "utf8")).toBe("first");
  expect(err).toMatch(/framework\.bundle\.externalBin: Cannot ship "bin\/none-/);
  using clash = project({ framework: bundles({ resources: { "data/*": "Small/" } }), files });
  expect(await runTool(clash.path, ["build", "--no-bundle"])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot put "Small/a.txt" beside the executable'),
  });
});

test("an app for this machine brings the bytecode of its entry, and all there is when it is asked for", async () => {
  using app = project();
  const brought = async (config: object): Promise<readonly string[]> => {
    const ran = await runTool(app.path, ["build", "--config", JSON.stringify(config)]);
    expect(ran).toMatchObject({ code: 0 });
    const found = new Set<string>();
    const path = join(app.path, "src-framework/target/release/Small");
    await StandaloneModules.edit(path, [
      ({ bytes, modules, builtIn }) => {
        const look = (name: string, { at, length }: Part): void => {
          if (bytes.subarray(at, at + length).some((byte) => byte !== 0)) found.add(name);
        };
        for (const { bytecode, isEntry } of modules)
          look(isEntry ? "entry" : "app thread", bytecode);
        for (const part of builtIn) look("Bun's own", part);
      },
    ]);
    return [...found].sort();
  };
  const isHere = thisMachine.system === "linux";
  expect(await brought({})).toEqual(isHere ? ["entry"] : []);
  const all = ["Bun's own", "app thread", "entry"];
  expect(await brought({ build: { bytecode: true } })).toEqual(isHere ? all : []);
  // A runtime whose output layout is unknown.
  const runner = join(app.path, "bun-of-somebody");
  cpSync(process.execPath, runner);
  expect(await brought({ build: { runner } })).toEqual([]);
});

test("an app's code is that for users, but for a debug build's, whatever the shell says", async () => {
  using app = project({
    files: {
      "src-framework/main.ts": `const kind = process.env.NODE_ENV === "production" ? "for-the-users" : "for-ourselves";
export default { commands: { kind: () => kind }, plugins: [] };`,
    },
  });
  for (const [options, kind, other] of [
    [[], "for-the-users", "for-ourselves"],
    [["--debug"], "for-ourselves", "for-the-users"],
  ] as const) {
    const { code } = await runTool(app.path, ["build", ...options], { NODE_ENV: other });
    const made = join(
      app.path,
      "src-framework/target",
      options.length === 0 ? "release" : "debug",
      "Small",
    );
    const bytes = readFileSync(made);
    expect([code, bytes.includes(kind), bytes.includes(other)]).toEqual([0, true, false]);
  }
});

test("the same project gives the same bytes in another folder, time zone, umask and kind of shell", async () => {
  const files = {
    "src-framework/main.ts": `import { defineApp } from "framework/app";
import { place } from "./place.cjs";
export default defineApp({
  commands: { stack: () => new Error("here").stack, place: () => [__dirname, __filename, place, process.env.NODE_ENV] },
});`,
    "src-framework/place.cjs": "exports.place = [__dirname, __filename];",
    "dist/script.js": "1",
  };
  const sums: Record<string, string>[] = [];
  using first = tempDir();
  install(first.path);
  for (const [place, zone, mask, kind] of [
    ["a", "UTC", "022", "test"],
    ["b/much/deeper", "Asia/Tokyo", "077", "production"],
  ] as const) {
    using app = project({ files, framework: bundles({ targets: ["deb"] }) });
    using other = tempDir();
    const folder = join(other.path, place);
    const tool = join(folder, "node_modules/framework/src/cli/main.ts");
    cpSync(first.path, folder, { recursive: true, verbatimSymlinks: true });
    cpSync(app.path, folder, { recursive: true });
    if (mask === "077") chmodSync(join(folder, "dist/script.js"), 0o600);
    const { code, err } = await runTool(
      folder,
      ["build"],
      { TZ: zone, SOURCE_DATE_EPOCH: "1700000000", NODE_ENV: kind },
      { tool, before: `umask ${mask};` },
    );
    expect([code, err]).toEqual([0, expect.any(String)]);
    const release = join(folder, "src-framework/target/release");
    const made = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    sums.push(
      Object.fromEntries(
        made.map(({ name, parentPath }) => [name, sha256(join(parentPath, name))]),
      ),
    );
  }
  expect(Object.keys(sums[0] ?? {})).toHaveLength(3);
  expect(sums[1]).toEqual(sums[0] ?? {});
});

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

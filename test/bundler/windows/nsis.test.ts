import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { bundle, signingByCommand } from "../../../src/bundler/index.ts";
import { definitions, fileList } from "../../../src/bundler/windows/nsis/definitions.ts";
import { messageNames } from "../../../src/bundler/windows/nsis/messages.ts";
import { pluginFolder, pluginPath } from "../../../src/bundler/windows/nsis/plugin.ts";
import type { InstalledFile } from "../../../src/bundler/windows/payload.ts";
import { installerLanguages } from "../../../src/contract/shipped/installer-languages.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, Project, run, type AppCase } from "../project.ts";
import { readVersionBlock, resourcesOf } from "./resources.ts";

const bitmap = Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)]);
const ownMessages = messageNames
  .map((name) => `LangString ${name} \${LANG_GERMAN} "eigen"`)
  .join("\n");

/** The script's definitions for an app with these settings, by name. */
function reported(
  app: AppCase,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Map<string, string> {
  using project = new Project(files);
  const staged = project.stageFor("windows", app);
  const text = definitions(staged, staged.nsis, {
    out: "out.exe",
    files: [],
    license: staged.nsis.license,
    icon: staged.nsis.installerIcon,
    headerImage: staged.nsis.headerImage,
    sidebarImage: staged.nsis.sidebarImage,
    compression: "zlib",
    packed: null,
    signCommand: null,
    hooks: null,
  });
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/^!define (\w+)(?: "(.*)")?\r$/gm))
    found.set(name, value.replace(`${project.folder}/`, ""));
  for (const [, name = "", lines = ""] of text.matchAll(/^!macro (\w+)\r\n((?: {2}.*\r\n)*)/gm))
    found.set(name, lines.trim());
  return found;
}

function problemsOf(
  app: AppCase,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string {
  try {
    reported(app, files);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  ["installMode", { installMode: "perMachine" }, "INSTALL_MODE", "perMachine"],
  ["license", { license: "a.txt" }, "LICENSE", "a.txt"],
  ["headerImage", { headerImage: "a.bmp" }, "HEADER_IMAGE", "a.bmp"],
  ["sidebarImage", { sidebarImage: "a.bmp" }, "SIDEBAR_IMAGE", "a.bmp"],
  ["displayLanguageSelector", { displayLanguageSelector: true }, "LANGUAGE_SELECTOR", ""],
  ["languages", { languages: ["german"] }, "LANGUAGES", '!insertmacro MUI_LANGUAGE "German"'],
] as const)("the script gets %s", (_, nsis, name, value) => {
  const files = { "a.txt": "text", "a.bmp": bitmap };
  expect(reported({}, files).get(name)).not.toBe(value);
  expect(reported({ nsis }, files).get(name)).toBe(value);
});

test("the script gets allowDowngrades", () => {
  expect(reported({}).has("REFUSE_DOWNGRADES")).toBeFalse();
  expect(reported({ windows: { allowDowngrades: false } }).has("REFUSE_DOWNGRADES")).toBeTrue();
});

test.skipIf(missingTool("makensis") !== null)(
  "every language of this machine's NSIS may be named",
  () => {
    const [, folder = ""] = /NSISDIR=([^,\n]+)/.exec(run(["makensis", "-HDRINFO"])) ?? [];
    const files = readdirSync(join(folder, "Contrib/Language files")).filter((file) =>
      file.endsWith(".nlf"),
    );
    expect(files).toContain("English.nlf");
    expect(files.filter((file) => !installerLanguages.includes(basename(file, ".nlf")))).toEqual(
      [],
    );
  },
);

test("message boxes show the name of the app, and not its form for controls, with each & twice", () => {
  const nsis = { languages: ["English", "German", "French", "Spanish"] };
  const lines = reported({ nsis }).get("MESSAGES") ?? "";
  expect(lines.match(/\$\(\^Name\)/g)).toHaveLength(12);
  expect(lines).not.toContain("^NameDA");
});

test("pages show the & of the publisher, and take it for no access key", () => {
  const found = reported({ bundle: { publisher: "Smith & Sons" } });
  expect([found.get("PUBLISHER"), found.get("BRANDING")]).toEqual([
    "Smith & Sons",
    "Smith && Sons",
  ]);
});

test("own messages take the place of ours in their language alone", () => {
  const nsis = { languages: ["English", "German"], customLanguageFiles: { german: "de.nsh" } };
  const lines = reported({ nsis }, { "de.nsh": ownMessages }).get("MESSAGES") ?? "";
  expect(lines.match(/"eigen"/g)).toHaveLength(messageNames.length);
  expect(lines.match(/LANG_ENGLISH/g)).toHaveLength(messageNames.length);
});

test.each([
  [
    "a language that does not exist",
    { languages: ["Klingon"] },
    'Cannot make an installer in "Klingon"',
  ],
  [
    "messages in a language that is not made",
    { customLanguageFiles: { German: "de.nsh" } },
    "languages must name it",
  ],
  [
    "messages that lack one",
    { languages: ["German"], customLanguageFiles: { German: "less.nsh" } },
    `it must have a LangString for ${messageNames.slice(1).join(", ")}`,
  ],
  ["a picture that is none", { headerImage: "de.nsh" }, "it must be a bitmap"],
  ["an icon that is none", { installerIcon: "de.nsh" }, "it must be an ICO file"],
  ["a file that is not there", { sidebarImage: "no.bmp" }, 'Cannot find "no.bmp"'],
] as const)("%s is refused before anything is made", (_, nsis, problem) => {
  const files = { "de.nsh": ownMessages, "less.nsh": ownMessages.split("\n")[0] ?? "" };
  expect(problemsOf({ nsis }, files)).toContain(problem);
});

test.each([
  ["skip", { type: "skip" }, undefined, undefined],
  ["download", { type: "downloadBootstrapper", silent: true }, "download", "/silent /install"],
  [
    "a download that shows itself",
    { type: "downloadBootstrapper", silent: false },
    "download",
    "/install",
  ],
] as const)("the web engine: %s", (_, webviewInstallMode, kind, words) => {
  const script = reported({ windows: { webviewInstallMode } });
  expect([script.get("WEBVIEW"), script.get("WEBVIEW_ARGUMENTS")]).toEqual([
    kind as never,
    words as never,
  ]);
});

test("a missing file of Microsoft is named, with its address and its place", () => {
  const windows = { webviewInstallMode: { type: "offlineInstaller", silent: true } } as const;
  const problem = problemsOf({ windows });
  expect(problem).toContain("MicrosoftEdgeWebView2RuntimeInstallerX64.exe");
  expect(problem).toContain("https://go.microsoft.com/fwlink/p/?LinkId=2124701");
});

test.each([
  ["webviewInstallMode", { webviewInstallMode: { type: "fixedRuntime", path: "engine" } }],
  ["webviewFixedRuntimePath", { webviewFixedRuntimePath: "engine" }],
] as const)("a fixed runtime is shipped, and must be one: by %s", (_, windows) => {
  expect(problemsOf({ windows }, { "engine/a.dll": "" })).toContain(
    "with msedgewebview2.exe in it",
  );
  using project = new Project({ "engine/msedgewebview2.exe": "", "engine/a/b.dll": "" });
  const { webviewFiles, webview } = project.stageFor("windows", { windows });
  expect([webview.kind, webviewFiles.map(({ path }) => path)]).toEqual([
    "skip",
    ["webview/a/b.dll", "webview/msedgewebview2.exe"],
  ]);
});

test("the progress follows the packer's output, and not its time", async () => {
  using project = new Project({ "data/large": new Uint8Array(1_000_000) });
  const go = join(project.folder, "go");
  project.write({
    // Writes about half of the output, and waits.
    "nsis/makensis": `#!/bin/sh
head -c 235000 /dev/zero > greeter_1.2.3_x64-setup.exe
while [ ! -e "${go}" ]; do sleep 0.05; done
`,
  });
  chmodSync(join(project.folder, "nsis/makensis"), 0o755);
  const reported: number[] = [];
  await bundle({
    staged: project.stageFor("windows", {
      bundle: { resources: ["data/large"] },
      nsis: { compression: "zlib" },
    }),
    formats: ["nsis"],
    outDir: join(project.folder, "out"),
    report(progress) {
      if (progress.state !== "making") return;
      reported.push(progress.done);
      // Twice the same: it stands still for as long as the packer does.
      if (reported.filter((done) => done > 0.4).length === 2) writeFileSync(go, "");
    },
  });
  const between = reported.filter((done) => done > 0.05 && done < 1);
  expect(between.every((done) => Math.abs(done - 0.5) < 0.01)).toBeTrue();
});

const shipped = (path: string, bytes: number): InstalledFile => ({ path, copy: "/0", bytes });

test("the list of files has their folders around them, and those to remove from the inside out", () => {
  const files = [shipped("App.exe", 9), shipped("a/b/ü $0.txt", 0), shipped("a/b/c.txt", 7)];
  expect(Buffer.from(fileList(files)).toString("utf16le")).toBe(
    [
      [">", ""],
      ["9", "\\App.exe"],
      [">", "\\a\\b"],
      ["0", "\\a\\b\\ü $0.txt"],
      ["7", "\\a\\b\\c.txt"],
      ["<", "\\a\\b"],
      ["<", "\\a"],
      [".", ""],
    ]
      .map(([mark, path]) => `${mark}\r\n${path}\r\n`)
      .join(""),
  );
});

// makensis compares each text of a script with all others, which took minutes with 50,000 files.
test("a script reads the list, and has no line for a file", () => {
  using project = new Project();
  const staged = project.stageFor("windows");
  const compiled = (count: number): string[] => {
    const text = definitions(staged, staged.nsis, {
      out: "out.exe",
      files: Array.from({ length: count }, (_, index) => shipped(`d${index}/${index}`, 1)),
      license: null,
      icon: null,
      headerImage: null,
      sidebarImage: null,
      compression: "zlib",
      packed: { path: "/app.xz", bytes: 1, time: 0, plugin: "/payload.dll", kind: "x86-unicode" },
      signCommand: null,
      hooks: null,
    });
    const lines = (name: string): string[] =>
      text.split(`!macro ${name}\r\n`)[1]?.split("!macroend")[0]?.split("\r\n") ?? [];
    const [install, remove] = [lines("INSTALL_FILES"), lines("REMOVE_FILES")];
    return [
      ...install.slice(0, install.indexOf("  !else")),
      ...remove.slice(remove.indexOf("  !else")),
      ...lines("ASK_FOR_FILES"),
    ].filter((line) => !line.includes("AddSize"));
  };
  expect(compiled(100)).toEqual(compiled(1));
});

const skip = missingTool("makensis") ?? missingTool("7z") ?? missingTool("osslsigncode");
describe.skipIf(skip !== null)(`made by makensis (${skip ?? "read by 7z"})`, () => {
  async function made(project: Project, app: AppCase = {}): Promise<string> {
    const staged = project.stageFor("windows", app);
    const outDir = join(project.folder, "out");
    const [installer] = await bundle({ staged, formats: ["nsis"], outDir });
    return installer?.path ?? "";
  }

  for (const installMode of ["currentUser", "perMachine", "both"] as const) {
    test(`for ${installMode}`, async () => {
      using project = new Project();
      const path = await made(project, { nsis: { installMode, displayLanguageSelector: true } });
      expect(path).toEndWith("greeter_1.2.3_x64-setup.exe");
      expect(run(["7z", "l", "-ba", path])).toContain("app.xz");
    });
  }

  test("version information has names as they are written, with variables and a lone quote", async () => {
    using project = new Project();
    const name = "#Ca$h 'n ${VERSION} $INSTDIR $(^Name) %A% & Grüße";
    const path = await made(project, { productName: name, bundle: { publisher: name } });
    const [information = Buffer.alloc(0)] = resourcesOf(readFileSync(path), 16);
    const [strings] = readVersionBlock(information).inside;
    const texts = (strings?.inside[0]?.inside ?? []).map((each): [string, string] => [
      each.name,
      each.value.toString("utf16le").replace("\0", ""),
    ]);
    expect(Object.fromEntries(texts)).toMatchObject({
      ProductName: name,
      FileDescription: name,
      CompanyName: name,
    });
  });

  test.each(["zlib", "bzip2"] as const)("compressed by %s", async (compression) => {
    using project = new Project();
    const method = { zlib: "Deflate", bzip2: "BZip2" }[compression];
    const path = await made(project, { nsis: { compression } });
    expect(run(["7z", "l", path])).toContain(`Method = ${method}`);
    expect(run(["7z", "l", "-ba", path])).toMatch(/ app\n/);
  });

  test.each([
    ["x64", 0x04],
    ["arm64", 0x0a],
  ] as const)(
    "else compressed as .xz, all files end to end, with the filter for %s",
    async (architecture, id) => {
      const program = readFileSync(pluginPath("x86-unicode", pluginFolder));
      using project = new Project({ "bin/app": program, "data/a.txt": "hello", "data/b.txt": "" });
      const path = await made(project, { architecture, bundle: { resources: ["data"] } });
      run(["7z", "x", "-y", `-o${project.folder}/in`, path]);
      const packed = join(project.folder, "in/$PLUGINSDIR/app.xz");
      run(["7z", "x", "-y", `-o${project.folder}/files`, packed]);
      const unpacked = readFileSync(join(project.folder, "files/app"));
      expect(unpacked.equals(Buffer.concat([program, Buffer.from("hello")]))).toBeTrue();
      // Behind the header of the stream and the first two bytes of the block's.
      expect(readFileSync(packed)[14]).toBe(id);
    },
  );

  test("quick ones are as small as seconds make them", async () => {
    using project = new Project({
      "bin/app": readFileSync(process.execPath).subarray(0, 4_000_000),
    });
    const staged = project.stageFor("windows");
    const sizes: number[] = [];
    for (const effort of ["quick", "small"] as const) {
      const [one] = await bundle({
        staged,
        formats: ["nsis"],
        outDir: join(project.folder, effort),
        effort,
      });
      sizes.push(statSync(one?.path ?? "").size);
    }
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
  });

  test("an own script takes the place of ours, with the same definitions", async () => {
    using project = new Project({
      "own.nsi":
        'Unicode true\n!include "app.nsh"\nName "${PRODUCT}"\nOutFile "${OUT}"\nSection\nFileOpen $0 "${VERSION}" w\nSectionEnd\n',
    });
    const path = await made(project, { nsis: { template: "own.nsi" } });
    expect(run(["7z", "l", "-ba", path])).not.toMatch(/ app\n/);
  });

  test.each([
    ["of the plugin's kind", "true", /app\.xz\n/],
    ["of another kind", "false", / app\n/],
  ] as const)(
    "an own script %s that packs all in one has all files",
    async (_, unicode, expected) => {
      using project = new Project({
        "own.nsi": `Unicode ${unicode}\nSetCompressor /SOLID zlib\n!include "app.nsh"\nName "a"\nOutFile "\${OUT}"\nSection\n!insertmacro INSTALL_FILES\nSectionEnd\n`,
      });
      const path = await made(project, { nsis: { template: "own.nsi" } });
      expect(run(["7z", "l", "-ba", path])).toMatch(expected);
    },
  );

  test("a script that does not compile says what makensis says", async () => {
    using project = new Project({ "own.nsi": "Nonsense\n" });
    await expect(made(project, { nsis: { template: "own.nsi" } })).rejects.toThrow(
      /makensis said.*Nonsense/s,
    );
  });

  test("the same project gives the same bytes, at another time in another place", async () => {
    const bytes: Buffer[] = [];
    for (const [umask, year] of [
      [0o022, 2001],
      [0o077, 2025],
    ] as const) {
      const before = process.umask(umask);
      try {
        using project = new Project({ "data/a.txt": "hello" });
        const changed = new Date(year, 0);
        utimesSync(join(project.folder, "data/a.txt"), changed, changed);
        bytes.push(readFileSync(await made(project, { bundle: { resources: ["data/a.txt"] } })));
      } finally {
        process.umask(before);
      }
    }
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBeTrue();
  });

  test("app, sidecars, libraries, plugin, uninstaller and installer are signed, each once", async () => {
    using project = new Project({
      "sign.sh": '#!/bin/sh\necho "$1" >> "$(dirname "$0")/signed"\n',
      "a.dll": readFileSync(pluginPath("x86-unicode", pluginFolder)),
      "b.txt": "",
    });
    const log = join(project.folder, "signed");
    writeFileSync(log, "");
    const signing = signingByCommand("sh sign.sh %1", project.folder);
    const staged = {
      ...project.stageFor("windows", { bundle: { resources: ["a.dll", "b.txt"] } }),
      signing,
    };
    await bundle({
      staged,
      formats: ["nsis"],
      outDir: join(project.folder, "out"),
      effort: "quick",
    });
    const names = readFileSync(log, "utf8").trim().split("\n");
    expect(names).toHaveLength(4);
    expect(names[0]).toEndWith("payload/1.dll");
    expect(names[1]).toEndWith("/payload.dll"); // the library that unpacks the files
    expect(names[2]).not.toEndWith("-setup.exe"); // the uninstaller, under a name of makensis's own
    expect(names[3]).toEndWith("-setup.exe");
  });

  test("the uninstaller is signed wherever the project and the tool's own Bun lie", async () => {
    const strange = `it's "quoted" $HOME \`pwd\` & 100%1`;
    using project = new Project({ "sign.sh": 'basename "$1" >> "$(dirname "$0")/signed"\n' });
    using bun = tempDir({ [`${strange}\\/bun`]: `#!/bin/sh\nexec "${process.execPath}" "$@"\n` });
    const { execPath } = process;
    process.execPath = join(bun.path, `${strange}\\`, "bun");
    chmodSync(process.execPath, 0o755);
    try {
      const signing = signingByCommand("sh sign.sh %1", project.folder);
      const staged = { ...project.stageFor("windows"), signing };
      await bundle({
        staged,
        formats: ["nsis"],
        outDir: join(project.folder, strange),
        effort: "quick",
      });
    } finally {
      process.execPath = execPath;
    }
    expect(readFileSync(join(project.folder, "signed"), "utf8").trim().split("\n")).toHaveLength(3);
  });

  const noProc = existsSync("/proc/self/cmdline") ? null : "there is no /proc";
  test.skipIf(noProc !== null)(
    `a program that reads all command lines cannot have anything signed (${noProc ?? "Linux"})`,
    async () => {
      using project = new Project({
        "sign.sh":
          'for one in /proc/[0-9]*/cmdline; do tr "\\0" " " < "$one"; echo; done >> "$(dirname "$0")/seen"\n',
      });
      const signing = signingByCommand("sh sign.sh %1", project.folder);
      const staged = { ...project.stageFor("windows"), signing };
      await bundle({
        staged,
        formats: ["nsis"],
        outDir: join(project.folder, "out"),
        effort: "quick",
      });
      const seen = readFileSync(join(project.folder, "seen"), "utf8").split("\n");
      const asking = seen.filter((line) => line.includes("sign-request.ts"));
      expect(asking).not.toBeEmpty();
      expect(asking.filter((line) => line.includes("://"))).toEqual([]);
    },
  );
});

import { expect, test } from "bun:test";
import {
  appendFileSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { parse } from "plist";
import { bundle, type Package } from "../../../src/bundler/index.ts";
import { formats } from "../../../src/bundler/formats.ts";
import { findFrameworks } from "../../../src/bundler/macos/frameworks.ts";
import type { MacApp } from "../../../src/bundler/macos/macos-app.ts";
import { missingTool, png, run, type AppCase, type Project } from "../project.ts";
import { program } from "./programs.ts";
import { macProject } from "./project.ts";
import { problemsOf, readCode } from "./verifier.ts";
import { universal } from "../../support/macos/code-in-memory.ts";

async function made(project: Project, app: AppCase | MacApp = {}): Promise<string> {
  const staged = "target" in app ? app : project.stageFor("macos", app as AppCase);
  const packages = await bundle({ staged, formats: ["app"], outDir: join(project.folder, "out") });
  return (packages[0] as Package).path;
}

function infoOf(path: string): Record<string, unknown> {
  return parse(readFileSync(join(path, "Contents/Info.plist"), "utf8")) as Record<string, unknown>;
}

test("an app is a signed folder that says what it is", async () => {
  using project = macProject();
  expect(project.stageFor("macos").notes).toEqual([]);
  const path = await made(project);
  expect(path).toEndWith("/app/Greeter.app");
  expect(infoOf(path)).toEqual({
    CFBundleAllowMixedLocalizations: true,
    CFBundleDevelopmentRegion: "en",
    CFBundleDisplayName: "Greeter",
    CFBundleExecutable: "app",
    CFBundleIconFile: "greeter.icns",
    CFBundleIdentifier: "org.example.greeter",
    CFBundleInfoDictionaryVersion: "6.0",
    CFBundleName: "Greeter",
    CFBundlePackageType: "APPL",
    CFBundleShortVersionString: "1.2.3",
    CFBundleSupportedPlatforms: ["MacOSX"],
    CFBundleVersion: "1.2.3",
    LSMinimumSystemVersion: "13.0",
    NSHighResolutionCapable: true,
    NSPrincipalClass: "NSApplication",
  });
  expect(readFileSync(join(path, "Contents/PkgInfo"), "latin1")).toBe("APPL????");
  expect(statSync(join(path, "Contents/MacOS/app")).mode & 0o777).toBe(0o755);
  expect(problemsOf(join(path, "Contents"), "MacOS/app")).toEqual([]);
});

for (const [field, app, says] of [
  [
    "the category",
    { bundle: { category: "HealthcareAndFitness" } },
    { LSApplicationCategoryType: "public.app-category.healthcare-fitness" },
  ],
  [
    "the copyright",
    { bundle: { copyright: "© Ada <1843>" } },
    { NSHumanReadableCopyright: "© Ada <1843>" },
  ],
  [
    "a version of the system",
    { macOS: { minimumSystemVersion: "14.2" } },
    { LSMinimumSystemVersion: "14.2" },
  ],
  [
    "no version of the system",
    { macOS: { minimumSystemVersion: null } },
    { LSMinimumSystemVersion: undefined },
  ],
  [
    "the domain that it may talk to",
    { macOS: { exceptionDomain: "example.com" } },
    {
      NSAppTransportSecurity: {
        NSExceptionDomains: {
          "example.com": { NSExceptionAllowsInsecureHTTPLoads: true, NSIncludesSubdomains: true },
        },
      },
    },
  ],
  ["no word of the Dock by default", {}, { LSUIElement: undefined, LSBackgroundOnly: undefined }],
  [
    "that it is not in the Dock",
    { macOS: { activationPolicy: "accessory" } },
    { LSUIElement: true, LSBackgroundOnly: undefined },
  ],
  [
    "that it works in the background",
    { macOS: { activationPolicy: "prohibited" } },
    { LSUIElement: undefined, LSBackgroundOnly: true },
  ],
  [
    "no domain for an empty text",
    { macOS: { exceptionDomain: "" } },
    { NSAppTransportSecurity: undefined },
  ],
  [
    "a version that is a number",
    { version: "2.0.0-beta.3" },
    { CFBundleShortVersionString: "2.0.0-beta.3", CFBundleVersion: "2.0.0" },
  ],
] as const satisfies readonly (readonly [string, AppCase, object])[]) {
  test(`Info.plist tells ${field}`, async () => {
    using project = macProject();
    const info = infoOf(await made(project, app));
    const reported = Object.fromEntries(Object.keys(says).map((key) => [key, info[key]]));
    expect(reported).toEqual({ ...says });
  });
}

for (const minimum of ["", "10.13", "12", "10.15.7"]) {
  test(`Info.plist says what the runtime needs when the configuration says "${minimum}"`, async () => {
    using project = macProject();
    const staged = project.stageFor("macos", { macOS: { minimumSystemVersion: minimum } });
    expect(infoOf(await made(project, staged))["LSMinimumSystemVersion"]).toBe("13.0");
  });
}

test("an own Info.plist beside the configuration decides, but not over what the bundle is built around", async () => {
  const list = (body: string): string =>
    `<?xml version="1.0"?><plist version="1.0"><dict>${body}</dict></plist>`;
  using project = macProject({
    "Info.plist": list(
      "<key>LSUIElement</key><true/><key>CFBundleDisplayName</key><string>Hi</string><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>greet</string></array></dict></array>",
    ),
  });
  const info = infoOf(await made(project));
  expect([info["LSUIElement"], info["CFBundleDisplayName"], info["CFBundleName"]]).toEqual([
    true,
    "Hi",
    "Greeter",
  ]);
  expect(info["CFBundleURLTypes"]).toEqual([{ CFBundleURLSchemes: ["greet"] }]);
  project.write({ "Info.plist": list("<key>CFBundleExecutable</key><string>other</string>") });
  expect(() => project.stageFor("macos")).toThrow(
    "CFBundleExecutable comes from the configuration",
  );
  project.write({ "Info.plist": "no list" });
  expect(() => project.stageFor("macos")).toThrow(
    'Cannot use "Info.plist": it must be a property list',
  );
});

test("resources, sidecars and frameworks have their places, and are sealed", async () => {
  const framework = "libs/Thing.framework";
  using project = macProject({
    "data/a.txt": "a",
    "data/de.lproj/Localizable.strings": "x",
    "data/plugin.node": program({ isLibrary: true }),
    "bin/tool-x86_64-apple-darwin": program({ architecture: "x64" }),
    "libs/libthing.dylib": program({ isLibrary: true, architecture: "x64" }),
    [`${framework}/Versions/A/Thing`]: program({ isLibrary: true }),
    [`${framework}/Versions/A/Resources/Info.plist`]:
      '<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.thing</string><key>CFBundleExecutable</key><string>Thing</string></dict></plist>',
    [`${framework}/Versions/A/Resources/text.txt`]: "text",
  });
  const link = (to: string, path: string): void =>
    symlinkSync(to, join(project.folder, framework, path));
  link("A", "Versions/Current");
  link("Versions/Current/Thing", "Thing");
  link("Versions/Current/Resources", "Resources");
  const path = await made(project, {
    bundle: { resources: { data: "" }, externalBin: ["bin/tool"] },
    macOS: { frameworks: [framework, "libs/libthing.dylib"] },
  });
  const contents = join(path, "Contents");
  expect(readFileSync(join(contents, "Resources/a.txt"), "utf8")).toBe("a");
  expect(readlinkSync(join(contents, "Frameworks/Thing.framework/Versions/Current"))).toBe("A");
  expect(readdirSync(join(contents, "MacOS")).toSorted()).toEqual(["app", "tool"]);
  const problems = (): string[] => problemsOf(contents, "MacOS/app");
  expect(problems()).toEqual([]);
  const version = join(contents, "Frameworks/Thing.framework/Versions/A");
  expect(
    problemsOf(version, "Thing", "Resources/Info.plist").filter(
      (one) => !one.includes("Info.plist"),
    ),
  ).toEqual([]);
  const codes = (file: string) =>
    readCode(readFileSync(join(contents, file))).map(({ directory }) => directory);
  expect(codes("MacOS/tool")[0]?.identifier).toBe("org.example.greeter.tool");
  expect(codes("Frameworks/Thing.framework/Thing")[0]?.identifier).toBe("org.example.thing");
  expect(readCode(readFileSync(join(contents, "Resources/plugin.node")))[0]?.problems).toEqual([]);

  // Damage of each kind is seen.
  const resource = join(contents, "Resources/a.txt");
  appendFileSync(resource, "b");
  expect(problems()).toEqual(["Resources/a.txt was changed"]);
  rmSync(resource);
  expect(problems()).toEqual(["Resources/a.txt is missing"]);
  writeFileSync(resource, "a");
  writeFileSync(join(contents, "Resources/new"), "");
  expect(problems()).toEqual(["Resources/new was added"]);
  rmSync(join(contents, "Resources/new"));
  for (const file of ["MacOS/app", "MacOS/tool", "Frameworks/libthing.dylib"]) {
    const whole = readFileSync(join(contents, file));
    const damaged = Buffer.from(whole);
    damaged[20_000] = (damaged[20_000] ?? 0) ^ 1;
    writeFileSync(join(contents, file), damaged);
    expect(problems().join()).toContain("was changed");
    writeFileSync(join(contents, file), whole);
  }
  expect(problems()).toEqual([]);
});

test("files and folders whose names are one on a Mac are refused", async () => {
  using project = macProject({
    "a/Index.html": "",
    "b/index.html": "",
    "Greeter.icns": "",
  });
  const shipping = (resources: Readonly<Record<string, string>>) => ({ bundle: { resources } });
  for (const [resources, message] of [
    [{ "a/": "data", "b/": "data" }, '"data/Index.html" beside "data/index.html"'],
    [{ "a/": "Data", "b/": "data" }, '"Data" beside "data"'],
    [{ "a/": "é", "b/": "é".normalize("NFD") }, `"${"é".normalize("NFD")}" beside "é"`],
  ] as const)
    expect(() => project.stageFor("macos", shipping(resources))).toThrow(
      `framework.bundle.resources: Cannot put ${message}: on macOS they are the same name`,
    );
  await expect(made(project, shipping({ "Greeter.icns": "" }))).rejects.toThrow(
    'Cannot put "Greeter.app/Contents/Resources/Greeter.icns" beside "Greeter.app/Contents/Resources/greeter.icns": on macOS they are the same name',
  );
});

test("a name that is too long when it is decomposed is named, with its length", async () => {
  const [forLinux, forMac] = ["각".repeat(40), "각".repeat(86)];
  using project = macProject({ [forLinux]: "", "a.txt": "" });
  // A Mac's own disk takes the first one.
  if (process.platform === "linux")
    await expect(made(project, { bundle: { resources: [forLinux] } })).rejects.toThrow(
      /^Cannot put "Greeter\.app\/.*" into the app: decomposed, as macOS stores names, this one has 360 bytes, more than this machine's disk allows; shorten it$/,
    );
  expect(() => project.stageFor("macos", { bundle: { resources: { "a.txt": forMac } } })).toThrow(
    "decomposed, as macOS stores names, this one has 258 UTF-16 units, of which 255 fit; shorten it",
  );
});

test("unsignable sidecars and missing frameworks are refused", async () => {
  using project = macProject({ "bin/tool-x86_64-apple-darwin": "#!/bin/sh\n" });
  await expect(made(project, { bundle: { externalBin: ["bin/tool"] } })).rejects.toThrow(
    'Cannot sign "Greeter.app/Contents/MacOS/tool": beside programs, macOS takes programs only',
  );
  const staging = (frameworks: string[]) => () =>
    project.stageFor("macos", { macOS: { frameworks } });
  expect(staging(["Nowhere"])).toThrow('Cannot find "Nowhere.framework": it must be in');
  expect(staging(["libs/None.framework"])).toThrow("it must be a .framework or a .dylib in");
  expect(staging(["LICENSE"])).toThrow('Cannot find "LICENSE.framework"');
});

test("a framework without a path is looked up in the usual places, in their order", () => {
  using project = macProject();
  for (const place of ["one", "two"])
    project.write({
      [`${place}/Both.framework/Both`]: place,
      [`${place}/Only${place}.framework/x`]: place,
    });
  const places = ["one", "two"].map((place) => join(project.folder, place));
  expect(findFrameworks(project.folder, ["Onlytwo", "Both"], places)).toEqual([
    { name: "Onlytwo.framework", source: join(project.folder, "two/Onlytwo.framework") },
    { name: "Both.framework", source: join(project.folder, "one/Both.framework") },
  ]);
  expect(() => findFrameworks(project.folder, ["Both", "two/Both.framework"], places)).toThrow(
    'Cannot ship "Both.framework" twice',
  );
});

test("a framework that leads out of itself is refused", () => {
  using project = macProject({ "Thing.framework/Thing": program({ isLibrary: true }) });
  symlinkSync("../../LICENSE", join(project.folder, "Thing.framework/text"));
  expect(() => project.stageFor("macos", { macOS: { frameworks: ["Thing.framework"] } })).toThrow(
    "the link leads out of",
  );
});

test("a version of the system that is none is refused", () => {
  using project = macProject();
  expect(() => project.stageFor("macos", { macOS: { minimumSystemVersion: "Catalina" } })).toThrow(
    'Cannot run on macOS "Catalina" and newer: want a version such as 13.0',
  );
});

test("everything that is shipped is there to be looked through", () => {
  using project = macProject({
    "libs/libthing.dylib": program({ isLibrary: true }),
    "Info.plist": '<plist version="1.0"><dict/></plist>',
    "own.plist": '<plist version="1.0"><dict/></plist>',
    "back.png": png(2, 2),
    "terms.txt": "terms",
  });
  const { shipped } = project.stageFor("macos", {
    macOS: { frameworks: ["libs/libthing.dylib"], entitlements: "own.plist", license: "terms.txt" },
    dmg: { background: "back.png" },
  });
  expect(shipped.map(({ name }) => name)).toEqual([
    "icon 1",
    "icon 2",
    "the licence",
    "Info.plist",
    "own.plist",
    "terms.txt",
    "libthing.dylib",
    "back.png",
  ]);
});

test("an icon is taken as it is, or made of the PNGs", async () => {
  using project = macProject({ "icons/512.png": png(512, 512), "icons/odd.png": png(48, 48) });
  const iconOf = async (icon: string[]): Promise<Buffer | null> => {
    const path = await made(project, { bundle: { icon } });
    const name = infoOf(path)["CFBundleIconFile"];
    return typeof name === "string" ? readFileSync(join(path, "Contents/Resources", name)) : null;
  };
  const own = await iconOf(["icons/32x32.png", "icons/128x128.png", "icons/512.png"]);
  const kinds: string[] = [];
  for (let at = 8; at < (own?.length ?? 0); at += own?.readUInt32BE(at + 4) ?? 8)
    kinds.push(own?.toString("latin1", at, at + 4) ?? "");
  expect(kinds).toEqual(["ic11", "ic07", "ic09", "ic14"]);
  expect(await iconOf(["icons/odd.png"])).toBeNull();
  project.write({ "icons/ready.icns": own ?? "" });
  expect(await iconOf(["icons/32x32.png", "icons/ready.icns"])).toEqual(own);
  project.write({ "icons/ready.icns": "icns" });
  expect(() => project.stageFor("macos", { bundle: { icon: ["icons/ready.icns"] } })).toThrow(
    "it must be an ICNS file",
  );
});

const noIcns = missingTool("icns2png");
test.skipIf(noIcns !== null)(
  `an icon made of PNGs is read by another program (${noIcns ?? "icns2png"})`,
  async () => {
    using project = macProject({ "icons/512.png": png(512, 512) });
    const path = await made(project, { bundle: { icon: ["icons/512.png", "icons/128x128.png"] } });
    const output = run(["icns2png", "-l", join(path, "Contents/Resources/greeter.icns")]);
    for (const part of ["'ic07'", "'ic09' 512x512", "'ic14'"]) expect(output).toContain(part);
  },
);

test("a program for both kinds of processors is signed for both", async () => {
  using project = macProject({
    "bin/tool-universal-apple-darwin": universal([program(), program({ architecture: "x64" })]),
  });
  project.write({ "bin/app": universal([program(), program({ architecture: "x64" })]) });
  const staged = project.stageFor(
    "macos",
    { bundle: { externalBin: ["bin/tool"] } },
    { isUniversal: true },
  );
  expect(formats.dmg.macos.names(staged)).toEqual(["greeter_1.2.3_universal.dmg"]);
  const path = await made(project, staged);
  expect(readCode(readFileSync(join(path, "Contents/MacOS/app")))).toHaveLength(2);
  expect(problemsOf(join(path, "Contents"), "MacOS/app")).toEqual([]);
});

test("the same sources have the same bytes, in any folder, time zone and umask", async () => {
  const sums: string[] = [];
  for (const [umask, zone] of [
    [0o022, "UTC"],
    [0o077, "Pacific/Kiritimati"],
  ] as const) {
    using project = macProject();
    const before = process.umask(umask);
    const zoneBefore = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      const packages = await bundle({
        staged: project.stageFor("macos"),
        formats: ["updater"],
        outDir: project.folder,
      });
      const updater = packages.filter(({ format }) => format === "updater").map(({ path }) => path);
      const [archive = ""] = updater;
      expect(updater.map((path) => basename(path))).toEqual([
        "greeter_1.2.3_x64.app.tar.gz",
        "greeter_1.2.3_x64.app.chunks",
        "greeter_1.2.3_x64.app.chunks.index",
      ]);
      expect(archive).toEndWith("/updater/greeter_1.2.3_x64.app.tar.gz");
      sums.push(Bun.hash(readFileSync(archive)).toString());
      expect(statSync(join(project.folder, "app/Greeter.app/Contents")).mode & 0o777).toBe(0o755);
      expect(statSync(join(project.folder, "app/Greeter.app/Contents")).mtimeMs).toBe(
        1_767_225_600_000,
      );
    } finally {
      process.umask(before);
      if (zoneBefore === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zoneBefore;
    }
  }
  expect(sums[0]).toBe(sums[1] ?? "");
});

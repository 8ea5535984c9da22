import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import {
  bundle,
  formatsOf,
  readProjectFacts,
  sourceDate,
  StagingError,
  type BundleOptions,
  type Package,
  type Progress,
} from "../../src/bundler/index.ts";
import { everyFile, everyOption, Project, run } from "./project.ts";

test("everything that is wrong is said at once, by field", () => {
  using project = new Project({ "not-a.png": "GIF" });
  const stage = (): unknown =>
    project.stage({
      version: "one",
      bundle: { icon: ["not-a.png"], resources: ["nothing"], externalBin: ["bin/helper"] },
      deb: { files: { "/": "LICENSE" }, changelog: "CHANGES", desktopTemplate: "none.hbs" },
    });
  const fields = (() => {
    try {
      return stage();
    } catch (error) {
      return error instanceof StagingError ? error.problems.map(({ field }) => field) : error;
    }
  })();
  expect(fields).toEqual([
    "framework.bundle.icon",
    "framework.bundle.resources",
    "framework.bundle.externalBin",
    "framework.package.version",
    "framework.bundle.deb.files",
    "framework.bundle.deb.desktopTemplate",
    "framework.bundle.deb.changelog",
  ]);
});

test("the mark that some editors put before a text is no part of what is packed", () => {
  const marked = (text: string): string => `\uFEFF${text}`;
  const entry = "[Desktop Entry]\nType=Application\nName=a\nExec=a\n";
  using project = new Project({
    "package.json": marked('{"name": "greeter", "license": "MIT"}'),
    LICENSE: marked("Permission is hereby granted."),
    "entry.hbs": marked(entry),
    CHANGES: marked("greeter (1.0)"),
    "installer.nsi": marked("Unicode true"),
  });
  const { license, licenseText, deb } = project.stage({
    deb: { desktopTemplate: "entry.hbs", changelog: "CHANGES" },
  });
  const { nsis } = project.stageFor("windows", { nsis: { template: "installer.nsi" } });
  expect([
    license,
    licenseText,
    deb.desktopTemplate?.text,
    deb.changelog,
    nsis.template?.text,
  ]).toEqual(["MIT", "Permission is hereby granted.", entry, "greeter (1.0)", "Unicode true"]);
});

test("a folder is no sidecar", () => {
  using project = new Project({ "bin/tool-x86_64-unknown-linux-gnu/tool": "" });
  expect(() => project.stage({ bundle: { externalBin: ["bin/tool"] } })).toThrow(
    'Cannot ship "bin/tool-x86_64-unknown-linux-gnu": a sidecar must be a file',
  );
});

test("names in the app's folder may not collide", () => {
  using project = new Project({ "bin/greeter-x86_64-unknown-linux-gnu": "", "data/greeter": "" });
  expect(() => project.stage({ bundle: { externalBin: ["bin/greeter"] } })).toThrow(
    'framework.bundle.externalBin: Cannot ship a sidecar as "greeter"',
  );
  expect(() => project.stage({ bundle: { resources: { data: "" } } })).toThrow(
    'framework.bundle.resources: Cannot ship a resource as "greeter"',
  );
});

test("packages are made in the order of the table, and reported", async () => {
  using project = new Project();
  using _ = withUmask(0o077);
  const reported: string[] = [];
  const steps: number[] = [];
  const report = (progress: Progress): void => {
    if (progress.state === "making" && progress.done > 0) steps.push(progress.done);
    else reported.push(`${progress.state} ${progress.format}`);
  };
  const made = await bundle({
    staged: project.stage(),
    formats: ["appimage", "rpm", "deb"],
    outDir: project.folder,
    effort: "quick",
    report,
  });
  expect(made.map(({ path, bytes }) => [path.replace(`${project.folder}/`, ""), bytes])).toEqual([
    [
      "deb/greeter_1.2.3_amd64.deb",
      readFileSync(join(project.folder, "deb/greeter_1.2.3_amd64.deb")).length,
    ],
    [
      "rpm/greeter-1.2.3-1.x86_64.rpm",
      readFileSync(join(project.folder, "rpm/greeter-1.2.3-1.x86_64.rpm")).length,
    ],
    [
      "appimage/greeter_1.2.3_x86_64.AppImage",
      readFileSync(join(project.folder, "appimage/greeter_1.2.3_x86_64.AppImage")).length,
    ],
  ]);
  expect(made.map(({ path }) => statSync(path).mode & 0o777)).toEqual([0o644, 0o644, 0o755]);
  expect(reported).toEqual([
    "making deb",
    "made deb",
    "making rpm",
    "made rpm",
    "making appimage",
    "made appimage",
  ]);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect(steps.at(-1)).toBe(1);
});

test("the source of a package is made with it, unless it exists", async () => {
  using project = new Project();
  const make = (more: Partial<BundleOptions>): Promise<Package[]> =>
    bundle({
      staged: project.stage(),
      formats: ["updater"],
      outDir: project.folder,
      effort: "quick",
      ...more,
    });
  const made = await make({});
  // The archive, the AppImage itself for downloads by parts, and the index of the parts.
  expect(made.map(({ format }) => format)).toEqual(["appimage", "updater", "updater", "updater"]);
  expect((await make({ present: made.slice(0, 1) })).map(({ format }) => format)).toEqual([
    "updater",
    "updater",
    "updater",
  ]);
  await expect(make({ staged: project.stage({ bundle: { icon: [] } }) })).rejects.toThrow(
    'Cannot make "appimage": bundle.icon must name a PNG or SVG file',
  );
});

test("a format of another system is refused", async () => {
  using project = new Project();
  const staged = project.stageFor("windows");
  await expect(bundle({ staged, formats: ["deb"], outDir: project.folder })).rejects.toThrow(
    'Cannot make "deb" for windows: it is a format of linux',
  );
});

test("a build that was stopped leaves nothing behind", async () => {
  using project = new Project();
  const outDir = join(project.folder, "out");
  const stopped = new AbortController();
  const making = bundle({
    staged: project.stage(),
    formats: ["deb", "rpm"],
    outDir,
    signal: stopped.signal,
    report: ({ state, format }) => void (state === "making" && format === "rpm" && stopped.abort()),
  });
  await expect(making).rejects.toThrow("abort");
  expect(run(["find", outDir, "-type", "f", "-printf", "%P\n"])).toBe(
    "deb/greeter_1.2.3_amd64.deb\n",
  );
});

test("a build can be stopped in the middle of an AppImage", async () => {
  // Large enough for several rounds of compression on most machines.
  using project = new Project({ "bin/app": Buffer.alloc(64 << 20) });
  const outDir = join(project.folder, "out");
  const stopped = new AbortController();
  const reported: number[] = [];
  const making = bundle({
    staged: project.stage(),
    formats: ["appimage"],
    outDir,
    effort: "quick",
    signal: stopped.signal,
    report: (progress) => {
      if (progress.state === "making") reported.push(progress.done);
      if (progress.state === "making" && progress.done > 0) stopped.abort();
    },
  });
  await expect(making).rejects.toThrow("abort");
  expect(reported).toHaveLength(2);
  expect(readdirSync(outDir)).toEqual([]);
});

test("a package that cannot be put in place leaves nothing behind", async () => {
  using project = new Project();
  // A folder with the package's name: the rename fails.
  mkdirSync(join(project.folder, "out/deb/greeter_1.2.3_amd64.deb/taken"), { recursive: true });
  const making = bundle({
    staged: project.stage(),
    formats: ["deb"],
    outDir: join(project.folder, "out"),
  });
  await expect(making).rejects.toThrow();
  expect(readdirSync(join(project.folder, "out/deb"))).toEqual(["greeter_1.2.3_amd64.deb"]);
});

function withUmask(umask: number): Disposable {
  const before = process.umask(umask);
  return { [Symbol.dispose]: () => void process.umask(before) };
}

describe("the same app gives the same bytes", () => {
  async function sums(
    app: typeof everyOption,
    umask: number,
    zone: string,
    time: number,
  ): Promise<string[]> {
    using _ = withUmask(umask);
    const before = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      using project = new Project(everyFile);
      for (const path of run(["find", project.folder, "-type", "f"]).trim().split("\n"))
        utimesSync(path, time, time);
      chmodSync(join(project.folder, "notes.txt"), 0o600);
      const options = {
        formats: formatsOf("linux"),
        outDir: join(project.folder, "out"),
        effort: "quick",
      } as const;
      const made = await bundle({ staged: project.stage(app), ...options });
      return made.map(
        ({ format, path }) =>
          `${format} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`,
      );
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  }

  test("in two folders, with two umasks, in two time zones, on two days", async () => {
    for (const app of [{}, everyOption]) {
      const one = await sums(app, 0o022, "UTC", 1_000_000_000);
      const other = await sums(app, 0o077, "Pacific/Auckland", 1_700_000_000);
      expect(one).toEqual(other);
      expect([...new Set(one.map((line) => line.split(" ")[0]))]).toEqual(formatsOf("linux"));
    }
  });
});

describe("the date of the sources", () => {
  test("is SOURCE_DATE_EPOCH when it is set", () => {
    using project = new Project();
    expect(sourceDate(project.folder, { SOURCE_DATE_EPOCH: "1234567890" })).toBe(1_234_567_890);
    // Milliseconds in place of seconds, for one: no package has room for the year.
    for (const wrong of ["yesterday", "1767225600000", "4294967296"])
      expect(() => sourceDate(project.folder, { SOURCE_DATE_EPOCH: wrong })).toThrow(
        `Cannot use SOURCE_DATE_EPOCH "${wrong}": it must be a number of seconds since 1970, up to 4294967295`,
      );
  });
  test("is that of the commit, and of no day without one", () => {
    using project = new Project();
    expect(sourceDate(project.folder, {})).toBe(315_532_800);
    const git = (...arguments_: string[]): string =>
      run(["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...arguments_], {
        cwd: project.folder,
        env: { GIT_COMMITTER_DATE: "2020-02-02T02:02:02Z" },
      });
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "--message", "Begin");
    expect(sourceDate(project.folder, {})).toBe(1_580_608_922);
  });
  test("is asked of git in a repository alone", () => {
    using project = new Project({ "bin/git": `#!/bin/sh\necho 1580608922\n` });
    chmodSync(join(project.folder, "bin/git"), 0o755);
    const path = process.env["PATH"];
    try {
      process.env["PATH"] = join(project.folder, "bin");
      expect(sourceDate(project.folder, {})).toBe(315_532_800);
      mkdirSync(join(project.folder, ".git"));
      expect(sourceDate(join(project.folder, "bin"), {})).toBe(1_580_608_922);
    } finally {
      process.env["PATH"] = path;
    }
  });
});

describe("the facts of the project", () => {
  const facts = (manifest: string): unknown => {
    using project = new Project({ "package.json": manifest, "src/empty": "" });
    const { author, description, homepage, license, licenseFile } = readProjectFacts(
      join(project.folder, "src"),
    );
    return {
      author,
      description,
      homepage,
      license,
      hasLicense: licenseFile?.endsWith("/LICENSE"),
    };
  };
  const none = { author: null, description: null, homepage: null, license: null, hasLicense: true };
  test("come from the nearest package.json", () => {
    expect(
      facts(
        '{"author":"Ada <a@b.c> (https://b.c)","description":" d ","homepage":"h","license":"MIT"}',
      ),
    ).toEqual({
      author: "Ada <a@b.c>",
      description: "d",
      homepage: "h",
      license: "MIT",
      hasLicense: true,
    });
    expect(facts('{"author":{"name":"Ada","email":"a@b.c"}}')).toEqual({
      ...none,
      author: "Ada <a@b.c>",
    });
    expect(facts('{"author":{"name":"Ada"},"license":7}')).toEqual({ ...none, author: "Ada" });
    expect(facts("[]")).toEqual(none);
  });

  test("have no licence in a folder of that name", () => {
    using project = new Project({ "app/package.json": "{}", "app/license/MIT.txt": "MIT" });
    expect(readProjectFacts(join(project.folder, "app")).licenseFile).toBeNull();
  });
  test("must be readable", () => expect(() => facts("{")).toThrow("it must be JSON"));
});

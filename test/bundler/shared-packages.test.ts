import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bundle, type Format, type SharedApp } from "../../src/bundler/index.ts";
import { debControl } from "../../src/bundler/linux/deb.ts";
import { readSource } from "../../src/bundler/write/source.ts";
import { launcher, leaveDeletedFolder } from "../../src/bundler/linux/launcher.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { Project, type AppCase } from "./project.ts";

const files = {
  "made/app/main.js": "// @bun\n",
  "made/app/app.pack": "pages\n",
  "bin/runtime": "a runtime\n",
};

function sharedIn({ folder }: Project): SharedApp {
  return {
    folder: join(folder, "made/app"),
    version: "1.4.5",
    executable: join(folder, "bin/runtime"),
  };
}

function stage(project: Project, app: AppCase = {}, time = 0) {
  return project.stageFor("linux", app, {
    shared: sharedIn(project),
    executable: "nothing/there",
    time,
  });
}

/** The packages of an app, by their names. */
async function made(project: Project, staged: ReturnType<typeof stage>, format: Format) {
  const outDir = mkdtempSync(join(project.folder, "out-"));
  const packages = await bundle({ staged, formats: [format], outDir, effort: "quick" });
  return new Map(packages.map(({ path }) => [basename(path), readFileSync(path)]));
}

const runtimes = [
  ["deb", "framework-runtime-1.4.5_1.4.5_amd64.deb"],
  ["rpm", "framework-runtime-1.4.5-1.4.5-1.x86_64.rpm"],
] as const;

test.each(runtimes)(
  "as %s the runtime's package is the same for every app",
  async (format, name) => {
    using project = new Project(files);
    const one = await made(project, stage(project), format);
    const other = await made(
      project,
      stage(project, { productName: "Other", version: "2.0.0" }, 1_000_000_000),
      format,
    );
    expect([...one.keys()]).toContain(name);
    expect(one.get(name)).toEqual(other.get(name));
  },
);

test("the app's package wants the runtime's in exactly its version, after what the app itself wants", () => {
  using project = new Project(files);
  const text = debControl(stage(project, { deb: { depends: ["libnotify4"] } }), 1);
  expect(text).toContain(
    "\nDepends: libnotify4, framework-runtime-1.4.5 (= 1.4.5), libc6 (>= 2.17), ",
  );
});

test("the launcher becomes the runtime, without what would change what that runs", () => {
  using project = new Project(files);
  expect(
    readSource(launcher(stage(project)))
      .toString()
      .split("\n"),
  ).toEqual([
    "#!/bin/sh",
    "unset BUN_OPTIONS BUN_BE_BUN BUN_INSPECT BUN_INSPECT_CONNECT_TO BUN_INSPECT_NOTIFY BUN_INSPECT_PRELOAD",
    leaveDeletedFolder,
    "exec /usr/lib/framework-runtime/1.4.5/bun --config=/usr/lib/greeter/app/bunfig.toml --no-env-file " +
      '--no-install /usr/lib/greeter/app/main.js "$@"',
    "",
  ]);
});

test("the launcher leaves a working folder that was deleted, and no other", () => {
  using folder = tempDir({ "here/a": "", "deleted/a": "" });
  const script = join(folder.path, "launcher");
  writeFileSync(script, `#!/bin/sh\n${leaveDeletedFolder}\nexec /bin/pwd -P\n`, { mode: 0o755 });
  const started = (before: string): string =>
    spawnSync("/bin/sh", ["-c", `${before}; exec ${script}`], {
      cwd: folder.path,
      encoding: "utf8",
    }).stdout;
  expect(started("cd here")).toBe(`${join(folder.path, "here")}\n`);
  expect(started("cd here; PWD=/nowhere; export PWD")).toBe(`${join(folder.path, "here")}\n`);
  expect(started("cd deleted; rm -r ../deleted")).toBe("/\n");
});

test("nothing of the app's own can lie where the app lies", () => {
  using project = new Project({ ...files, "app/notes.txt": "notes\n" });
  expect(() => stage(project, { bundle: { resources: ["app"] } })).toThrow(
    'Cannot ship a resource as "app/notes.txt"',
  );
});

test("an AppImage of such an app carries its own runtime", async () => {
  using project = new Project({ ...files, "bin/app": "an executable\n" });
  const executable = join(project.folder, "bin/app");
  const icon = join(import.meta.dir, "../../examples/dialogs/src-framework/icons/128x128.png");
  const own = project.stageFor("linux", { bundle: { icon: [icon] } }, { executable });
  const shared = project.stageFor(
    "linux",
    { bundle: { icon: [icon] } },
    { executable, shared: sharedIn(project) },
  );
  expect(await made(project, shared, "appimage")).toEqual(await made(project, own, "appimage"));
});

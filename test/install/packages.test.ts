import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { bundle, formatsOf } from "../../src/bundler/index.ts";
import { everyFile, everyOption, missingTool, Project } from "../bundler/project.ts";
import { missingForThrowAwayRoot, tell } from "./throw-away-root.ts";

// Packages of a real executable, installed, run and removed on this machine's own root, which stays
// as it is.

const program = `
const { dirname, join } = require("node:path");
const text = await Bun.file(join(dirname(process.execPath), "texts/a.txt")).text();
console.log("from", process.execPath, process.argv.slice(2).join(" "), text.trim());
`;

const skip = missingForThrowAwayRoot() ?? missingTool("dpkg", "rpm");
describe.skipIf(skip !== null)(`packages on a real root (${skip ?? "overlay mounts work"})`, () => {
  const long = `${"folder-".repeat(12)}/${"name-".repeat(20)}ünï.txt`;
  const project = new Project({ ...everyFile, "main.ts": program, [`data/${long}`]: "long\n" });
  // Every option, but no dependency that only the option brings.
  const app = { ...everyOption, deb: { ...everyOption.deb, depends: null } };
  const name = "grusse-welt";
  const deb = `/packages/deb/${name}_2.0.0~beta.3_amd64.deb`;
  const rpm = `/packages/rpm/${name}-2.0.0~beta.3-3.fc40.x86_64.rpm`;
  const appImage = `/packages/appimage/${name}_2.0.0-beta.3_x86_64.AppImage`;
  const outDir = join(project.folder, "out");

  beforeAll(async () => {
    const compiling = [process.execPath, "build", "--compile", "--outfile", "bin/app", "main.ts"];
    const { exitCode, stderr } = Bun.spawnSync(compiling, { cwd: project.folder });
    if (exitCode !== 0) throw new Error(stderr.toString());
    await bundle({
      staged: project.stage(app),
      formats: formatsOf("linux"),
      outDir,
      effort: "quick",
    });
  });
  afterAll(() => project[Symbol.dispose]());

  test("the deb installs, verifies, runs, and leaves nothing when purged", () => {
    const { status, out, err, left } = tell(
      outDir,
      `dpkg -i ${deb} >/dev/null
       dpkg -V ${name}
       cd / && ${name} one two
       /usr/lib/${name}/helper
       cat /usr/lib/${name}/texts/${long}
       dpkg -s ${name} | grep ^Status
       dpkg -r ${name} >/dev/null
       ls /etc/greeter.ini
       dpkg -P ${name} >/dev/null
       find /usr /etc -name '*${name}*'`,
    );
    expect({ status, err: status === 0 ? "" : err }).toEqual({ status: 0, err: "" });
    expect(out.split("\n")).toEqual([
      `from /usr/lib/${name}/${name} one two a`,
      "helped",
      "long",
      "Status: install ok installed",
      "/etc/greeter.ini",
      "",
    ]);
    expect(
      left.filter((path) => /^(usr|etc|opt)\//.test(path) && !/cache|\/mimeinfo|ld\.so/.test(path)),
    ).toEqual([]);
  });

  test("the rpm installs, verifies, runs, and leaves nothing when erased", () => {
    const { status, out, err, left } = tell(
      outDir,
      `rpm --checksig ${rpm}
       rpm --install --nodeps ${rpm} 2>/dev/null
       rpm --verify --nodeps ${name}
       cd / && ${name} one two
       rpm --erase ${name} 2>/dev/null
       find /usr /etc -name '*${name}*'`,
    );
    expect({ status, err: status === 0 ? "" : err }).toEqual({ status: 0, err: "" });
    expect(out.split("\n")).toEqual([
      `${rpm}: digests OK`,
      `from /usr/lib/${name}/${name} one two a`,
      "",
    ]);
    expect(left.filter((path) => /^(usr|etc|opt)\//.test(path))).toEqual([]);
  });

  test("the AppImage runs mounted and from a temporary folder", () => {
    const { status, out, err, left } = tell(
      outDir,
      `${appImage} one
       ${appImage} --appimage-extract-and-run two
       mount --bind /dev/null /dev/fuse && ${appImage} three`,
    );
    expect({ status, err }).toEqual({
      status: 0,
      err: "AppImage: FUSE is not available, running from a temporary folder\n",
    });
    expect(out.replaceAll(/_\w{6}\//g, "_/").split("\n")).toEqual([
      `from /tmp/.mount_/usr/lib/${name}/${name} one a`,
      `from /tmp/appimage_/usr/lib/${name}/${name} two a`,
      `from /tmp/appimage_/usr/lib/${name}/${name} three a`,
      "",
    ]);
    expect(left).toEqual([]);
  });

  const skipLintian = missingTool("lintian");
  test.skipIf(skipLintian !== null)(
    `lintian finds no error in the deb (${skipLintian ?? "lintian"})`,
    () => {
      const lintian = ["lintian", "--allow-root", "--fail-on", "error", "--tag-display-limit", "0"];
      const { exitCode, stdout } = Bun.spawnSync([
        ...lintian,
        join(outDir, deb.replace("/packages/", "")),
      ]);
      const errors = stdout
        .toString()
        .split("\n")
        .filter((line) => line.startsWith("E:"));
      expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    },
  );
});

// Apps that share their runtime, built and packaged as their authors would, installed, started, and
// removed.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { traps } from "../display/process-stories.ts";
import { AppLine } from "../support/app/app-line.ts";
import { commandLine, root, writeProject } from "../support/app/display-app.ts";
import { missingTool, run } from "../bundler/project.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { windowTitled } from "../../harness/x.ts";
import { run as runX } from "../../harness/x-program.ts";
import { missingForThrowAwayRoot, rootCommand, tell } from "./throw-away-root.ts";

const runtime = "framework-runtime-1.4.5";

/** An app that uses an optional package, which is absent when it is built. */
const mainFile = `
import { readFileSync } from "node:fs";
import driven from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};

export default {
  commands: {
    ...driven.commands,
    "test.optional": async () => {
      try {
        return await import("optional-package");
      } catch (error) {
        return error.code;
      }
    },
    "test.arguments": () => process.argv.slice(2),
    "test.process": () => readFileSync("/proc/self/comm", "utf8"),
  },
};
`;

/** Builds an app, and puts its packages into a folder. */
async function build(name: string, folder: string): Promise<void> {
  using project = writeProject({
    files: {
      "package.json": JSON.stringify({
        name,
        type: "module",
        author: "Ada Byron <ada@example.org>",
      }),
      "src-framework/main.ts": mainFile,
    },
    config: {
      package: { productName: name, version: "1.0.0" },
      framework: {
        allowlist: { process: { relaunch: true }, path: { all: true } },
        bundle: {
          active: true,
          runtime: "shared",
          identifier: `org.example.${name}`,
          shortDescription: "Tells of packages",
          targets: ["deb", "rpm"],
        },
      },
    },
  });
  await using built = startProgram([...commandLine, "build", "--debug", "--ci"], {
    cwd: project.path,
    env: { PATH: process.env["PATH"] ?? "", HOME: project.path },
  });
  await built.endWith(0);
  for (const format of ["deb", "rpm"]) {
    const made = join(project.path, "src-framework/target/debug/bundle", format);
    for (const file of readdirSync(made)) copyFileSync(join(made, file), join(folder, file));
  }
}

const missing = missingForThrowAwayRoot() ?? missingPrograms()[0] ?? missingTool("dpkg", "rpm");
describe.skipIf(missing !== null)(
  `apps that share their runtime (${missing ?? "installed"})`,
  () => {
    let packages: TempDir;
    beforeAll(async () => {
      packages = tempDir();
      await build("one", packages.path);
      await build("two", packages.path);
    });
    afterAll(() => packages[Symbol.dispose]());

    const deb = (name: string) =>
      `/packages/${name}_${name.startsWith("f") ? "1.4.5" : "1.0.0"}_amd64.deb`;

    test("are small, and have the runtime in a package beside them", () => {
      expect(readdirSync(packages.path).toSorted()).toEqual([
        "framework-runtime-1.4.5-1.4.5-1.x86_64.rpm",
        "framework-runtime-1.4.5_1.4.5_amd64.deb",
        "one-1.0.0-1.x86_64.rpm",
        "one_1.0.0_amd64.deb",
        "two-1.0.0-1.x86_64.rpm",
        "two_1.0.0_amd64.deb",
      ]);
      for (const name of ["one_1.0.0_amd64.deb", "two-1.0.0-1.x86_64.rpm"])
        expect(statSync(join(packages.path, name)).size).toBeLessThan(200_000);
    });

    test("need the runtime's package, in this very version, and leave nothing when they are removed", () => {
      const { out, err } = tell(
        packages.path,
        `dpkg -i ${deb("one")} 2>&1 | grep 'depends on' || true
       dpkg -r --force-depends one >/dev/null 2>&1
       dpkg -i ${deb(runtime)} ${deb("one")} ${deb("two")} >/dev/null
       dpkg -V ${runtime} one two
       /usr/lib/framework-runtime/1.4.5/bun --version
       dpkg -r ${runtime} 2>&1 | grep 'depends on' | sort || true
       dpkg -r one two ${runtime} >/dev/null
       ls /usr/lib/framework-runtime /usr/lib/one 2>&1 || true`,
      );
      expect(err).not.toContain("error");
      expect(out.split("\n").map((line) => line.trim())).toEqual([
        `one depends on ${runtime} (= 1.4.5); however:`,
        "1.4.5",
        `one depends on ${runtime} (= 1.4.5).`,
        `two depends on ${runtime} (= 1.4.5).`,
        "ls: cannot access '/usr/lib/framework-runtime': No such file or directory",
        "ls: cannot access '/usr/lib/one': No such file or directory",
        "",
      ]);
    });

    test("take the runtime along with the last of them, where apt got it for them", () => {
      const { out, err, status } = tell(
        packages.path,
        `mkdir /root/repository /root/sources
       cp /packages/*.deb /root/repository
       cd /root/repository
       for file in *.deb; do
         dpkg-deb --field "$file"
         printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' \
           "$file" "$(stat --format %s "$file")" "$(sha256sum "$file" | cut -d ' ' -f 1)"
       done > Packages
       echo 'deb [trusted=yes] file:/root/repository ./' > /root/sources/here.list
       apt() {
         apt-get --yes --quiet=2 -o APT::Sandbox::User=root -o Dir::Etc::SourceList=/dev/null \
           -o Dir::Etc::SourceParts=/root/sources -o Dpkg::Use-Pty=0 "$@" >/root/printed 2>&1 || cat /root/printed >&2
       }
       there() { echo "$1: $(dpkg-query --show --showformat '\${Package} ' 'framework-runtime-*' one two 2>/dev/null)"; }
       # What this machine has of its own is not to be looked at.
       apt-mark manual $(apt-mark showauto) >/dev/null
       apt update
       apt install one two
       there 'from a repository'
       apt-mark showauto
       apt autoremove one
       there 'without the first'
       apt autoremove two
       there 'without the last'
       apt install /packages/${runtime}_1.4.5_amd64.deb ${deb("one")}
       apt autoremove one
       there 'asked for by its file'
       apt-mark auto ${runtime} >/dev/null
       apt autoremove
       there 'marked as got for others'`,
      );
      expect({ status, err, printed: out.split("\n") }).toEqual({
        status: 0,
        err: "",
        printed: [
          `from a repository: ${runtime} one two `,
          runtime,
          `without the first: ${runtime} two `,
          "without the last: ",
          `asked for by its file: ${runtime} `,
          "marked as got for others: ",
          "",
        ],
      });
    });

    test("as rpm need the runtime's package of this very version", () => {
      const asked = run([
        "rpm",
        "-qp",
        "--requires",
        join(packages.path, "one-1.0.0-1.x86_64.rpm"),
      ]);
      expect(asked).toContain(`${runtime}(x86-64) = 1.4.5-1\n`);
      const given = run([
        "rpm",
        "-qp",
        "--provides",
        join(packages.path, `${runtime}-1.4.5-1.x86_64.rpm`),
      ]);
      expect(given).toContain(`${runtime}(x86-64) = 1.4.5-1\n`);
    });

    test("start, answer, are not trapped where they are started, and start again by their launcher", async () => {
      await using session = await startSession();
      using folder = tempDir(traps);
      using place = tempDir();
      mkdirSync(join(place.path, "root"));
      using line = await AppLine.open(join(place.path, "line"));
      const trap = join(folder.path, "trap.ts");
      const story = `dpkg -i /packages/${runtime}_*.deb /packages/one_*.deb /packages/two_*.deb
      mkdir -p /usr/lib/node_modules/optional-package
      echo 'module.exports = "sprung";' > /usr/lib/node_modules/optional-package/index.js
      echo '{"compilerOptions":{"paths":{"*":["./node_modules/optional-package/index.js"]}}}' > /usr/lib/tsconfig.json
      cd ${folder.path} && one "a b" 'one://open?x=1&y=$HOME'; exec sleep infinity`;
      await using app = session.start(rootCommand(join(place.path, "root"), packages.path, story), {
        env: {
          FRAMEWORK_TEST_SOCKET: line.address,
          BUN_OPTIONS: `--preload=${trap}`,
          BUN_INSPECT_PRELOAD: trap,
          NODE_OPTIONS: `--require=${trap}`,
        },
      });
      const page = (count: number) =>
        waitFor(`page ${count}`, () => line.pages.get("main") === count, {
          state: () => app.report(),
        });
      const ask = (code: string) => line.ask({ window: "main", code, args: [] });
      await page(1);
      const first = line.pid;
      const trapped = `return await __FRAMEWORK__.invoke("test.environment", { name: "TRAP" });`;
      expect(await ask(trapped)).toBeNull();
      expect(await ask('return await __FRAMEWORK__.invoke("test.optional");')).toBe(
        "MODULE_NOT_FOUND",
      );
      expect(await ask("return await __FRAMEWORK__.path.resourceDir();")).toBe("/usr/lib/one/");
      // The names in lists of processes, desktops and portals are those of an app that has its own
      // runtime.
      expect(await ask('return await __FRAMEWORK__.invoke("test.process");')).toBe("one\n");
      const { id } = await windowTitled(session, "main");
      expect(await runX(session, ["xprop", "-id", String(id), "WM_CLASS"])).toBe(
        'WM_CLASS(STRING) = "org.example.one", "org.example.one"\n',
      );
      // As desktops start it for a file or an address that it opens.
      expect(await ask('return await __FRAMEWORK__.invoke("test.arguments");')).toEqual([
        "a b",
        "one://open?x=1&y=$HOME",
      ]);
      void ask("return await __FRAMEWORK__.process.relaunch();");
      await page(2);
      expect(line.pid).not.toBe(first);
      expect(await ask(trapped)).toBeNull();
      expect(app.output.map(({ text }) => text).join("\n")).not.toContain("sprung");
    });

    const skipLintian = missingTool("lintian");
    test.skipIf(skipLintian !== null)(
      `have packages without errors, as lintian sees them (${skipLintian ?? "lintian"})`,
      () => {
        for (const name of ["one_1.0.0", `${runtime}_1.4.5`]) {
          const lintian = [
            "lintian",
            "--allow-root",
            "--fail-on",
            "error",
            "--tag-display-limit",
            "0",
          ];
          const { stdout } = Bun.spawnSync([...lintian, join(packages.path, `${name}_amd64.deb`)]);
          const errors = stdout
            .toString()
            .split("\n")
            .filter((text) => text.startsWith("E:"));
          expect(errors).toEqual([]);
        }
      },
    );
  },
);

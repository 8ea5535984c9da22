// Attacks by a folder in which the tool, or an app, is merely started.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { runtimeInputs, trap, type RuntimeInput } from "./started-in.ts";
import { attack, secret } from "./attack.ts";

const configuration = JSON.stringify({
  package: { productName: "Small", version: "1.2.3" },
  build: { distDir: "../page", devPath: "../page" },
  framework: {
    bundle: { identifier: "org.example.small", icon: [] },
    windows: [],
    cli: { description: "An app that prints its version and ends" },
  },
});
const project = {
  "src-framework/framework.conf.json": configuration,
  "page/index.html": "<!doctype html>",
};
const inWork = Object.fromEntries(
  Object.entries(project).map(([name, text]) => [`work/${name}`, text]),
);

/**
 * Runs a program to its end in the folder of an input. `loot` is the output of the folder's code.
 */
async function runIn(
  input: RuntimeInput,
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly loot: string | null }> {
  using folder = trap(input, more);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder.folder,
    ...input.env?.(folder.folder),
  };
  await using running = startProgram(command, { cwd: folder.work, env });
  const { code } = await running.end({ timeout: 120_000 });
  return { code, loot: folder.loot() };
}

const own = 'import { defineApp } from "framework/app";\nexport default defineApp({});\n';

const launcher = ["node", join(root, "bin/framework.mjs")];
const commands: readonly (readonly string[])[] = [
  ["--version"],
  ["config"],
  ["audit"],
  ["schema"],
  ["info"],
  ["signer", "generate", "--ci", "--write-keys", "key"],
];

/** One is enough while Bun itself does not read the input: its counterpart fails once Bun does. */
const commandsFor = ({ isRead }: RuntimeInput) => (isRead ? commands : commands.slice(0, 1));

let built: TempDir;
let app: string;

beforeAll(async () => {
  built = tempDir(project);
  await using running = startProgram([...launcher, "build", "--no-bundle"], {
    cwd: built.path,
    env: { PATH: process.env["PATH"] ?? "", HOME: built.path },
  });
  await running.endWith(0);
  app = join(built.path, "src-framework/target/release/Small");
});
afterAll(() => built[Symbol.dispose]());

// Bun's bundler reads the tsconfig.json of the folder even in a process that was given another.
attack("tsconfig.json puts other scripts before page code", async (isWeak) => {
  using folder = trap(runtimeInputs["tsconfig.json: whole paths"] as RuntimeInput, {
    "work/scripts.ts": `import { pageScripts } from ${JSON.stringify(join(root, "src/cli/build/pages/page-scripts.ts"))};
const { build } = Bun;
if (${isWeak}) Bun.build = ({ tsconfig, ...options }) => build(options);
process.stdout.write(JSON.stringify(await pageScripts({ system: "linux", hosts: null, isIsolated: false, reports: null })));
`,
  });
  const settings = `--tsconfig-override=${join(root, "bin/tsconfig.json")}`;
  await using running = startProgram([process.execPath, settings, "scripts.ts"], {
    cwd: folder.work,
    env: {},
  });
  await running.endWith(0);
  return running.output;
});

// As packages do that are quicker with another one. Bun looks for it in the folder that the app is
// started in.
attack(
  "a package that was not there when the app was built lies where it is started",
  async (isWeak) => {
    const loads =
      'try { require("faster"); } catch {}\nawait import("faster/more.js").catch(() => {});\n';
    const main = "src-framework/main.ts";
    using app = tempDir({
      ...project,
      [main]: `${loads}process.stderr.write("own code ran\\n");\n${isWeak ? "" : own}`,
    });
    const executable = join(app.path, "src-framework/target/release/Small");
    const build = isWeak
      ? [process.execPath, "build", "--compile", main, "--outfile", executable]
      : [...launcher, "build", "--no-bundle"];
    await using builds = startProgram(build, {
      cwd: app.path,
      env: { PATH: process.env["PATH"] ?? "", HOME: app.path },
    });
    await builds.endWith(0);
    const found = await Promise.all(
      ["work/node_modules", "modules"].map(async (modules) => {
        const code = 'require("$PWD/evil.js");';
        using folder = trap(
          { files: {}, victim: "", isRead: true },
          { [`${modules}/faster/index.js`]: code, [`${modules}/faster/more.js`]: code },
        );
        // There is no display, so it ends once its own code has been loaded.
        const env = { PATH: "", HOME: folder.folder, NODE_PATH: join(folder.folder, "modules") };
        await using running = startProgram([executable], { cwd: folder.work, env });
        await running.end();
        expect(JSON.stringify(running.output)).toContain("own code ran");
        return folder.loot();
      }),
    );
    expect(found).toEqual(isWeak ? [secret, secret] : [null, null]);
    return found;
  },
);

/** A project whose source folder also has the traps, and code that would load them. */
function trappedProject({ files, victim }: RuntimeInput): Record<string, string> {
  const inSource = Object.entries(files).map(([name, text]) => [
    name.replace(/^work\//, "work/src-framework/"),
    text,
  ]);
  const main = victim.startsWith("import") ? `${victim}\n${own}` : own;
  return { ...inWork, ...Object.fromEntries(inSource), "work/src-framework/main.ts": main };
}

for (const [name, input] of Object.entries(runtimeInputs)) {
  describe(name, () => {
    test("no command of the tool runs code of the folder it stands in", async () => {
      const loot = await Promise.all(
        commandsFor(input).map(async (command) => {
          const { loot } = await runIn(input, [...launcher, ...command], inWork);
          return [command.join(" "), loot];
        }),
      );
      expect(loot).toEqual(commandsFor(input).map((command) => [command.join(" "), null]));
    });

    test("a built app does not, either", async () => {
      expect(await runIn(input, [app, "--version"])).toEqual({ code: 0, loot: null });
    });

    if (input.isRead && input.isOfProject !== true) {
      for (const command of [
        ["build", "--no-bundle"],
        ["dev", "--", "--version"],
      ]) {
        test(`a program that ${command[0]} starts does not`, async () => {
          const ran = await runIn(input, [...launcher, ...command], trappedProject(input));
          expect(ran).toEqual({ code: 0, loot: null });
        });
      }
    }

    test(
      input.isRead ? "without the rule it runs" : "this version of Bun does not read it at all",
      async () => {
        const { loot } = await runIn(input, [process.execPath, "victim.tsx"], {
          "work/victim.tsx": input.victim,
        });
        expect(loot).toBe(input.isRead ? secret : null);
      },
    );
  });
}

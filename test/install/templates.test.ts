// Every template: a project of it is checked by the compiler, passes its own tests, builds, is used
// with the kit, packed, and started from its package. The packages of all are those of
// test/templates.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { templates, type Template } from "../../src/cli/init/template-table.ts";
import { launch, type App } from "../../src/testing/index.ts";
import { missingPrograms, startSession, type Session } from "../../harness/display.ts";
import { startMockTrayHost, type MockTrayHost } from "../../harness/mock-tray-host.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { windowTitled } from "../../harness/x.ts";
import { missingTool } from "../bundler/project.ts";
import { root } from "../support/app/display-app.ts";
import { packBuilt } from "../support/example-package.ts";
import { keepPicture } from "../support/gallery-picture.ts";

const packages = join(root, "test/templates/node_modules");
const missing = existsSync(packages)
  ? (missingPrograms().map((name) => `needs ${name}`)[0] ?? missingTool("dpkg-deb"))
  : "needs the packages of test/templates";

/** A folder as a package manager leaves it: the framework above, all other packages beside. */
let workspace: TempDir;
let session: Session;
let trays: MockTrayHost;
let tool: readonly string[];

async function run(folder: string, command: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: workspace.path };
  await using program = startProgram(command, { cwd: folder, env });
  await program.endWith(0);
  return program.report();
}

/** Makes a project, and gives its folder. Its TypeScript 7 is that of the checkout. */
async function make({ name, devDependencies }: Template): Promise<string> {
  const folder = join(workspace.path, name);
  await run(workspace.path, [...tool, "init", "--yes", "--template", name, "-d", name]);
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  const ofCheckout = devDependencies.includes("typescript") ? ["typescript", ".bin/tsc"] : [];
  const entries = readdirSync(packages).filter((entry) => entry !== ".bin");
  const programs = readdirSync(join(packages, ".bin")).map((entry) => `.bin/${entry}`);
  for (const entry of [...entries, ...programs]) {
    const from = ofCheckout.includes(entry) ? join(root, "node_modules") : packages;
    symlinkSync(join(from, entry), join(modules, entry));
  }
  return folder;
}

const title = (name: string): string =>
  name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

// The first steps of a user with an app of each kind
// ------------------------------------------------------------------------------------

async function greet(app: App): Promise<void> {
  const page = await app.window();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Greet" }).click();
  await page.getByRole("status").filter({ hasText: "Hello, Ada!" }).waitFor();
}

async function pause(app: App): Promise<void> {
  await app.tray.choose(["Open"]);
  const page = await app.window();
  await page.getByRole("status").filter({ hasText: "Running" }).waitFor();
  await keepPicture(app, "tray-only");
  await app.tray.choose(["Pause"]);
  await page.getByRole("status").filter({ hasText: "Paused" }).waitFor();
}

async function write(app: App): Promise<void> {
  const page = await app.window();
  await page.getByLabel("Text").fill("Milk");
  const file = join(app.home, "milk.txt");
  await app.menus.choose(["File", "Save"]);
  await (await app.dialogs.next()).choose(file);
  await waitFor("the file to be saved", async () =>
    (await app.windows.list()).some((window) => window.title === "milk.txt – Editor"),
  );
  // Text that cannot be saved is lost neither by "Quit" nor by the close button.
  rmSync(file);
  mkdirSync(file);
  await page.getByLabel("Text").pressSequentially(", bread");
  const leaves = `dispatchEvent(new Event("beforeunload", { cancelable: true }))`;
  expect(await page.evaluate<boolean>(leaves)).toBe(false);
  await app.windows.close();
  await (await app.dialogs.next()).press("Save");
  await (await app.dialogs.next()).press("OK");
  rmdirSync(file);
  // The page takes no request while it handles the last one, whose message is just gone.
  await waitFor("the question to come again", async () => {
    await app.windows.close();
    return app.dialogs.waiting.length > 0;
  });
  await (await app.dialogs.next()).press("Save");
  // All is saved, so nothing more is asked.
  await app.exited;
  expect(readFileSync(file, "utf8")).toBe("Milk, bread");
}

const uses: Readonly<Record<string, (app: App) => Promise<void>>> = {
  "tray-only": pause,
  editor: write,
};

describe.skipIf(missing !== null)(`templates (${missing ?? "with a display"})`, () => {
  beforeAll(async () => {
    workspace = tempDir();
    await run(root, ["npm", "pack", "--ignore-scripts", "--pack-destination", workspace.path]);
    const modules = join(workspace.path, "node_modules");
    mkdirSync(modules);
    await run(modules, ["tar", "-xzf", `../framework-${packageJson.version}.tgz`]);
    await run(modules, ["mv", "package", "framework"]);
    symlinkSync(join(root, "node_modules"), join(modules, "framework/node_modules"));
    tool = ["node", join(modules, "framework/bin/framework.mjs")];
    session = await startSession();
    trays = await startMockTrayHost(session);
  });
  afterAll(async () => {
    await trays[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });

  for (const template of templates)
    test(`an app of ${template.name} is checked, tested, built, used, packed and started`, async () => {
      const folder = await make(template);
      const [compiler = "", ...options] = template.check.split(" ");
      await run(folder, [join(folder, "node_modules/.bin", compiler), ...options]);
      await run(folder, [...tool, "build", "--no-bundle", "--ci"]);
      expect(await run(folder, [...tool, "test"])).toMatch(/\b[1-9]\d* pass\b/);
      {
        await using app = await launch({ project: folder });
        await (uses[template.name] ?? greet)(app);
      }
      const out = join(folder, "out");
      const [deb] = await packBuilt(folder, ["deb"], out);
      await run(folder, ["dpkg-deb", "-x", deb?.path ?? "", "root"]);
      // The program in usr/bin starts the installed one.
      const programs = join(folder, "root/usr/lib");
      const [program = ""] = readdirSync(programs);
      const icons = trays.registered.length;
      await using app = session.start([join(programs, program, program)]);
      await (template.name === "tray-only"
        ? trays.icon(icons)
        : windowTitled(
            session,
            template.name === "editor" ? "Untitled – Editor" : title(template.name),
          ));
      expect(app.isRunning).toBe(true);
    });
});

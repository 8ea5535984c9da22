// docs/first-hour.md, followed word by word, and the app that comes out, used by its keys.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openAccessibility } from "../../harness/accessibility.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { activeWindow, close, press, saveScreenshot, type, windowTitled } from "../../harness/x.ts";
import { root } from "../support/app/display-app.ts";
import { startPackageRegistry } from "../support/package-registry.ts";

type Step =
  | { readonly do: "run"; readonly text: string }
  | { readonly do: "write" | "append" | "merge"; readonly path: string; readonly text: string };

const configuration = "src-framework/framework.conf.json";

/** Each block of the page is typed, or is the output of the line above it. */
function stepsOf(page: string): Step[] {
  return [...page.matchAll(/^(.*)\n\n```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, line = "", language, text = ""]): Step => {
      if (language === "sh") return { do: "run", text };
      const [, path] = /^`([\w./-]+)`:$/.exec(line) ?? [];
      if (path !== undefined) return { do: "write", path, text };
      const [, end] = /^At the end of `([\w./-]+)`:$/.exec(line) ?? [];
      if (end !== undefined) return { do: "append", path: end, text };
      if (line === "In `framework` of the configuration:")
        return { do: "merge", path: configuration, text: `{ "framework": {${text}} }` };
      if (line === "In the configuration, beside `framework`:")
        return { do: "merge", path: configuration, text };
      throw new Error(`The page does not say what to do with the block below "${line}"`);
    },
  );
}

interface Json {
  readonly [key: string]: unknown;
}

/** One level of sections is joined, as a reader does it. */
function merged(config: Json, more: Json): Json {
  const both = Object.entries(more).map(([key, value]) => [
    key,
    { ...(config[key] as Json | undefined), ...(value as Json) },
  ]);
  return { ...config, ...Object.fromEntries(both) };
}

/** The path for the picture of the page that this run makes. By default it makes none. */
const picture = process.env["FIRST_HOUR_PICTURE"];
const titleBar = 20;

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;

describe.skipIf(missing !== null)(`the first hour (${missing ?? "with a display"})`, () => {
  const registry = startPackageRegistry();
  let home: TempDir;
  let notes: string;

  async function run(commands: string, folder: string): Promise<void> {
    await using shell = startProgram(["/bin/bash", "-ec", commands], {
      cwd: folder,
      env: {
        // npm links `bun` into the project, but not from the registry of tests.
        PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
        HOME: home.path,
        npm_config_registry: registry.address,
        npm_config_update_notifier: "false",
      },
    });
    await shell.endWith(0);
  }

  beforeAll(async () => {
    home = tempDir();
    notes = join(home.path, "notes");
    symlinkSync(root, join(home.path, "framework"));
    const pack = "npm pack --silent --pack-destination ~";
    await run(`cd ~/framework; ${pack}; ${pack} --workspace plugins/store`, home.path);
    for (const step of stepsOf(readFileSync(join(root, "docs/first-hour.md"), "utf8"))) {
      if (step.do === "run") {
        await run(step.text, existsSync(notes) ? notes : home.path);
        continue;
      }
      const path = join(notes, step.path);
      mkdirSync(dirname(path), { recursive: true });
      if (step.do === "write") writeFileSync(path, step.text);
      const before = readFileSync(path, "utf8");
      if (step.do === "append") writeFileSync(path, `${before}\n${step.text}`);
      if (step.do === "merge")
        writeFileSync(path, JSON.stringify(merged(JSON.parse(before), JSON.parse(step.text))));
    }
  });

  afterAll(() => {
    home[Symbol.dispose]();
    registry[Symbol.dispose]();
  });

  test("makes modules that compile", async () => {
    const options = "--strict --noEmit --skipLibCheck --allowImportingTsExtensions --types bun";
    const goal = "--target es2022 --module esnext --moduleResolution bundler --lib ES2024,DOM";
    const types = ["--typeRoots", join(root, "node_modules/@types")];
    const files = ["src/main.ts", "src-framework/main.ts", "test/note.test.ts"];
    const tsc = ["node", join(root, "node_modules/typescript/bin/tsc"), ...types];
    const command = [...tsc, ...options.split(" "), ...goal.split(" "), ...files];
    await using compiler = startProgram(command, { cwd: notes, env: {} });
    await compiler.endWith(0);
  });

  test("makes an app that saves, asks before it closes, and remembers its settings", async () => {
    const executable = join(notes, "src-framework/target/release/Notes");
    await using session = await startSession();
    await using app = session.start([executable], {});
    const window = await windowTitled(session, "Notes");
    await using accessibility = await openAccessibility(session);
    const tree = await accessibility.application(app.pid);
    await tree.find({ name: "Note", states: ["showing", "focused"] });

    // The page's listeners are there when the last one, that of the settings, has heard of a key.
    const settings = join(session.home, ".local/share/com.example.notes/settings.json");
    await waitFor("the settings", async () => {
      if (existsSync(settings)) return true;
      await press(session, window.id, "ctrl+l");
      return false;
    });
    expect(JSON.parse(readFileSync(settings, "utf8"))).toMatchObject({ size: expect.any(Number) });

    await type(session, window.id, "Milk");
    await press(session, window.id, "ctrl+s");
    const file = join(session.home, "milk.md");
    const chooser = await tree.find({ role: "file chooser" });
    const name = await chooser.find({ role: "text", states: ["showing", "focused"] });
    await name.setText(file);
    await (await chooser.find({ role: "push button", name: "Save" })).press();
    await windowTitled(session, file);
    expect(readFileSync(file, "utf8")).toBe("Milk");
    const { x, y, width, height } = window.area;
    const framed = { x, y: y - titleBar, width, height: height + titleBar };
    if (picture !== undefined) saveScreenshot(session, picture, framed);

    // The dialog has given the keyboard back.
    await waitFor("the keyboard", async () => (await activeWindow(session)) === window.id);
    await tree.find({ name: "Note", states: ["showing", "focused"] });
    await type(session, window.id, " bread");
    await close(session, window.id);
    await (await tree.find({ role: "push button", name: "Save" })).press();
    await app.endWith(0);
    expect(readFileSync(file, "utf8")).toBe("Milk bread");
  });
});

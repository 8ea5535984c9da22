// docs/first-hour.md, followed word by word in the home of a new user. `framework dev` stays open
// until the page says to close it, and the app that comes out is used by its keys.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  openAccessibility,
  type Accessibility,
  type Node,
  type Query,
} from "../../harness/accessibility.ts";
import { missingPrograms, startSession, type Session } from "../../harness/display.ts";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { waitFor } from "../../harness/wait.ts";
import {
  activeWindow,
  close,
  press,
  picture,
  saveScreenshot,
  type,
  windowTitled,
  windows,
  type XWindow,
} from "../../harness/x.ts";
import { root } from "../support/app/display-app.ts";
import { startPackageRegistry } from "../support/package-registry.ts";

type Step =
  | { readonly do: "run"; readonly text: string }
  | { readonly do: "read"; readonly text: string }
  | { readonly do: "write" | "append" | "merge"; readonly path: string; readonly text: string };

const configuration = "src-framework/framework.conf.json";

/** Each block of a text is typed, or is the output of the one above it. */
function stepsOf(page: string): Step[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language, 2: text = "", index }): Step => {
      const line = page.slice(0, index).trimEnd().split("\n").at(-1) ?? "";
      if (language === "sh") return { do: "run", text };
      if (language === "text") return { do: "read", text };
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

interface Section {
  readonly title: string;
  readonly steps: readonly Step[];
}

function sectionsOf(page: string): Section[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ title: text.slice(0, text.indexOf("\n")), steps: stepsOf(text) }));
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

/** The folder for the pictures of the page. By default a run makes none. */
const pictures = process.env["FIRST_HOUR_PICTURES"];
const titleBar = 20;

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;

describe.skipIf(missing !== null)(`the first hour (${missing ?? "with a display"})`, () => {
  const registry = startPackageRegistry();
  const kept: string[] = [];
  let machineTime = 0;
  let session: Session;
  let accessibility: Accessibility;
  let notes: string;
  let dev: RunningApp;

  /** Starts a program in the terminal of the user. */
  function open(command: readonly string[], folder: string): RunningApp {
    const env = {
      // npm links `bun` into the project, but not from the registry of tests.
      PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
      npm_config_registry: registry.address,
      npm_config_update_notifier: "false",
    };
    return session.start(command, { cwd: folder, env });
  }

  /** Runs commands, and gives their output. */
  async function run(commands: string, folder: string): Promise<string> {
    await using shell = open(["/bin/bash", "-ec", commands], folder);
    await shell.endWith(0);
    return shell.output.map(({ text }) => text).join("\n");
  }

  /** Finds a part of any window: a change of the configuration starts another process. */
  async function find(query: Query): Promise<Node> {
    return await waitFor(
      JSON.stringify(query),
      async () => {
        if (!dev.isRunning) throw new Error(dev.report());
        const applications = await accessibility.applications();
        return (await Promise.all(applications.map((one) => one.findAll(query)))).flat()[0];
      },
      {
        state: async () => {
          const applications = await accessibility.applications();
          const trees = await Promise.all(applications.map((one) => one.describe()));
          return [dev.report(), ...trees].join("\n");
        },
      },
    );
  }

  function keepPicture(name: string, { area: { x, y, width, height } }: XWindow): void {
    kept.push(`images/first-hour-${name}.png`);
    if (pictures === undefined) return;
    const framed = { x, y: y - titleBar, width, height: height + titleBar };
    saveScreenshot(session, join(pictures, `first-hour-${name}.png`), framed);
  }

  const note = { name: "Note", states: ["showing", "focused"] } as const;

  /** The size of text in the settings. */
  function keptSize(): number | null {
    const file = join(session.home, ".local/share/com.example.notes/settings.json");
    if (!existsSync(file)) return null;
    return (JSON.parse(readFileSync(file, "utf8")) as { readonly size: number }).size;
  }

  /**
   * Presses the key for larger text until the settings have another size, and gives it. The other
   * listeners of the page are there when this one, the last, has heard of a key.
   */
  async function enlarge(window: XWindow): Promise<number> {
    const before = keptSize();
    return await waitFor("the settings", async () => {
      const size = keptSize();
      if (size !== before) return size;
      await press(session, window.id, "ctrl+l");
      return null;
    });
  }

  /** The window at the end of a section, by its number. */
  const shown: Readonly<Record<number, () => Promise<void>>> = {
    1: async () => {
      dev = open(["npx", "framework", "dev"], notes);
      await find({ role: "push button", name: "Greet" });
      keepPicture("window", await windowTitled(session, "notes"));
    },
    2: async () => {
      const window = await windowTitled(session, "Notes");
      await find(note);
      await type(session, window.id, "Milk");
      await find({ ...note, text: "Milk" });
      keepPicture("page", window);
    },
    4: async () => {
      await (await find({ role: "menu", name: "File" })).press();
      await find({ role: "menu item", name: "Save" });
      const window = await windowTitled(session, "Notes");
      keepPicture("menu", window);
      await press(session, window.id, "Escape");
    },
    5: async () => {
      await find(note);
      await close(session, (await windowTitled(session, "Notes")).id);
      await dev.endWith(0);
    },
    6: async () => {
      dev = open(["npx", "framework", "dev"], notes);
      const window = await windowTitled(session, "Notes");
      await find(note);
      // A size that an app without settings does not have at its first key.
      while ((await enlarge(window)) < 20);
      await type(session, window.id, "Milk");
      await find({ ...note, text: "Milk" });
      keepPicture("settings", window);
      await close(session, window.id);
      const button = await find({ role: "push button", name: "Don't Save" });
      await waitFor("the question to be painted", async () => {
        const question = (await windows(session)).find(({ type }) => type === "DIALOG");
        return new Set(picture(session, question?.area).pixels).size > 2;
      });
      keepPicture("question", window);
      await button.press();
      await dev.endWith(0);
    },
  };

  beforeAll(async () => {
    session = await startSession();
    accessibility = await openAccessibility(session);
    notes = join(session.home, "notes");
    symlinkSync(root, join(session.home, "framework"));
    const pack = "npm pack --silent --pack-destination ~";
    await run(`cd ~/framework; ${pack}; ${pack} --workspace plugins/store`, session.home);
  });

  afterAll(async () => {
    await accessibility[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    registry[Symbol.dispose]();
    console.log(`The first hour takes ${Math.round(machineTime / 1000)} s of machine time`);
  });

  const page = readFileSync(join(root, "docs/first-hour.md"), "utf8");
  for (const [index, { title, steps }] of sectionsOf(page).entries())
    test(`"${title}" can be followed`, async () => {
      const start = performance.now();
      let output = "";
      for (const step of steps) {
        if (step.do === "run") {
          output = await run(step.text, existsSync(notes) ? notes : session.home);
          continue;
        }
        if (step.do === "read") {
          expect(output).toContain(step.text.trimEnd());
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
      await shown[index + 1]?.();
      machineTime += performance.now() - start;
    });

  test("makes all pictures of the page", () => {
    const shown = [...page.matchAll(/!\[.+\]\((.+)\)/g)].map(([, path = ""]) => path);
    expect(kept.toSorted()).toEqual(shown.toSorted());
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
    await using app = session.start([executable], {});
    const window = await windowTitled(session, "Notes");
    const tree = await accessibility.application(app.pid);
    await tree.find(note);

    const before = keptSize() ?? 0;
    expect(await enlarge(window)).toBeGreaterThan(before);

    await type(session, window.id, "Milk");
    await tree.find({ ...note, text: "Milk" });
    await press(session, window.id, "ctrl+s");
    const file = join(session.home, "milk.md");
    const chooser = await tree.find({ role: "file chooser" });
    const name = await chooser.find({ role: "text", states: ["showing", "focused"] });
    await name.setText(file);
    await (await chooser.find({ role: "push button", name: "Save" })).press();
    await windowTitled(session, file);
    expect(readFileSync(file, "utf8")).toBe("Milk");

    // The dialog has given the keyboard back.
    await waitFor("the keyboard", async () => (await activeWindow(session)) === window.id);
    await tree.find(note);
    await type(session, window.id, " bread");
    await tree.find({ ...note, text: "Milk bread" });
    await press(session, window.id, "ctrl+q");
    const isDialog = ({ type }: XWindow) => type === "DIALOG";
    const question = await waitFor("the question", async () =>
      (await windows(session)).find(isDialog),
    );
    await press(session, question.id, "Escape");
    await waitFor("no question", async () => !(await windows(session)).some(isDialog));
    await close(session, window.id);
    await (await tree.find({ role: "push button", name: "Save" })).press();
    await app.endWith(0);
    expect(readFileSync(file, "utf8")).toBe("Milk bread");
  });
});

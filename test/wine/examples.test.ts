// The examples, built for Windows on Linux, and used under Wine.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAccessibility, type Node } from "../../harness/accessibility.ts";
import { fillField } from "../../harness/page-field.ts";
import { waitFor } from "../../harness/wait.ts";
import type { Session } from "../../harness/display.ts";
import { missingWine } from "../../harness/wine.ts";
import type { WineProgram } from "../../harness/wine-program.ts";
import { press, saveScreenshot, windowTitled, windows } from "../../harness/x.ts";
import { root } from "../support/display-app.ts";
import { buildForWindows, startWindowsSession, type WindowsSession } from "../support/windows-app.ts";

const missing = missingWine() !== null;
const pictures = join(root, "build/wine");
mkdirSync(pictures, { recursive: true });

/** An example that runs. Its page is looked at where it is shown in truth: in the program that stands behind WebView2. */
class Example implements AsyncDisposable {
  readonly session: WindowsSession;
  readonly running: WineProgram;
  readonly tree: Node;
  readonly #held: AsyncDisposableStack;

  private constructor(session: WindowsSession, running: WineProgram, tree: Node, held: AsyncDisposableStack) {
    this.session = session;
    this.running = running;
    this.tree = tree;
    this.#held = held;
  }

  static async start(session: WindowsSession, name: string, executable: string): Promise<Example> {
    await using held = new AsyncDisposableStack();
    const built = held.use(await buildForWindows(join(root, "examples", name), executable));
    const running = held.use(
      session.wine.start([built.executable], { env: session.standIn.env, cwd: built.folder }),
    );
    const accessibility = held.use(await openAccessibility(session.wine.session));
    const tree = await waitFor(
      `the page of ${name}`,
      async () => {
        if (!running.isRunning) throw new Error(`The example ended\n${running.report()}`);
        for (const node of await accessibility.applications()) {
          if ((await node.findAll({ role: "push button", name: /^Show|^Run/ })).length > 0) return node;
        }
        return null;
      },
      { state: () => running.report() },
    );
    return new Example(session, running, tree, held.move());
  }

  async fill(field: string, text: string): Promise<void> {
    const { session } = this.session.wine;
    const [window] = (await windows(session)).filter(({ type }) => type === "NORMAL");
    const entry = await this.tree.find({ role: "entry", name: field, states: ["visible"] });
    await fillField(session, window?.id ?? 0, entry, text);
  }

  /** Opens the page of a module. */
  async open(module: string): Promise<void> {
    await (await this.tree.find({ role: "link", name: module })).press();
    await this.tree.find({ role: "heading", name: module });
    await this.press("Clear");
    await this.tree.findNone({ role: "list item", text: /\(/ });
  }

  async press(button: string): Promise<void> {
    await (await this.tree.find({ role: "push button", name: button, states: ["visible"] })).press();
  }

  /** What is written below the newest entry that begins with these words. */
  async answer(words: string): Promise<string> {
    return waitFor(
      `an answer of ${words}`,
      async () => {
        const entries = await this.tree.findAll({ role: "list item", states: ["visible"] });
        const texts = await Promise.all(entries.map((entry) => entry.text()));
        return texts.find((text) => text.startsWith(words))?.split("\n")[1] || null;
      },
      { state: async () => `${await this.tree.describe(12)}\n${this.running.report()}` },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#held.disposeAsync();
  }
}

/** Waits for the dialog that is open, presses a key in it, and waits until it has gone. */
async function answerDialog(session: Session, picture: string, key: string): Promise<void> {
  const dialogs = async () =>
    (await windows(session)).filter(({ type, isMapped }) => type === "DIALOG" && isMapped);
  const dialog = await waitFor("a dialog", async () => (await dialogs())[0], {
    state: async () => JSON.stringify(await windows(session)),
  });
  saveScreenshot(session, join(pictures, `${picture}.png`));
  await press(session, dialog.id, key);
  await waitFor("the end of the dialog", async () => (await dialogs()).length === 0);
}

describe.skipIf(missing)("the example of dialogs", () => {
  let held: AsyncDisposableStack;
  let example: Example;

  beforeAll(async () => {
    held = new AsyncDisposableStack();
    const session = held.use(await startWindowsSession());
    example = held.use(await Example.start(session, "dialogs", "Dialogs.exe"));
  });
  afterAll(async () => held?.disposeAsync());

  const notes = String.raw`C:\users\Public\notes.txt`;
  const copy = String.raw`C:\users\Public\copy.txt`;
  for (const [card, fields, key, expected] of [
    ["message", {}, "Return", "done"],
    ["ask", { "ask: Title": "Notes" }, "Return", "true"],
    ["confirm", {}, "Escape", "false"],
    ["open", { "open: Start at": notes }, "Return", JSON.stringify(notes)],
    ["save", { "save: Start at": copy }, "Return", JSON.stringify(copy)],
  ] as const) {
    test(`"${card}" shows a dialog, and says what was answered`, async () => {
      const { wine } = example.session;
      writeFileSync(wine.linuxPath(notes), "Bread, milk\n");
      for (const [field, text] of Object.entries(fields)) await example.fill(field, text);
      await example.press(`Show ${card}`);
      await answerDialog(wine.session, `dialogs-${card}`, key);
      expect(await example.answer(`${card}(`)).toBe(expected);
    });
  }
});

describe.skipIf(missing)("the example of every module", () => {
  let held: AsyncDisposableStack;
  let example: Example;

  beforeAll(async () => {
    held = new AsyncDisposableStack();
    const session = held.use(await startWindowsSession());
    example = held.use(await Example.start(session, "every-api", "Every-API.exe"));
  });
  afterAll(async () => held?.disposeAsync());

  const expected: Readonly<Record<string, Readonly<Record<string, string | RegExp>>>> = {
    app: { getName: '"Every API"', getVersion: '"0.1.0"', getFrameworkVersion: /^"\d+\.\d+\.\d+"$/ },
    cli: { getMatches: '{"args":{"page":{"value":null,"occurrences":0}},"subcommand":null}' },
    clipboard: { writeText: "done", readText: '"Copied by the page"' },
    fs: {
      createDir: "done",
      writeTextFile: "done",
      exists: "true",
      readTextFile: '"Bread, milk"',
      readDir: /"notes\.txt"/,
      removeFile: "done",
    },
    invoke: { greet: '"Hello, Ada!"' },
    os: { platform: '"win32"', type: '"Windows_NT"', arch: '"x86_64"', tempdir: /^"[A-Z]:\\\\/ },
    path: {
      homeDir: /^"C:\\\\users\\\\/,
      appDataDir: /org\.example\.every-api\\\\"$/,
      join: /^".*a\.txt"$/,
      normalize: /^".*c"$/,
    },
    updater: { checkUpdate: /^Cannot look for an update: / },
    window: {
      title: '"Every API"',
      setTitle: "done",
      availableMonitors: /"scaleFactor":1/,
      innerSize: /"width":\d+/,
    },
  };
  for (const [module, answers] of Object.entries(expected)) {
    test(`the page "${module}" answers`, async () => {
      await example.open(module);
      for (const [name, answer] of Object.entries(answers)) {
        await example.press(`Run ${name}`);
        const said = await example.answer(`${name}(`);
        if (typeof answer === "string") expect([name, said]).toEqual([name, answer]);
        else expect(said).toMatch(answer);
      }
      saveScreenshot(example.session.wine.session, join(pictures, `every-api-${module}.png`));
    });
  }

  test('the page "event" hears what it emits, and once only once', async () => {
    await example.open("event");
    for (const name of ["listen", "once", "emit"]) await example.press(`Run ${name}`);
    expect(await example.answer("heard greeting once")).toBe('"Good morning"');
    expect(await example.answer("heard greeting")).toBe('"Good morning"');
  });
});

test.skipIf(missing)(
  "at 150 % the page has the size in its own pixels, and the window in those of the screen",
  async () => {
    await using session = await startWindowsSession({ scale: 1.5, size: { width: 1700, height: 1200 } });
    await using example = await Example.start(session, "dialogs", "Dialogs.exe");
    const { session: display } = session.wine;
    const { area } = await windowTitled(display, "Dialogs");
    expect({ width: area.width, height: area.height }).toEqual({ width: 1500, height: 1080 });
    const page = await example.tree.find({ role: "document web" });
    const { width, height } = await page.area();
    saveScreenshot(display, join(pictures, "dialogs-150.png"));
    expect({ width, height }).toEqual({ width: 1500, height: 1080 });
  },
);

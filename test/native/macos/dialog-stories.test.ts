// message, ask, confirm, open and save on macOS, as pages ask and users answer: from a page's call
// to AppKit and back.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { NSAlert } from "../../../harness/objective-c/app-kit/ns-alert.ts";
import {
  NSOpenPanel,
  thePanels,
  type NSSavePanel,
} from "../../../harness/objective-c/app-kit/ns-save-panel.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import { fileDialog } from "../../../src/native/macos/dialogs/file-dialog.ts";
import { messageDialog } from "../../../src/native/macos/dialogs/message-dialog.ts";
import { startInMemory, type MemoryApp } from "../../support/app/memory-app.ts";
import { onMac, openWindow, press, pressKey, shownAlerts } from "./cases/mac-desktop.ts";

onMac();

type Command = "dialog.message" | "dialog.ask" | "dialog.confirm" | "dialog.open" | "dialog.save";

async function startApp(): Promise<MemoryApp> {
  const window = openWindow();
  return startInMemory({
    system: "macos",
    allow: ["dialog.all", "fs.readFile", "fs.writeFile"],
    answers: {
      message: (request) => inPool(() => messageDialog(window, request).show()),
      file: (request) => inPool(() => fileDialog(window, request).show()),
    },
  });
}

const shownPanels = (): readonly NSSavePanel[] => thePanels().filter(({ isShown }) => isShown);

/** The page's result of a call, when the user does `act` to its alert. */
async function answer(
  command: Command,
  args: object,
  act: (alert: NSAlert) => void,
): Promise<unknown> {
  using app = await startApp();
  const given = app.page.invoke(command, args);
  const alert = await Promise.race([
    waitFor("the alert", () => shownAlerts()[0]),
    given.then(() => Promise.reject(new Error("answered at once"))),
  ]);
  act(alert);
  return await given;
}

const kinds = ["warning", "info", "error"] as const;

interface Content {
  readonly title: string;
  readonly text: string;
  readonly kind: string | undefined;
  readonly buttons: readonly string[];
  readonly default: string | undefined;
}

/** The content of a call's alert. Buttons go from right to left. */
async function content(command: Command, args: object): Promise<Content> {
  let seen: Content | undefined;
  await answer(command, args, (alert) => {
    seen = {
      title: alert.message,
      text: alert.details,
      kind: kinds[alert.kind],
      buttons: alert.buttons.items.map(({ title }) => title),
      default: alert.buttons.items.find(({ keyText }) => keyText === "\r")?.title,
    };
    key("\u{1b}")(alert);
  });
  return seen as Content;
}

const pressing = (title: string) => (alert: NSAlert) =>
  press(
    alert,
    alert.buttons.items.findIndex((button) => button.title === title),
  );

const key = (pressed: string) => (alert: NSAlert) => void pressKey(alert, pressed);

const plain: Content = {
  title: "Memory",
  text: "Hello",
  kind: "info",
  buttons: ["OK"],
  default: "OK",
};

describe("the contents of an alert", () => {
  const message = "Hello";

  test("of a message: the app's name, the text, and OK", async () => {
    expect(await content("dialog.message", { message })).toEqual(plain);
  });

  test("of a question: Yes at the right, which Return means, and No", async () => {
    const buttons = ["Yes", "No"];
    expect(await content("dialog.ask", { message })).toEqual({ ...plain, buttons, default: "Yes" });
  });

  test("of a confirmation: OK at the right, which Return means, and Cancel", async () => {
    expect(await content("dialog.confirm", { message })).toEqual({
      ...plain,
      buttons: ["OK", "Cancel"],
    });
  });

  for (const type of kinds)
    test(`of the kind "${type}"`, async () => {
      expect(await content("dialog.message", { message, options: { type } })).toEqual({
        ...plain,
        kind: type,
      });
    });

  test("with every option at once", async () => {
    const options = { title: "Title", type: "warning", okLabel: "Delete", cancelLabel: "Keep" };
    for (const command of ["dialog.ask", "dialog.confirm"] as const)
      expect(await content(command, { message, options })).toEqual({
        title: "Title",
        text: "Hello",
        kind: "warning",
        buttons: ["Delete", "Keep"],
        default: "Delete",
      });
  });

  test("with one label, and the other as it was", async () => {
    expect((await content("dialog.ask", { message, options: { okLabel: "Go" } })).buttons).toEqual([
      "Go",
      "No",
    ]);
    const options = { cancelLabel: "Stay", okLabel: "" };
    expect((await content("dialog.confirm", { message, options })).buttons).toEqual(["OK", "Stay"]);
  });

  test("markup, %, _, &, quotes and letters of every script as they are", async () => {
    const text = `<b>bold</b> &amp; %s %@ 100% "quoted" \\n 'x' _a &b 日本語 😀 العربية`;
    const options = { title: text, okLabel: "_Save & go %@" };
    expect(await content("dialog.message", { message: `${text}\nsecond`, options })).toEqual({
      ...plain,
      title: text,
      text: `${text}\nsecond`,
      buttons: ["_Save & go %@"],
      default: "_Save & go %@",
    });
  });
});

describe("the answers of an alert", () => {
  for (const [command, options, act, how, result] of [
    ["dialog.message", {}, pressing("OK"), "OK", null],
    ["dialog.message", {}, key("\u{1b}"), "Escape", null],
    ["dialog.message", {}, key("\r"), "Return", null],
    ["dialog.ask", {}, pressing("Yes"), "Yes", true],
    ["dialog.ask", {}, pressing("No"), "No", false],
    ["dialog.ask", {}, key("\u{1b}"), "Escape", false],
    ["dialog.ask", {}, key("\r"), "Return", true],
    ["dialog.confirm", {}, pressing("OK"), "OK", true],
    ["dialog.confirm", {}, pressing("Cancel"), "Cancel", false],
    ["dialog.confirm", {}, key("\u{1b}"), "Escape", false],
    [
      "dialog.confirm",
      { okLabel: "Cancel", cancelLabel: "OK" },
      pressing("OK"),
      "a cancel button called OK",
      false,
    ],
    [
      "dialog.ask",
      { okLabel: "Don’t Save", cancelLabel: "Cancel" },
      key("\r"),
      "Return for words of AppKit's",
      true,
    ],
  ] as const)
    test(`${command}: ${how} gives ${result}`, async () => {
      expect((await answer(command, { message: "Hello", options }, act)) ?? null).toBe(result);
    });
});

/**
 * The page's result of a dialog for files, when the user does `act` to its panel. The app stays for
 * `then`.
 */
async function choose<T = unknown>(
  command: "dialog.open" | "dialog.save",
  options: object,
  act: (panel: NSSavePanel) => void,
  then: (app: MemoryApp) => Promise<T> = async () => undefined as T,
): Promise<readonly [given: unknown, after: T]> {
  using app = await startApp();
  const given = app.page.invoke(command, { options });
  const panel = await Promise.race([
    waitFor("the panel", () => shownPanels()[0]),
    given.then(() => Promise.reject(new Error("answered at once"))),
  ]);
  inPool(() => act(panel));
  return [await given, await then(app)];
}

const accepting =
  (...paths: readonly string[]) =>
  (panel: NSSavePanel): void =>
    panel.accept(paths.map((path) => Bun.pathToFileURL(path).href));
const cancelling = (panel: NSSavePanel): void => panel["-cancel:"](null);

/** The result of the reading of files. */
const reading =
  (...paths: readonly string[]) =>
  (app: MemoryApp) =>
    Promise.all(
      paths.map((path) =>
        app.page.invoke("fs.readTextFile", { path }).then(
          () => "allowed",
          (error: unknown) => (error as { code?: string }).code ?? String(error),
        ),
      ),
    );

describe("open", () => {
  test("is AppKit's own panel for one file, without a title or a kind", async () => {
    await choose("dialog.open", {}, (panel) => {
      expect(panel).toBeInstanceOf(NSOpenPanel);
      expect(panel).toMatchObject({
        choosesFiles: true,
        choosesDirectories: false,
        choosesSeveral: false,
        extensions: [],
      });
      expect(panel.message.value?.text ?? "").toBe("");
      cancelling(panel);
    });
  });

  test("gives a file, several as a list, one of several as itself, and null when cancelled", async () => {
    using dir = tempDir({ "a.txt": "", "b.txt": "" });
    const [a, b] = [join(dir.path, "a.txt"), join(dir.path, "b.txt")];
    expect((await choose("dialog.open", {}, accepting(a)))[0]).toBe(a);
    expect((await choose("dialog.open", { multiple: true }, accepting(a, b)))[0]).toEqual([a, b]);
    expect((await choose("dialog.open", { multiple: true }, accepting(b)))[0]).toBe(b);
    expect((await choose("dialog.open", {}, cancelling))[0]).toBeNull();
    expect((await choose("dialog.open", { directory: true }, cancelling))[0]).toBeNull();
  });

  for (const name of [
    "two words.txt",
    `it's "quoted".txt`,
    "[a]*?.txt",
    "100%25 %s %n.txt",
    "two\nlines.txt",
    "back\\slash.txt",
    "e\u0301 decomposed.txt",
    "日本語 😀.txt",
    "#fragment?query&x=1.txt",
    ".hidden",
    " leading and trailing ",
  ])
    test(`gives the name ${JSON.stringify(name)} as it is, and lets that file alone be read`, async () => {
      using dir = tempDir({ [name]: "chosen", "other.txt": "" });
      const [path, other] = [join(dir.path, name), join(dir.path, "other.txt")];
      const [given, read] = await choose("dialog.open", {}, accepting(path), reading(path, other));
      expect([given, read]).toEqual([path, ["allowed", "out-of-scope"]]);
    });

  test("lets nothing be read when it was cancelled", async () => {
    using dir = tempDir({ "a.txt": "" });
    const path = join(dir.path, "a.txt");
    expect(
      (await choose("dialog.open", { defaultPath: path }, cancelling, reading(path)))[1],
    ).toEqual(["out-of-scope"]);
  });

  test("of a folder lets its own files be read, and with recursive those below", async () => {
    using dir = tempDir({ "in/a.txt": "", "in/below/b.txt": "", "in/.hidden": "", "out.txt": "" });
    const paths = ["in/a.txt", "in/below/b.txt", "in/.hidden", "out.txt"].map((name) =>
      join(dir.path, name),
    );
    const chosen = join(dir.path, "in");
    const read = async (recursive: boolean) =>
      (
        await choose(
          "dialog.open",
          { directory: true, recursive },
          accepting(chosen),
          reading(...paths),
        )
      )[1];
    expect([await read(false), await read(true)]).toEqual([
      ["allowed", "out-of-scope", "out-of-scope", "out-of-scope"],
      ["allowed", "allowed", "out-of-scope", "out-of-scope"],
    ]);
  });

  test("of a folder with all in it says so above the files", async () => {
    const output: string[] = [];
    const options = { directory: true, recursive: true, title: "Pick <b>100 %s</b>" };
    await choose("dialog.open", options, (panel) => {
      output.push(panel.message.value?.text ?? "");
      cancelling(panel);
    });
    expect(output[0]).toStartWith("Pick <b>100 %s</b>");
    expect(output[0]).toEndWith("Everything inside the chosen folder will be included.");
  });

  test("begins in the folder, or at the file, that defaultPath names", async () => {
    using dir = tempDir({ "a.txt": "" });
    const begins = async (defaultPath: string): Promise<readonly [string | null, string]> => {
      let seen: readonly [string | null, string] = [null, ""];
      await choose("dialog.open", { defaultPath }, (panel) => {
        seen = [panel.directory.value?.file ?? null, panel.nameField.value?.text ?? ""];
        cancelling(panel);
      });
      return [seen[0]?.replace(/\/$/, "") ?? null, seen[1]];
    };
    expect(await begins(dir.path)).toEqual([dir.path, ""]);
    expect(await begins(join(dir.path, "a.txt"))).toEqual([dir.path, "a.txt"]);
    expect((await begins(join(dir.path, "not/there/b.txt")))[0]).toBe(dir.path);
  });
});

describe("save", () => {
  const text = [{ name: "Text", extensions: ["txt", "text"] }];

  test("begins with the name that defaultPath has", async () => {
    using dir = tempDir();
    const options = { title: "Keep", defaultPath: join(dir.path, "new.txt") };
    const [given] = await choose("dialog.save", options, (panel) => {
      expect([panel.message.value?.text, panel.nameField.value?.text]).toEqual(["Keep", "new.txt"]);
      panel.save();
    });
    expect(given).toBe(join(dir.path, "new.txt"));
  });

  for (const [what, filters, typed, final] of [
    ["is appended to a name without any", text, "notes", "notes.txt"],
    ["is appended to a name with another one", text, "notes.md", "notes.md.txt"],
    ["is not appended to a name that has it", text, "notes.txt", "notes.txt"],
    [
      "is not appended to a name that has another of the filter's",
      text,
      "notes.text",
      "notes.text",
    ],
    ["is not appended without filters", [], "notes", "notes"],
    ["is never appended for *", [{ name: "Everything", extensions: ["*"] }], "notes", "notes"],
  ] as const)
    test(`the extension ${what}`, async () => {
      using dir = tempDir();
      const options = { defaultPath: dir.path, filters };
      const [given] = await choose("dialog.save", options, (panel) => panel.save(typed));
      expect(given).toBe(join(dir.path, final));
    });

  test("asks about a file that is there, and only then gives it", async () => {
    using dir = tempDir({ "old.txt": "content" });
    const [given] = await choose(
      "dialog.save",
      { defaultPath: dir.path, filters: text },
      (panel) => {
        panel.save("old");
        expect(panel.asksAbout).toBe("old.txt");
        panel.answerQuestion(false);
        panel.save("old");
        panel.answerQuestion(true);
      },
    );
    expect(given).toBe(join(dir.path, "old.txt"));
    expect(await Bun.file(join(dir.path, "old.txt")).text()).toBe("content");
  });

  test("lets the final name be written, and not the typed one without its extension", async () => {
    using dir = tempDir();
    const writing = (app: MemoryApp) =>
      Promise.all(
        ["notes.txt", "notes"].map((name) =>
          app.page.invoke("fs.writeTextFile", { path: join(dir.path, name), contents: "new" }).then(
            () => "written",
            (error: unknown) => (error as { code?: string }).code ?? String(error),
          ),
        ),
      );
    const options = { defaultPath: dir.path, filters: text };
    const [, after] = await choose("dialog.save", options, (panel) => panel.save("notes"), writing);
    expect(after).toEqual(["written", "out-of-scope"]);
  });

  test("gives null when cancelled", async () => {
    expect((await choose("dialog.save", {}, cancelling))[0]).toBeNull();
  });
});

test("a refused call shows nothing", async () => {
  using app = await startApp();
  for (const [command, args] of [
    ["dialog.message", { message: "Hello", options: { type: "fatal" } }],
    ["dialog.open", { options: { multiple: "yes" } }],
    ["dialog.open", { options: { defaultPath: "/a\0b" } }],
  ] as const)
    await expect(app.page.invoke(command, args)).rejects.toMatchObject({ name: "FrameworkError" });
  expect([shownAlerts(), shownPanels()]).toEqual([[], []]);
});

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms } from "../../harness/display.ts";
import { shareEditor } from "../support/app/editor-app.ts";

const editor = shareEditor();
const modes =
  missingPrograms().length === 0 ? (["memory", "desktop"] as const) : (["memory"] as const);

test.each(modes)("in mode %s, changes are saved before the window closes", async (mode) => {
  await using app = await editor.launch({ mode });
  await app.invoke("edit", { text: "Hello" });
  await app.windows.close();
  await (await app.dialogs.next()).press("Save");
  await (await app.dialogs.next()).choose(join(app.home, "note.txt"));
  expect((await app.exited).code).toBe(0);
  expect(readFileSync(join(app.home, "note.txt"), "utf8")).toBe("Hello");
});

test.each(modes)("in mode %s, a file that exists is replaced", async (mode) => {
  await using app = await editor.launch({ mode, files: { "note.txt": "old" } });
  await app.invoke("edit", { text: "new" });
  await app.windows.close();
  await (await app.dialogs.next()).press("Save");
  await (await app.dialogs.next()).choose(join(app.home, "note.txt"));
  expect((await app.exited).code).toBe(0);
  expect(readFileSync(join(app.home, "note.txt"), "utf8")).toBe("new");
});

test.each(modes)("in mode %s, a question is read and can be cancelled", async (mode) => {
  await using app = await editor.launch({ mode });
  await app.invoke("edit", { text: "Hello" });
  await app.windows.close();
  const { kind, title, text, buttons } = await app.dialogs.next().then(async (dialog) => {
    await dialog.cancel();
    return dialog;
  });
  expect({ kind, title, text, buttons }).toEqual({
    kind: "choice",
    title: "Editor",
    text: "Save the changes?",
    buttons: ["Save", "Discard", "Cancel"],
  });
  expect(await app.windows.list()).toHaveLength(1);
  await app.windows.close();
  await (await app.dialogs.next()).press("Discard");
  expect((await app.exited).code).toBe(0);
});

test.each(modes)("in mode %s, a file dialog that is cancelled keeps the window", async (mode) => {
  await using app = await editor.launch({ mode });
  await app.invoke("edit", { text: "Hello" });
  await app.windows.close();
  await (await app.dialogs.next()).press("Save");
  const dialog = await app.dialogs.next();
  expect([dialog.kind, dialog.title]).toEqual(["save", "Save as"]);
  await dialog.cancel();
  expect(await app.windows.list()).toHaveLength(1);
});

test.each(modes)("in mode %s, dialogs that are held are answered in their place", async (mode) => {
  await using app = await editor.launch({ mode, dialogs: "held" });
  await app.invoke("edit", { text: "Hello" });
  const asked = app.events.next("asked");
  await app.windows.close();
  const dialog = await app.dialogs.next();
  await dialog.press("Discard", true);
  expect(await asked).toBe(true);
  expect((await app.exited).code).toBe(0);
});

test("in memory no dialog can be shown", async () => {
  await expect(editor.launch({ mode: "memory", dialogs: "shown" })).rejects.toThrow(
    'Cannot show dialogs: tests operate them on Linux and Windows in mode "desktop"',
  );
});

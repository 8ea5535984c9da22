import { deepEqual, equal, ok } from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { FileRequest } from "../../../src/contract/ui/index.ts";
import { boxOver, controlsOf, desktop, press, textOf, write, type Control } from "./desktop.ts";
import { until, type DialogCase, type DialogStage, type Shown } from "./dialog-stage.ts";

const IDOK = 1;
const IDCANCEL = 2;
const IDYES = 6;
const IDNO = 7;
const filters = [
  { name: "Text", extensions: ["txt", "md"] },
  { name: "Pictures", extensions: ["png"] },
  { name: "All", extensions: ["*"] },
] as const;

type Chooser = Shown<readonly string[]>;

const control = (dialog: Chooser, kind: string): Control => {
  const found = controlsOf(dialog.window).find((each) => each.kind === kind && each.isVisible);
  if (found === undefined) throw new Error(`Cannot find "${kind}" in the dialog`);
  return found;
};

/** Answers a dialog with what is written into its field. */
async function choose(dialog: Chooser, text: string): Promise<readonly string[]> {
  write(control(dialog, "Edit").window, text);
  press(dialog.window, IDOK);
  return await dialog.answer;
}

async function answerOf(
  stage: DialogStage,
  owner: number,
  change: Partial<FileRequest>,
  text?: string,
): Promise<readonly string[]> {
  const dialog = await stage.show(stage.file(owner, change));
  return await choose(dialog, text ?? control(dialog, "Edit").text);
}

const CB_SETCURSEL = 0x014e;
const CBN_SELCHANGE = 1;
const LVM_GETITEMCOUNT = 0x1004;

function selectFilter(dialog: Chooser, index: number): void {
  const { window, number } = control(dialog, "ComboBox");
  desktop.SendMessageW(window, CB_SETCURSEL, index, null);
  desktop.SendMessageW(desktop.GetParent(window), 0x0111, (CBN_SELCHANGE << 16) | number, window);
}

const itemsIn = (dialog: Chooser): number =>
  desktop.SendMessageW(control(dialog, "SysListView32").window, LVM_GETITEMCOUNT, 0, null);

export const fileDialogCases: readonly DialogCase[] = [
  {
    name: "one file, several files, and a folder are chosen",
    async run(stage, owner) {
      const { folder } = stage;
      deepEqual(await answerOf(stage, owner, {}, "a.txt"), [`${folder}\\a.txt`]);
      deepEqual(await answerOf(stage, owner, { multiple: true }, '"a.txt" "b.txt"'), [
        `${folder}\\a.txt`,
        `${folder}\\b.txt`,
      ]);
      deepEqual(await answerOf(stage, owner, { mode: "folder" }, "box.txt"), [
        `${folder}\\box.txt`,
      ]);
    },
  },
  {
    name: "a file that is preset is opened by pressing the button",
    async run(stage, owner) {
      deepEqual(await answerOf(stage, owner, { name: "b.txt" }), [`${stage.folder}\\b.txt`]);
    },
  },
  {
    name: "a name that is preset for saving stands in the field",
    async run(stage, owner) {
      const name = "new & [1] {ü} 日本 #%'`~!@$^()=+,; 😀";
      const dialog = await stage.show(stage.file(owner, { mode: "save", name }));
      equal(control(dialog, "Edit").text, name);
      press(dialog.window, IDOK);
      deepEqual(await dialog.answer, [`${stage.folder}\\${name}`]);
    },
  },
  {
    name: "names with every legal character are given as they are",
    async run(stage, owner) {
      for (const name of [
        "[a].txt",
        "a b  c.txt",
        "ü日本😀.txt",
        "#%'`~!@$^()=+,;{}&.txt",
        ".hidden",
      ]) {
        writeFileSync(`${stage.folder}\\${name}`, "");
        deepEqual(await answerOf(stage, owner, { name }), [`${stage.folder}\\${name}`]);
      }
    },
  },
  {
    name: "the filters show what fits them, under their names",
    async run(stage, owner) {
      const folder = `${stage.folder}\\kinds`;
      mkdirSync(folder, { recursive: true });
      for (const name of ["1.txt", "2.MD", "3.png", "4.other"])
        writeFileSync(`${folder}\\${name}`, "");
      const dialog = await stage.show(stage.file(owner, { folder, filters }));
      equal(control(dialog, "ComboBox").text, "Text");
      for (const [index, count] of [2, 1, 4].entries()) {
        selectFilter(dialog, index);
        await until(`${count} files`, () => itemsIn(dialog) === count);
      }
      press(dialog.window, IDCANCEL);
      deepEqual(await dialog.answer, []);
    },
  },
  {
    name: "the notice stands in the dialog",
    async run(stage, owner) {
      const notice = "Everything inside the chosen folder will be included.";
      const dialog = await stage.show(stage.file(owner, { mode: "folder", notice }));
      ok(controlsOf(dialog.window).some(({ text, isVisible }) => isVisible && text === notice));
      dialog.close();
      await dialog.answer;
    },
  },
  {
    name: "a dialog without a title has the system's own",
    async run(stage, owner) {
      const dialog = stage.file(owner, { title: null });
      const answer = dialog.show();
      const window = await until("the dialog", () => boxOver(owner));
      ok(textOf(window).length > 0);
      dialog.close();
      deepEqual(await answer, []);
    },
  },
  {
    name: "a folder that is not there is not preset, and the dialog opens all the same",
    async run(stage, owner) {
      const dialog = await stage.show(stage.file(owner, { folder: `${stage.folder}\\nowhere` }));
      press(dialog.window, IDCANCEL);
      deepEqual(await dialog.answer, []);
    },
  },
  {
    name: "a name that is no text is refused",
    async run(stage, owner) {
      for (const name of ["a\0b", "a\ud800b"]) {
        const outcome = await stage
          .file(owner, { mode: "save", name })
          .show()
          .catch((error: unknown) => (error as { code?: unknown }).code);
        equal(outcome, "bad-path");
      }
    },
  },
  {
    name: "a chosen name with half a pair of surrogates is refused",
    async run(stage, owner) {
      const dialog = await stage.show(stage.file(owner, { mode: "save" }));
      const outcome = await choose(dialog, "half \ud800 pair").catch(
        (error: unknown) => (error as { code?: unknown }).code,
      );
      equal(outcome, "bad-path");
    },
  },
  {
    name: "a saved name gets the first extension of its filter, unless it has one of them",
    async run(stage, owner) {
      const save = (change: Partial<FileRequest>): Promise<readonly string[]> =>
        answerOf(stage, owner, { mode: "save", filters, ...change });
      const { folder } = stage;
      deepEqual(await save({ name: "new" }), [`${folder}\\new.txt`]);
      deepEqual(await save({ name: "new.MD" }), [`${folder}\\new.MD`]);
      deepEqual(await save({ name: "new.png" }), [`${folder}\\new.png.txt`]);
      deepEqual(await save({ name: "new", filters: [] }), [`${folder}\\new`]);
      deepEqual(await save({ name: "new", filters: [{ name: "All", extensions: ["*"] }] }), [
        `${folder}\\new`,
      ]);
    },
  },
  {
    name: "a saved name gets the extension of the filter that was selected",
    async run(stage, owner) {
      for (const [index, name] of ["new.txt", "new.png", "new"].entries()) {
        const dialog = await stage.show(stage.file(owner, { mode: "save", filters, name: "new" }));
        selectFilter(dialog, index);
        deepEqual(await choose(dialog, "new"), [`${stage.folder}\\${name}`]);
      }
    },
  },
  {
    name: "the question about replacing concerns the final name, and is asked once",
    async run(stage, owner) {
      const { folder } = stage;
      writeFileSync(`${folder}\\d.png`, "");
      writeFileSync(`${folder}\\e.MD`, "");
      // The system's own question, which in Wine names no file, or ours.
      for (const [typed, final, word] of [
        ["a", "a.txt", "File already exists"],
        ["a.txt", "a.txt", "File already exists"],
        ["e.MD", "e.MD", "“e.MD” already exists"],
      ] as const) {
        const dialog = await stage.show(stage.file(owner, { mode: "save", filters, name: typed }));
        press(dialog.window, IDOK);
        const asked = await until("the question", () => boxOver(dialog.window));
        const output = [textOf(asked), ...controlsOf(asked).map(({ text }) => text)].join("\n");
        ok(output.includes(word), output);
        press(asked, IDNO);
        await until("the dialog alone", () => boxOver(dialog.window) === undefined);
        press(dialog.window, IDOK);
        press(await until("the question", () => boxOver(dialog.window)), IDYES);
        deepEqual(await dialog.answer, [`${folder}\\${final}`]);
      }
      // The file with the typed name does not change, and there is no question about it.
      deepEqual(await answerOf(stage, owner, { mode: "save", filters, name: "d.png" }), [
        `${folder}\\d.png.txt`,
      ]);
    },
  },
  {
    name: "a folder is not replaced",
    async run(stage, owner) {
      const dialog = await stage.show(stage.file(owner, { mode: "save", filters, name: "box" }));
      press(dialog.window, IDOK);
      // Wine asks about folders, too.
      press(await until("the question", () => boxOver(dialog.window)), IDYES);
      const text = "A folder with the name “box.txt” already exists.";
      const message = await until("the message", () => {
        const box = boxOver(dialog.window);
        return box !== undefined && controlsOf(box).some((each) => each.text === text) && box;
      });
      press(message, IDOK);
      await until("the dialog alone", () => boxOver(dialog.window) === undefined);
      dialog.close();
      deepEqual(await dialog.answer, []);
    },
  },
  {
    name: "the process stays in its folder",
    async run(stage, owner) {
      const before = process.cwd();
      await answerOf(stage, owner, {}, "a.txt");
      equal(process.cwd(), before);
      ok(existsSync(`${stage.folder}\\a.txt`));
    },
  },
  {
    name: "a folder whose path is too long for the shell leads to one above it",
    async run(stage, owner) {
      const above = `${stage.folder}\\${Array.from({ length: 2 }, () => "long".repeat(13)).join("\\")}`;
      const folder = `${above}\\${"deep".repeat(55)}`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${above}\\up.txt`, "");
      writeFileSync(`${folder}\\deep.txt`, "");
      // Wine's shell finds no folder with so long a path: the nearest one above it is shown.
      deepEqual(await answerOf(stage, owner, { folder, mode: "save", name: "new" }), [
        `${above}\\new`,
      ]);
      deepEqual(await answerOf(stage, owner, { folder, name: "deep.txt" }, "up.txt"), [
        `${above}\\up.txt`,
      ]);
    },
  },
];

import { deepEqual, equal, rejects } from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FileRequest } from "../../src/contract/ui/index.ts";
import { heldObjects } from "../../src/native/ffi/held.ts";
import type { LinuxCase } from "./linux-case.ts";
import { inWindow } from "./webkit-case.ts";
import type { LinuxStage } from "./linux-stage.ts";
import { testGtk, windowCount, windowTitled } from "./toolkit.ts";

const ACCEPT = -3;

/** Answers a save dialog with the name that stands in it. */
async function save(
  stage: LinuxStage,
  window: string,
  change: Partial<FileRequest>,
  after: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const id = 200_000 + saves++;
  const filters = [
    { name: "Text", extensions: ["txt", "md"] },
    { name: "All", extensions: ["*"] },
  ];
  const plain = {
    mode: "save",
    filters,
    multiple: false,
    folder: stage.folder,
    name: "new",
    notice: null,
  } as const;
  const answer = stage.platform.calls["dialog.file"]({
    id,
    window,
    title: `dialog ${id}`,
    ...plain,
    ...change,
  });
  const dialog = await stage.until("the chooser", () => windowTitled(`dialog ${id}`) ?? undefined);
  let settled = false;
  const watched = Promise.resolve(answer).finally(() => (settled = true));
  // The chooser reads its folder first, and takes no answer before.
  const question = (): boolean => heldObjects()["message boxes"] !== 0;
  while (!settled && !question()) {
    testGtk.gtk_dialog_response(dialog, ACCEPT);
    await stage.pause(20);
  }
  await after();
  return watched;
}

let saves = 0;

export const saveCases: readonly LinuxCase[] = [
  inWindow(
    "a saved name gets the first extension of its filter, unless it has one of them",
    async (stage, label) => {
      deepEqual(await save(stage, label, { name: "new" }), [join(stage.folder, "new.txt")]);
      deepEqual(await save(stage, label, { name: "new.MD" }), [join(stage.folder, "new.MD")]);
      deepEqual(await save(stage, label, { name: "new.png" }), [join(stage.folder, "new.png.txt")]);
      deepEqual(await save(stage, label, { name: "new", filters: [] }), [
        join(stage.folder, "new"),
      ]);
      deepEqual(
        await save(stage, label, { name: "new", filters: [{ name: "All", extensions: ["*"] }] }),
        [join(stage.folder, "new")],
      );
    },
  ),
  inWindow(
    "text that C cannot take is refused, and leaves no dialog behind",
    async (stage, label) => {
      const request = {
        id: 0,
        window: label,
        title: "refused",
        mode: "save",
        multiple: false,
        notice: null,
      } as const;
      const before = windowCount();
      for (const wrong of [
        { folder: null, name: "a\0b", filters: [] },
        { folder: "/tmp/\ud800", name: null, filters: [] },
        { folder: null, name: null, filters: [{ name: "Text", extensions: ["a\0b"] }] },
      ]) {
        const ask = async () => await stage.platform.calls["dialog.file"]({ ...request, ...wrong });
        await rejects(ask, { code: "bad-path" });
      }
      equal(windowCount(), before);
    },
  ),
  inWindow("the question about replacing concerns the final name", async (stage, label) => {
    const answerWith = (button: number) => async (): Promise<void> => {
      const question = await stage.until("the question", () => windowTitled("a.txt") ?? undefined);
      testGtk.gtk_dialog_response(question, button);
    };
    deepEqual(await save(stage, label, { name: "a" }, answerWith(0)), [
      join(stage.folder, "a.txt"),
    ]);
    const keep = async (): Promise<void> => {
      await answerWith(1)();
      await stage.until(
        "the chooser alone",
        () => heldObjects()["message boxes"] === 0 || undefined,
      );
      equal(heldObjects()["file choosers"], 1);
      await stage.platform.calls["dialog.dismiss"]({ id: 200_000 + saves - 1 });
    };
    deepEqual(await save(stage, label, { name: "a" }, keep), []);
  }),
  inWindow("a folder is not replaced", async (stage, label) => {
    mkdirSync(join(stage.folder, "..", "other", "box.txt"), { recursive: true });
    const dismiss = async (): Promise<void> => {
      await stage.until("the message", () => windowTitled("box.txt") ?? undefined);
      await stage.platform.calls["dialog.dismiss"]({ id: 200_000 + saves - 1 });
    };
    deepEqual(
      await save(stage, label, { name: "box", folder: join(stage.folder, "../other") }, dismiss),
      [],
    );
    equal(heldObjects()["message boxes"], 0);
  }),
];

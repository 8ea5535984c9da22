import { afterEach, expect, test } from "bun:test";
import { clearMocks, mockDialogs, mockIPC } from "framework/api/mocks";
import { TextDocument } from "../src/document.ts";

// Bun has no window, and the mocks need one.
Object.assign(globalThis, { window: globalThis });
afterEach(() => clearMocks());

/** Answers the dialogs, and collects what is written. */
function answer(answers: Parameters<typeof mockDialogs>[0]): unknown[] {
  const written: unknown[] = [];
  mockDialogs(answers);
  mockIPC({ "fs.writeTextFile": (file: unknown) => void written.push(file) });
  return written;
}

test("cancelling the dialog saves nothing", async () => {
  const written = answer({ save: null });
  const file = new TextDocument();
  file.change("Milk");
  expect(await file.save()).toBe(false);
  expect({ written, isSaved: file.isSaved }).toEqual({ written: [], isSaved: false });
});

test("the file is chosen once", async () => {
  const written = answer({ save: "/home/ada/milk.txt" });
  const file = new TextDocument();
  for (const text of ["Milk", "Milk, bread"]) {
    file.change(text);
    await file.save();
  }
  expect(written).toHaveLength(2);
  expect(file.name).toBe("milk.txt");
});

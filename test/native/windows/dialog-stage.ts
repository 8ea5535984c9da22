import type {
  Choice,
  ChoiceRequest,
  FileRequest,
  MessageRequest,
} from "../../../src/contract/ui/index.ts";
import type { Dialog } from "../../../src/native/shell/dialog-queue.ts";
import { choiceDialog } from "../../../src/native/windows/dialogs/choice-dialog.ts";
import { DialogThreads } from "../../../src/native/windows/dialogs/dialog-threads.ts";
import { fileDialog } from "../../../src/native/windows/dialogs/file-dialog.ts";
import { messageDialog } from "../../../src/native/windows/dialogs/message-dialog.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { later } from "../../../src/native/windows/loop.ts";
import { patience } from "../../../harness/wait.ts";
import { openWindow, windowTitled } from "./desktop.ts";

/** A case: what is true when it passes, on a stage with one open window. */
export interface DialogCase {
  readonly name: string;
  run(stage: DialogStage, owner: number): Promise<void>;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => later(milliseconds, resolve));

/** Bun's own timers stand still while the loop runs. */
export async function until<T>(what: string, ask: () => T | undefined | false): Promise<T> {
  for (let waited = 0; waited < patience / 4; waited += 10) {
    const answer = ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause(10);
  }
  throw new Error(`Waited in vain for ${what}`);
}

/** A dialog on the screen. */
export interface Shown<T> {
  readonly window: number;
  readonly answer: Promise<T>;
  readonly close: () => void;
}

const module = new URL("./dialog-thread-program.ts", import.meta.url);

/** The objects that cases of dialogs use. */
export class DialogStage {
  /**
   * A folder with `a.txt`, `b.txt`, `c.png` and the folder `box.txt` in it, as Windows writes its
   * path.
   */
  readonly folder: string;
  readonly #threads = new DialogThreads(module);
  #dialogs = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** A message dialog that is not shown yet. */
  message(
    owner: number,
    change: Partial<MessageRequest> = {},
  ): Dialog<number> & { readonly title: string } {
    const id = ++this.#dialogs;
    const plain = {
      text: "Go on?",
      kind: "info",
      buttons: [{ stock: "yes" }, { stock: "no" }],
    } as const;
    const request = { id, window: "main", title: `dialog ${id}`, ...plain, ...change };
    return { ...messageDialog({ handle: owner }, request, this.#threads), title: request.title };
  }

  /** A question that is not shown yet. */
  choice(
    owner: number,
    change: Partial<ChoiceRequest> = {},
  ): Dialog<Choice> & { readonly title: string } {
    const id = ++this.#dialogs;
    const buttons = ["A", "B"].map((text) => ({ text, isDestructive: false }));
    const plain = {
      text: "Go on?",
      detail: null,
      kind: "info",
      defaultButton: 0,
      cancelButton: null,
    } as const;
    const request = {
      id,
      window: "main",
      title: `dialog ${id}`,
      ...plain,
      buttons,
      checkbox: null,
      ...change,
    };
    return { ...choiceDialog({ handle: owner }, request, this.#threads), title: request.title };
  }

  /** A file dialog that is not shown yet. */
  file(
    owner: number,
    change: Partial<FileRequest> = {},
  ): Dialog<readonly string[]> & { readonly title: string } {
    const id = ++this.#dialogs;
    const title = `dialog ${id}`;
    const plain = { mode: "open", filters: [], multiple: false, name: null, notice: null } as const;
    const request = { id, window: "main", title, folder: this.folder, ...plain, ...change };
    return { ...fileDialog({ handle: owner }, request, this.#threads), title: request.title ?? "" };
  }

  /** Shows a dialog, and finds it by its title. */
  async show<T>(dialog: Dialog<T> & { readonly title: string }): Promise<Shown<T>> {
    const answer = dialog.show();
    let failure: unknown;
    answer.catch((error: unknown) => (failure = error));
    const window = await until(dialog.title, () => {
      if (failure !== undefined) throw failure;
      return windowTitled(dialog.title);
    });
    return { window, answer, close: () => dialog.close() };
  }
}

/** Runs a case in a window of its own, which is gone afterwards. */
export async function runInWindow(dialogCase: DialogCase, stage: DialogStage): Promise<void> {
  const owner = openWindow(dialogCase.name);
  try {
    await dialogCase.run(stage, owner);
  } finally {
    user32.DestroyWindow(owner);
  }
}

import { answerMark } from "../../src/native/linux/page/webkit-traits.ts";
import { open } from "../../src/native/linux/index.ts";
import { later } from "../../src/native/linux/loop.ts";
import { barOf, chosenCount, endWebProcess, testGtk, windowTitled } from "./toolkit.ts";
import { WebKitStage } from "./webkit-stage.ts";

const GTK_RESPONSE_ACCEPT = -3;

const linux = {
  open,
  later,
  hosts: null,
  answerMark,
  mayStay: {
    "D-Bus calls": 0,
    // To the desktop's colour scheme.
    "D-Bus listeners": 1,
    "file choosers": 0,
    "message boxes": 0,
    "pinned bytes": 0,
    replies: 0,
    requests: 0,
  },
} as const;

/** The Linux platform with a person played from inside its own loop. */
export class LinuxStage extends WebKitStage {
  constructor(folder: string) {
    super(linux, folder);
  }

  posted(message: string): string {
    const mark = JSON.stringify(answerMark);
    const read = `(error) => { if (error.message[0] === ${mark}) return error.message.slice(1); throw error; }`;
    return `webkit.messageHandlers.framework.postMessage(${message}).then(() => "no answer", ${read})`;
  }

  endWebProcess(label: string): void {
    endWebProcess(label);
  }

  isShown(dialog: number): boolean {
    return windowTitled(`dialog ${dialog}`) !== null;
  }

  #dialog(dialog: number): number {
    const window = windowTitled(`dialog ${dialog}`);
    if (window === null) throw new Error(`Cannot find dialog ${dialog} on the screen`);
    return window;
  }

  /** The value of a dialog's bar. */
  barOf(dialog: number): number {
    return barOf(this.#dialog(dialog));
  }

  pressButton(dialog: number, button: number): void {
    testGtk.gtk_dialog_response(this.#dialog(dialog), button);
  }

  closeDialog(dialog: number): void {
    testGtk.gtk_window_close(this.#dialog(dialog));
  }

  chooseFiles(dialog: number, paths: readonly string[]): void {
    const chooser = this.#dialog(dialog);
    // The folder is read in the background, and an earlier selection is forgotten.
    const accept = (): void => {
      if (!this.isShown(dialog)) return;
      const [path] = paths;
      if (path !== undefined) testGtk.gtk_file_chooser_select_filename(chooser, path);
      // One by one, GTK would select only the last.
      if (paths.length > 1 && chosenCount(chooser) > 0)
        testGtk.gtk_file_chooser_select_all(chooser);
      if (chosenCount(chooser) === paths.length)
        testGtk.gtk_dialog_response(chooser, GTK_RESPONSE_ACCEPT);
      else later(10, accept);
    };
    accept();
  }

  closeWindow(label: string): void {
    const window = windowTitled(label);
    if (window === null) throw new Error(`Cannot find window ${label} on the screen`);
    testGtk.gtk_window_close(window);
  }
}

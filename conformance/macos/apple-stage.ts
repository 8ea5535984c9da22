import { open } from "../../src/native/macos/index.ts";
import { later } from "../../src/native/macos/loop.ts";
import { stageApp } from "../../src/native/conformance/stage.ts";
import { runtime } from "../../src/native/macos/objc/runtime.ts";
import { NativeStage, type NativeSystem } from "../../test/native/native-stage.ts";
import { chooseByKeyboard } from "./accessibility.ts";
import { alertButtons, panelSaying, windowTitled, type AppButton } from "./app-kit.ts";

const macos = {
  open: (events) => open(events, { runtime: runtime() }),
  later,
  hosts: null,
  answerMark: "",
  mayStay: { replies: 0, requests: 0 },
} as const satisfies NativeSystem;

const titleOf = (dialog: number): string => `dialog ${dialog}`;

/** The platform for macOS on Apple's own runtime. AppKit plays the user's part. */
export class AppleStage extends NativeStage {
  constructor(folder: string) {
    super(macos, folder);
    // The same calls as in the entry of an app.
    this.platform.load();
    this.platform.prepare(stageApp);
  }

  isShown(dialog: number): boolean {
    const title = titleOf(dialog);
    return alertButtons(title) !== undefined || panelSaying(title) !== undefined;
  }

  pressButton(dialog: number, button: number): void {
    this.#press(dialog, alertButtons(titleOf(dialog))?.[button]);
  }

  // A sheet has no close box: Escape, which presses the last button, stands for it.
  closeDialog(dialog: number): void {
    const panel = panelSaying(titleOf(dialog));
    if (panel !== undefined) this.#soon(() => panel.send("cancel:", null));
    else this.#press(dialog, alertButtons(titleOf(dialog))?.at(-1));
  }

  /**
   * Chooses by the keyboard. AppKit cannot select files in a panel, which another process shows.
   */
  chooseFiles(_dialog: number, paths: readonly string[]): void {
    chooseByKeyboard(this.folder, paths);
  }

  closeWindow(label: string): void {
    const window = windowTitled(label);
    if (window === undefined) throw new Error(`Cannot find window ${label} on the screen`);
    this.#soon(() => window.send("performClose:", null));
  }

  #press(dialog: number, button: AppButton | undefined): void {
    if (button === undefined)
      throw new Error(`Cannot find the button of ${titleOf(dialog)} on the screen`);
    this.#soon(() => button.send("performClick:", null));
  }

  /**
   * Runs an action in a separate turn of the loop, like an action of a user. A case may continue in
   * the middle of another event.
   */
  #soon(what: () => void): void {
    later(0, what);
  }
}

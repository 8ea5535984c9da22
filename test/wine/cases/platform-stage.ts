import { basename } from "node:path";
import { open } from "../../../src/native/windows/index.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { later } from "../../../src/native/windows/loop.ts";
import { NativeStage, type NativeSystem } from "../../native/native-stage.ts";
import {
  closeBox,
  controlsOf,
  press,
  windowTitled,
  write,
  type Control,
} from "../../native/windows/desktop.ts";

const TDM_CLICK_BUTTON = 0x466;
const IDOK = 1;

const ownThread = new URL("../../native/windows/dialog-thread-program.ts", import.meta.url);

const windows = {
  open: (events) => open(events, { dialogThread: ownThread }),
  later,
  hosts: "https",
  answerMark: "",
  mayStay: {
    // One waits for the next dialog.
    "dialog threads": 1,
    replies: 0,
    requests: 0,
  },
} as const satisfies NativeSystem;

function found(title: string): number {
  const window = windowTitled(title);
  if (window === undefined) throw new Error(`Cannot find "${title}" on the screen`);
  return window;
}

const visible = (window: number, kind: string): Control[] =>
  controlsOf(window).filter((control) => control.kind === kind && control.isVisible);

/** The platform for Windows with a person played by window messages, from inside its own loop. */
export class WindowsStage extends NativeStage {
  /** @param dialogThread the module of dialog threads. `null`: the module in the sources */
  constructor(folder: string, dialogThread: URL | null = null) {
    super(
      dialogThread === null
        ? windows
        : { ...windows, open: (events) => open(events, { dialogThread }) },
      folder,
    );
  }

  isShown(dialog: number): boolean {
    return windowTitled(`dialog ${dialog}`) !== undefined;
  }

  pressButton(dialog: number, button: number): void {
    if (!this.pressIn(`dialog ${dialog}`, button))
      throw new Error(`Cannot find button ${button} of dialog ${dialog}`);
  }

  /** Presses a button of the dialog with this title; `false`: there is none on the screen. */
  pressIn(title: string, button: number): boolean {
    const window = found(title);
    const control = visible(window, "Button")[button];
    if (control !== undefined) user32.PostMessageW(window, TDM_CLICK_BUTTON, control.number, 0);
    return control !== undefined;
  }

  closeDialog(dialog: number): void {
    closeBox(found(`dialog ${dialog}`));
  }

  chooseFiles(dialog: number, paths: readonly string[]): void {
    const window = found(`dialog ${dialog}`);
    const [field] = visible(window, "Edit");
    if (field === undefined) throw new Error(`Cannot find the field of dialog ${dialog}`);
    write(field.window, paths.map((path) => `"${basename(path)}"`).join(" "));
    press(window, IDOK);
  }

  closeWindow(label: string): void {
    closeBox(found(label));
  }
}

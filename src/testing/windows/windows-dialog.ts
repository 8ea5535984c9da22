import type { DialogInfo } from "../../contract/automation.ts";
import type { NativeDialog } from "../native-dialog.ts";
import type { DialogOrder } from "./dialog-order.ts";
import { runProgram } from "./program.ts";

/** The ids of buttons with Windows' own labels. */
const stock: Readonly<Record<string, number>> = { OK: 1, Cancel: 2, Yes: 6, No: 7 };
/** The id of the first button with a label of the app. */
const firstOwn = 100;

/** A dialog on the desktop of Windows. */
export class WindowsDialog implements NativeDialog {
  readonly #pid: number;
  readonly #info: DialogInfo;

  constructor(pid: number, info: DialogInfo) {
    this.#pid = pid;
    this.#info = info;
  }

  async press(name: string, checked: boolean | null): Promise<void> {
    const { buttons, kind } = this.#info;
    const place = buttons.indexOf(name);
    if (place === -1)
      throw new Error(`Cannot press "${name}": the dialog has ${JSON.stringify(buttons)}`);
    const own = firstOwn + place;
    const windows = kind === "message" ? stock[name] : undefined;
    await this.#operate({ press: windows === undefined ? [own] : [own, windows], checked });
  }

  async choose(paths: readonly string[]): Promise<void> {
    const [path = ""] = paths;
    const several = paths.map((each) => `"${each}"`).join(" ");
    await this.#operate({ choose: paths.length > 1 ? several : path });
  }

  async cancel(): Promise<void> {
    await this.#operate("cancel");
  }

  async #operate(act: DialogOrder["act"]): Promise<void> {
    const { title } = this.#info;
    const order: DialogOrder = { pid: this.#pid, title, act };
    await runProgram("dialog-program.ts", order);
  }
}

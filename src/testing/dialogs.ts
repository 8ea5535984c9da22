import type { DialogAnswer, DialogInfo } from "../contract/automation.ts";
import type { Line } from "./line.ts";
import { findNativeDialog } from "./linux/native-dialog.ts";
import type { Session } from "./linux/session.ts";
import type { NativeDialog } from "./native-dialog.ts";
import { telling, waitFor, within } from "./process/wait.ts";
import type { Steps } from "./report.ts";
import { WindowsDialog } from "./windows/windows-dialog.ts";

interface Place {
  readonly line: Line;
  readonly steps: Steps;
  /** A display of its own. */
  readonly session: Session | null;
  /** Whether dialogs are shown. Otherwise the automation protocol holds them. */
  readonly showsDialogs: boolean;
  /** The process that shows them. */
  readonly pid: () => number;
}

/** The dialogs that an app opens. */
export class Dialogs {
  readonly #place: Place;
  readonly #open = new Map<number, DialogInfo>();
  readonly #untaken: DialogInfo[] = [];

  constructor(place: Place) {
    this.#place = place;
    place.line.on("dialog.opened", (info) => {
      this.#open.set(info.id, info);
      this.#untaken.push(info);
    });
    place.line.on("dialog.closed", ({ id }) => {
      this.#open.delete(id);
      const at = this.#untaken.findIndex((info) => info.id === id);
      if (at !== -1) this.#untaken.splice(at, 1);
    });
    // Another process of the app starts its numbers again.
    place.line.on("hello", () => {
      this.#open.clear();
      this.#untaken.length = 0;
    });
  }

  /** The open dialogs that `next` has not returned yet. */
  get waiting(): readonly DialogInfo[] {
    return this.#untaken;
  }

  /** @internal */
  isOpen({ info }: Dialog): boolean {
    return this.#open.has(info.id);
  }

  /** Waits for the next dialog: each is returned once. */
  async next(): Promise<Dialog> {
    const info = await telling("a dialog of the app", (what) =>
      waitFor(what, () => this.#untaken.shift()),
    );
    const { session, showsDialogs, line, steps, pid } = this.#place;
    const gone = async (): Promise<void> => {
      await waitFor(
        `the end of the dialog "${info.title ?? info.kind}"`,
        () => !this.#open.has(info.id),
      );
    };
    if (!showsDialogs) return new Dialog(info, heldHand(line, info), steps, gone);
    const native =
      session === null
        ? new WindowsDialog(pid(), info)
        : await findNativeDialog(session, pid(), info);
    return new Dialog(info, shownHand(native, info), steps, gone);
  }
}

/** The operations on a dialog. */
interface Hand {
  press(button: string, checked: boolean | undefined): Promise<void>;
  choose(paths: readonly string[]): Promise<void>;
  type(name: string): Promise<void>;
  cancel(): Promise<void>;
}

/** A dialog that the app has opened. */
export class Dialog {
  readonly info: DialogInfo;
  readonly #hand: Hand;
  readonly #steps: Steps;
  readonly #gone: () => Promise<void>;

  /** @internal */
  constructor(info: DialogInfo, hand: Hand, steps: Steps, gone: () => Promise<void>) {
    this.info = info;
    this.#hand = hand;
    this.#steps = steps;
    this.#gone = gone;
  }

  get kind(): DialogInfo["kind"] {
    return this.info.kind;
  }

  get title(): string | null {
    return this.info.title;
  }

  get text(): string | null {
    return this.info.text;
  }

  get buttons(): readonly string[] {
    return this.info.buttons;
  }

  get checkbox(): DialogInfo["checkbox"] {
    return this.info.checkbox;
  }

  get filters(): DialogInfo["filters"] {
    return this.info.filters;
  }

  get folder(): string | null {
    return this.info.folder;
  }

  /** Presses a button. @param checked the wanted state of the checkbox before */
  async press(button: string, checked?: boolean): Promise<void> {
    await this.#answer(`press "${button}"`, () => this.#hand.press(button, checked));
  }

  /** Chooses files or a folder, or the path to save to. */
  async choose(...paths: readonly string[]): Promise<void> {
    await this.#answer(`choose ${paths.join(", ")}`, () => this.#hand.choose(paths));
  }

  /** Types a name into a save dialog, in the folder that it shows, and accepts it. */
  async type(name: string): Promise<void> {
    await this.#answer(`type "${name}"`, () => this.#hand.type(name));
  }

  /** Closes it as Escape does. */
  async cancel(): Promise<void> {
    await this.#answer("cancel", () => this.#hand.cancel());
  }

  async #answer(step: string, act: () => Promise<void>): Promise<void> {
    this.#steps.add(`${step} in the ${this.kind} dialog`);
    await within(`the ${this.kind} dialog to take "${step}"`, act());
    await this.#gone();
  }
}

/** Answers through the automation protocol, in the place of a dialog that is never shown. */
function heldHand(line: Line, info: DialogInfo): Hand {
  const answer = (given: DialogAnswer): Promise<void> =>
    line.call("dialog.answer", { id: info.id, answer: given });
  return {
    press: (button, checked) => answer({ button, ...(checked !== undefined && { checked }) }),
    choose: (paths) => answer({ paths }),
    type(name) {
      if (info.folder !== null) return answer({ paths: [`${info.folder}/${name}`] });
      throw new Error(
        `Cannot type "${name}": the dialog names no folder, want choose() with a whole path`,
      );
    },
    cancel: () => answer(null),
  };
}

/** The real dialog, as its user operates it. */
function shownHand(native: NativeDialog, info: DialogInfo): Hand {
  return {
    press: (button, checked) => native.press(button, checked ?? null),
    choose: (paths) => native.choose(paths, info.kind === "save"),
    type: (name) => native.choose([name], true),
    cancel: () => native.cancel(),
  };
}

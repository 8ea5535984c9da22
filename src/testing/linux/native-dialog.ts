import type { DialogInfo } from "../../contract/automation.ts";
import type { NativeDialog } from "../native-dialog.ts";
import { openAccessibility, type Accessibility, type Node } from "./accessibility.ts";
import type { Session } from "./session.ts";
import { waitFor } from "../process/wait.ts";
import { press, windows, type Area } from "./x.ts";

/** A dialog on a display of Linux, driven through the accessibility bus. */
class LinuxDialog implements NativeDialog {
  readonly #session: Session;
  readonly #tree: Node;
  readonly #node: Node;
  readonly #window: number;
  readonly #checkbox: DialogInfo["checkbox"];

  /** @param tree the tree of the app, and `node` the dialog in it */
  constructor(
    session: Session,
    { tree, node, window }: { readonly tree: Node; readonly node: Node; readonly window: number },
    checkbox: DialogInfo["checkbox"],
  ) {
    this.#session = session;
    this.#tree = tree;
    this.#node = node;
    this.#window = window;
    this.#checkbox = checkbox;
  }

  /** Presses a button, as soon as it is enabled. */
  async press(name: string, checked: boolean | null): Promise<void> {
    if (checked !== null && this.#checkbox !== null)
      await this.#check(this.#checkbox.text, checked);
    await (
      await this.#node.find({ role: "push button", name, states: ["showing", "sensitive"] })
    ).press();
  }

  /** Sets the checkbox of a question. */
  async #check(name: string, isChecked: boolean): Promise<void> {
    const box = await this.#node.find({ role: "check box", name });
    if ((await box.states()).includes("checked") !== isChecked) await box.press();
  }

  /** Types the path to choose, or the name to save by, and accepts it. */
  async choose(paths: readonly string[], saves: boolean): Promise<void> {
    const [path, ...others] = paths;
    if (path === undefined || others.length > 0)
      throw new Error(`Cannot choose ${paths.length} paths in the dialog of GTK: want one`);
    // Ctrl+L opens the path field in an open dialog; a save dialog has it already.
    if (!saves) await press(this.#session, this.#window, "ctrl+l");
    const field = await this.#node.find({ role: "text", states: ["showing", "editable"] });
    await field.setText(path);
    await waitFor("the path in its field", async () => (await field.text()) === path);
    await this.#accept();
    if (saves) await this.#replace();
  }

  /** Presses "Replace" if the file exists: a question follows then. */
  async #replace(): Promise<void> {
    await waitFor("the end of the dialog or a question about an existing file", async () => {
      const shown = await windows(this.#session);
      if (!shown.some(({ id, isMapped }) => id === this.#window && isMapped)) return true;
      for (const node of await this.#tree.children()) {
        try {
          if ((await node.role()) !== "alert") continue;
          const [button] = await node.findAll({ role: "push button", name: "Replace" });
          await button?.press();
          if (button !== undefined) return true;
        } catch {
          continue; // it was removed during the query
        }
      }
      return false;
    });
  }

  async cancel(): Promise<void> {
    await press(this.#session, this.#window, "Escape");
  }

  /** The button that is not Cancel. */
  async #accept(): Promise<void> {
    const states = ["showing", "sensitive"] as const;
    const button = await this.#node.find({
      role: "push button",
      name: /^(?:Open|Save|Select)$/,
      states,
    });
    await button.press();
  }
}

const connections = new WeakMap<Session, Promise<Accessibility>>();

/** Waits until the dialog is on the screen. */
export async function findNativeDialog(
  session: Session,
  pid: number,
  { kind, title, checkbox }: DialogInfo,
): Promise<NativeDialog> {
  // It ends with the session's bus.
  const opened = connections.get(session) ?? openAccessibility(session);
  connections.set(session, opened);
  const accessibility = await opened;
  const isFiles = kind === "open" || kind === "save" || kind === "folder";
  const role = isFiles ? "file chooser" : "alert";
  const tree = await accessibility.application(pid);
  const found = await waitFor(
    `the ${kind} dialog "${title ?? ""}" on the screen`,
    async () => {
      const shown = (await windows(session, pid)).filter(
        ({ type, isMapped }) => type === "DIALOG" && isMapped,
      );
      for (const node of await tree.children()) {
        try {
          if ((await node.role()) !== role) continue;
          // Both the tree and the X server report the position on the screen, one of them including
          // the frame.
          const frame = await node.area();
          const window = shown.find(({ area }) => isInside(area, frame));
          if (window !== undefined && (title === null || window.title === title))
            return new LinuxDialog(session, { tree, node, window: window.id }, checkbox);
        } catch {
          continue; // it was removed during the query
        }
      }
      return null;
    },
    { state: () => tree.describe(1) },
  );
  return found;
}

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

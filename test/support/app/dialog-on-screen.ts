import type { Node } from "../../../harness/accessibility.ts";
import type { DisplayApp } from "./display-app.ts";
import { waitFor } from "../../../harness/wait.ts";
import { close, press, readWindow, type Area, type XWindow } from "../../../harness/x.ts";

export type DialogRole = "alert" | "file chooser";

/** A message dialog as its reader has it. */
export interface MessageContent {
  readonly title: string;
  /** The name of the dialog in a screen reader, by its kind. */
  readonly kind: string;
  readonly icon: string;
  readonly text: string;
  /** From left to right. */
  readonly buttons: readonly string[];
  /** The button that Return would press. */
  readonly default: string | undefined;
}

/** A row of a file chooser's list. */
export interface FileRow {
  readonly name: string;
  readonly isSelected: boolean;
}

/** A dialog that is shown, found by its window and its tree at once. */
export class DialogOnScreen {
  readonly app: DisplayApp;
  readonly node: Node;
  readonly window: XWindow;

  constructor(app: DisplayApp, node: Node, window: XWindow) {
    this.app = app;
    this.node = node;
    this.window = window;
  }

  static async find(app: DisplayApp, role: DialogRole, title?: string): Promise<DialogOnScreen> {
    const found = await waitFor(
      `${role}${title === undefined ? "" : ` "${title}"`}`,
      async () => {
        const shown = (await app.windows()).filter(
          ({ type, isMapped }) => type === "DIALOG" && isMapped,
        );
        for (const node of await app.tree.children()) {
          try {
            if ((await node.role()) !== role) continue;
            // The tree does not know the title of a message, and the X server does not know what is
            // in a window: the place on the screen is what both know, one of them with the frame
            // around it.
            const frame = await node.area();
            const window = shown.find(({ area }) => isInside(area, frame));
            if (window !== undefined && (title === undefined || window.title === title))
              return { node, window };
          } catch {
            continue; // it went away while it was looked at
          }
        }
        return null;
      },
      {
        state: async () =>
          `${await app.tree.describe(1)}\n${JSON.stringify(await app.windows(), null, 1)}\n${app.running.report()}`,
      },
    );
    return new DialogOnScreen(app, found.node, found.window);
  }

  /** Presses a button, as soon as it can be. */
  async press(name: string): Promise<void> {
    await (await this.button(name)).press();
  }

  button(name: string): Promise<Node> {
    return this.node.find({ role: "push button", name, states: ["showing", "sensitive"] });
  }

  /** Presses keys in it: `Escape`, `Return`, `ctrl+l`, … */
  async key(...keys: string[]): Promise<void> {
    await press(this.app.session, this.window.id, ...keys);
  }

  /** Closes it as its close box does. */
  async close(): Promise<void> {
    await close(this.app.session, this.window.id);
  }

  /** Waits until its window has gone. */
  async gone(): Promise<void> {
    await waitFor(
      `the end of the dialog "${this.window.title}"`,
      async () => (await readWindow(this.app.session, this.window.id))?.isMapped !== true,
    );
  }

  /** All the labels in it, in reading order. */
  async labels(): Promise<string[]> {
    const labels = await this.node.findAll({ role: "label" });
    return Promise.all(labels.map((label) => label.text()));
  }

  async content(): Promise<MessageContent> {
    const { node, window } = this;
    const buttons = await Promise.all(
      (await node.findAll({ role: "push button" })).map(async (button) => ({
        name: await button.name(),
        x: (await button.area()).x,
        isDefault: (await button.states()).includes("is default"),
      })),
    );
    buttons.sort((a, b) => a.x - b.x);
    const icons = await Promise.all(
      (await node.findAll({ role: "icon" })).map((icon) => icon.name()),
    );
    return {
      title: window.title,
      kind: await node.name(),
      icon: icons.join(),
      text: (await this.labels()).join("\n"),
      buttons: buttons.map(({ name }) => name),
      default: buttons.find(({ isDefault }) => isDefault)?.name,
    };
  }

  /** The names of its buttons that bear one, from left to right: those that answer it. */
  async buttons(): Promise<string[]> {
    const buttons = await this.node.findAll({ role: "push button", name: /./ });
    const placed = await Promise.all(
      buttons.map(async (button) => ({ name: await button.name(), x: (await button.area()).x })),
    );
    const names = placed.toSorted((a, b) => a.x - b.x).map(({ name }) => name);
    return names.filter((name) => !name.endsWith(" Path"));
  }

  /** The kinds of files that a chooser offers to list. */
  async filters(): Promise<{ selected: string | null; all: string[] }> {
    const [box] = await this.node.findAll({ role: "combo box" });
    if (box === undefined) return { selected: null, all: [] };
    const items = await box.findAll({ role: "menu item", states: ["visible"] });
    return { selected: await box.name(), all: await Promise.all(items.map((item) => item.name())) };
  }

  /** Selects another kind of files. */
  async chooseFilter(name: string): Promise<void> {
    const box = await this.node.find({ role: "combo box" });
    await box.press();
    await (await box.find({ role: "menu item", name })).press();
    await waitFor(`the filter "${name}"`, async () => (await box.name()) === name);
  }

  /** The rows of a file chooser's list, once they are these: the list fills while one looks. */
  async rows(names: readonly string[]): Promise<FileRow[]> {
    let seen: FileRow[] = [];
    return waitFor(
      `the files ${JSON.stringify(names)}`,
      async () => {
        seen = await this.rowsNow();
        const listed = seen.map(({ name }) => name);
        return JSON.stringify(listed.toSorted()) === JSON.stringify([...names].toSorted())
          ? seen
          : null;
      },
      { state: () => JSON.stringify(seen) },
    );
  }

  /** Waits until a file is selected. */
  async selected(name: string): Promise<void> {
    let seen: FileRow[] = [];
    await waitFor(
      `"${name}" to be selected`,
      async () => {
        seen = await this.rowsNow();
        return seen.some((row) => row.isSelected && row.name === name);
      },
      { state: () => JSON.stringify(seen) },
    );
  }

  private async rowsNow(): Promise<FileRow[]> {
    try {
      const cells = await this.nameCells();
      return await Promise.all(
        cells.map(async (cell) => ({
          name: await cell.name(),
          isSelected: (await cell.states()).includes("selected"),
        })),
      );
    } catch {
      return []; // the list was filled anew while it was read
    }
  }

  /** The cells of the column of names. A cell there holds an icon and a name. */
  private async nameCells(): Promise<Node[]> {
    const table = await this.node.find({ role: "table", name: "Files" });
    const roles = await Promise.all(
      (await table.children()).map(async (child) => ({ child, role: await child.role() })),
    );
    const columns = roles.filter(({ role }) => role === "table column header").length;
    const cells = roles
      .filter(({ role }) => role === "table cell")
      .filter((_, index) => index % columns === 0);
    const names = await Promise.all(cells.map(async ({ child }) => (await child.children())[1]));
    return names.filter((name) => name !== undefined);
  }

  /** Selects files in the list by clicking on them, the later ones with Ctrl. */
  async pick(...names: readonly string[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      const cell = await waitFor(
        `the file "${name}"`,
        async () => {
          for (const cell of await this.nameCells()) if ((await cell.name()) === name) return cell;
          return null;
        },
        { state: async () => JSON.stringify(await this.rowsNow()) },
      );
      const { x, y, width, height } = await cell.area();
      await this.app.click(x + width / 2, y + height / 2, index > 0);
      await this.selected(name);
    }
  }

  /** The field a name is typed into when saving. */
  nameField(): Promise<Node> {
    return this.node.find({ role: "text", states: ["showing", "editable"] });
  }

  /** Answers a folder chooser with the folder it shows, and not with one in it. */
  async chooseShownFolder(): Promise<void> {
    await this.key("ctrl+l");
    const field = await this.nameField();
    await field.setText(".");
    await this.press("Select");
  }

  /** The folder that is shown: the name of the last pressed part of the path. */
  async folder(): Promise<string> {
    return waitFor("the shown folder", async () => {
      const parts = await this.node.findAll({
        role: "toggle button",
        states: ["showing", "checked"],
      });
      return parts[0]?.name();
    });
  }
}

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

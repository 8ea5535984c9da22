import type { DesktopState } from "../contract/automation.ts";
import type { MenuItem, NotificationRequest, TrayClick, UiEvents } from "../contract/ui/index.ts";
import type { Line } from "./line.ts";
import { telling, waitFor } from "./process/wait.ts";
import type { Steps } from "./report.ts";

/** An item of a menu in the form for its reader. */
export interface ShownItem {
  readonly text: string;
  readonly enabled: boolean;
  readonly checked: boolean | null;
  /** For a submenu. */
  readonly items: readonly ShownItem[];
}

type Part = Pick<Line, "call">;

async function read(line: Part): Promise<DesktopState> {
  return await line.call("desktop.read", {});
}

/** The menus of windows and of the app, and context menus over pages. */
export class Menus {
  readonly #line: Part;
  readonly #steps: Steps;

  constructor(line: Part, steps: Steps) {
    this.#line = line;
    this.#steps = steps;
  }

  /** The content of a window's menu bar. */
  async items(window = "main"): Promise<readonly ShownItem[]> {
    return shown(await this.#of(window));
  }

  /** Chooses an item by the texts that lead to it: `choose(["File", "Save"])`. */
  async choose(path: readonly string[], window = "main"): Promise<void> {
    this.#steps.add(`choose ${path.join(" > ")}`);
    const item = found(await this.#of(window), path);
    await this.#line.call("desktop.cause", { event: "menu.chosen", payload: { window, item } });
  }

  /** Waits for a context menu over a page, and chooses an item of it. `null` closes it. */
  async choosePopup(path: readonly string[] | null): Promise<void> {
    this.#steps.add(`choose ${path?.join(" > ") ?? "nothing"} in a menu over the page`);
    const popup = await telling("a menu over a page", (what) =>
      waitFor(what, async () => (await read(this.#line)).popups[0]),
    );
    const item = path === null ? null : found(popup.items, path);
    await this.#line.call("popup.answer", { id: popup.id, item });
  }

  async #of(window: string): Promise<readonly MenuItem[]> {
    const { menus } = await read(this.#line);
    return menus[window] ?? menus[""] ?? [];
  }
}

/** The icon in the tray. */
export class Tray {
  readonly #line: Part;
  readonly #steps: Steps;

  constructor(line: Part, steps: Steps) {
    this.#line = line;
    this.#steps = steps;
  }

  /** `null`: the app shows none. */
  async read(): Promise<{
    readonly tooltip: string | null;
    readonly items: readonly ShownItem[];
  } | null> {
    const { tray } = await read(this.#line);
    return tray === null ? null : { tooltip: tray.tooltip ?? tray.title, items: shown(tray.menu) };
  }

  async click(click: TrayClick["click"] = "left"): Promise<void> {
    this.#steps.add(`click the tray icon (${click})`);
    await this.#line.call("desktop.cause", {
      event: "tray.clicked",
      payload: { click, position: { x: 0, y: 0 } },
    });
  }

  /** Chooses an item of its menu by the texts that lead to it. */
  async choose(path: readonly string[]): Promise<void> {
    this.#steps.add(`choose ${path.join(" > ")} in the tray`);
    const item = found((await read(this.#line)).tray?.menu ?? [], path);
    await this.#line.call("desktop.cause", { event: "tray.menuClicked", payload: { item } });
  }
}

/** The notifications that the app has sent to the desktop. */
export class Notifications {
  readonly #line: Part;

  constructor(line: Part) {
    this.#line = line;
  }

  async all(): Promise<readonly NotificationRequest[]> {
    return (await read(this.#line)).notifications;
  }

  /** Waits for the next one that has this title. */
  async titled(title: string): Promise<NotificationRequest> {
    const options = { state: async () => JSON.stringify(await this.all()) };
    const find = async () => (await this.all()).find((each) => each.title === title);
    return await telling(
      `a notification "${title}"`,
      (what) => waitFor(what, find, options),
      options,
    );
  }
}

/** The clipboard for copy and paste. */
export class Clipboard {
  readonly #line: Part;

  constructor(line: Part) {
    this.#line = line;
  }

  async read(): Promise<string | null> {
    return await this.#line.call("clipboard.read", {});
  }

  async write(text: string): Promise<void> {
    await this.#line.call("clipboard.write", { text });
  }
}

/** The global key combinations of the app. */
export class Shortcuts {
  readonly #line: Part;
  readonly #steps: Steps;

  constructor(line: Part, steps: Steps) {
    this.#line = line;
    this.#steps = steps;
  }

  /** As the app wrote them. */
  async all(): Promise<readonly string[]> {
    return (await read(this.#line)).shortcuts.map(({ text }) => text);
  }

  async press(text: string): Promise<void> {
    this.#steps.add(`press ${text}`);
    const { shortcuts } = await read(this.#line);
    const found = shortcuts.find((each) => each.text === text);
    if (found === undefined)
      throw new Error(
        `Cannot press "${text}": the app has taken ${JSON.stringify(shortcuts.map((each) => each.text))}`,
      );
    const payload: UiEvents["shortcut.pressed"] = { id: found.id };
    await this.#line.call("desktop.cause", { event: "shortcut.pressed", payload });
  }
}

function shown(items: readonly MenuItem[]): readonly ShownItem[] {
  return items.flatMap((item) =>
    item.kind === "separator"
      ? []
      : [
          {
            text: textOf(item),
            enabled: item.enabled,
            checked: item.kind === "action" ? item.checked : null,
            items: item.kind === "submenu" ? shown(item.items) : [],
          },
        ],
  );
}

/**
 * Without the mark of the access key. An item with a role and no text of its own has the role's
 * name.
 */
function textOf(item: Exclude<MenuItem, { readonly kind: "separator" }>): string {
  return item.text?.replace(/&(.)/g, "$1") ?? item.role ?? "";
}

/** The identifier of the item that a path of texts leads to. */
function found(items: readonly MenuItem[], path: readonly string[]): string {
  const [first, ...rest] = path;
  const item = items.find((each) => each.kind !== "separator" && textOf(each) === first);
  const names = JSON.stringify(shown(items).map(({ text }) => text));
  if (item === undefined || item.kind === "separator")
    throw new Error(`Cannot choose "${first}": the menu has ${names}`);
  if (!item.enabled) throw new Error(`Cannot choose "${first}": it is disabled`);
  if (item.kind === "submenu") return found(item.items, rest);
  if (rest.length > 0) throw new Error(`Cannot choose "${rest[0]}": "${first}" is no submenu`);
  return item.id;
}

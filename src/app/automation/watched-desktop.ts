import type { AutomationEvents, DesktopState, DialogAnswer } from "../../contract/automation.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { ToApp, ToUi } from "../../contract/page/message.ts";
import type { MenuItem, NotificationRequest } from "../../contract/ui/index.ts";
import type { UiChannel } from "../ui.ts";
import { dialogInfo, dialogResult, isDialogCall, type DialogCall } from "./dialog-info.ts";

type Popup = Extract<ToUi, { readonly call: "menu.popup" }>;

type Tell = <E extends keyof AutomationEvents>(event: E, payload: AutomationEvents[E]) => void;

/**
 * The messages between the app thread and the ui thread, as a testing tool sees them: the dialogs,
 * menus and the like that the app has asked for. The tool answers held messages, and they never
 * reach the ui thread.
 */
export class WatchedDesktop {
  readonly #tell: Tell;
  readonly #holdsDialogs: boolean;
  readonly #menus = new Map<string, readonly MenuItem[]>();
  readonly #shortcuts = new Map<number, string>();
  readonly #notifications: NotificationRequest[] = [];
  readonly #dialogs = new Map<number, DialogCall>();
  readonly #popups = new Map<number, Popup>();
  readonly #documents = new Map<string, number>();
  readonly #awaiting: (() => void)[] = [];
  // Shortcuts by the number of the call that asks for them.
  readonly #registering = new Map<number, number>();
  #tray: DesktopState["tray"] = null;
  #receive: (message: ToApp) => void = () => {};

  constructor(tell: Tell, { holdsDialogs }: { readonly holdsDialogs: boolean }) {
    this.#tell = tell;
    this.#holdsDialogs = holdsDialogs;
  }

  get state(): DesktopState {
    return {
      menus: Object.fromEntries(this.#menus),
      popups: [...this.#popups.values()].map(({ id, args: { window, items } }) => ({
        id,
        window,
        items,
      })),
      tray: this.#tray,
      shortcuts: [...this.#shortcuts].map(([id, text]) => ({ id, text })),
      notifications: this.#notifications,
    };
  }

  /** The same channel, watched. */
  watch(channel: UiChannel): UiChannel {
    return {
      ...channel,
      post: (message) => {
        if (!this.#posted(message)) channel.post(message);
      },
      listen: (receive) => {
        this.#receive = receive;
        channel.listen((message) => {
          this.#received(message);
          receive(message);
        });
      },
    };
  }

  /** Sends the app a message that the ui thread would send. */
  cause(message: ToApp): void {
    this.#receive(message);
  }

  /** @throws FrameworkError `not-found` */
  answerDialog(id: number, answer: DialogAnswer): void {
    const dialog = this.#dialogs.get(id);
    if (dialog === undefined)
      throw new FrameworkError(
        "not-found",
        `Cannot answer dialog ${id}: it must be open, and held by the line`,
      );
    this.#settle(id, dialogResult(dialog, answer));
  }

  /** @throws FrameworkError `not-found` */
  answerPopup(id: number, item: string | null): void {
    if (!this.#popups.delete(id))
      throw new FrameworkError("not-found", `Cannot choose in menu ${id}: it must be shown`);
    this.#receive({ kind: "answer", id, result: item });
  }

  /** @returns true if it is held */
  #posted(message: ToUi): boolean {
    if (isDialogCall(message)) {
      this.#dialogs.set(message.id, message);
      this.#tell("dialog.opened", dialogInfo(message));
      return this.#holdsDialogs;
    }
    switch (message.call) {
      case "dialog.dismiss": {
        const dialog = [...this.#dialogs.values()].find(({ args }) => args.id === message.args.id);
        if (!this.#holdsDialogs || dialog === undefined) return false;
        this.#settle(dialog.id, dialogResult(dialog, null));
        return true;
      }
      case "menu.popup":
        this.#popups.set(message.id, message);
        return this.#holdsDialogs;
      case "menu.close":
        for (const [id, { args }] of this.#popups)
          if (this.#holdsDialogs && args.window === message.args.window) this.answerPopup(id, null);
        return false;
      default:
        this.#noted(message);
        return false;
    }
  }

  #noted(message: ToUi): void {
    switch (message.call) {
      case "menu.set": {
        const { window, items } = message.args;
        if (items === null) this.#menus.delete(window ?? "");
        else this.#menus.set(window ?? "", withoutPictures(items));
        break;
      }
      case "tray.show": {
        const { icon: _, menu, ...tray } = message.args;
        this.#tray = { ...tray, menu: withoutPictures(menu) };
        break;
      }
      case "tray.remove":
        this.#tray = null;
        break;
      case "shortcut.register":
        this.#shortcuts.set(message.args.id, message.args.text);
        this.#registering.set(message.id, message.args.id);
        break;
      case "shortcut.unregister":
        this.#shortcuts.delete(message.args.id);
        break;
      case "notification.show":
        this.#notifications.push(message.args);
        break;
    }
  }

  #received(message: ToApp): void {
    if (message.kind === "event") {
      this.#happened(message);
      return;
    }
    this.#popups.delete(message.id);
    if (this.#dialogs.delete(message.id)) this.#tell("dialog.closed", { id: message.id });
    if (message.kind === "failure") this.#refused(message.id);
  }

  #happened({ event, payload }: Extract<ToApp, { readonly kind: "event" }>): void {
    switch (event) {
      case "page.opened":
        this.#documents.set(payload.window, payload.document);
        this.#resume();
        break;
      case "page.closed":
        if (this.#documents.get(payload.window) === payload.document)
          this.#documents.delete(payload.window);
        break;
      case "page.loadChanged":
        this.#tell("page.loaded", {
          ...payload,
          document: this.#documents.get(payload.window) ?? 0,
        });
        break;
      case "page.promptOpened":
        this.#tell("prompt.opened", payload);
        break;
      case "page.promptClosed":
        this.#tell("prompt.closed", payload);
        break;
      case "window.closed":
        this.#windowClosed(payload.window);
        break;
    }
  }

  /**
   * Settles when a window has a page, or is open no longer. Between two pages there is none.
   */
  async pageOpened(window: string, isOpen: () => boolean): Promise<void> {
    while (isOpen() && !this.#documents.has(window))
      await new Promise<void>((resolve) => this.#awaiting.push(resolve));
  }

  #resume(): void {
    for (const resume of this.#awaiting.splice(0)) resume();
  }

  /** Another program has the shortcut. */
  #refused(call: number): void {
    const shortcut = this.#registering.get(call);
    this.#registering.delete(call);
    if (shortcut !== undefined) this.#shortcuts.delete(shortcut);
  }

  /** Dialogs of a window close with it. */
  #windowClosed(window: string): void {
    this.#tell("window.closed", { window });
    this.#resume();
    if (!this.#holdsDialogs) return;
    for (const dialog of this.#dialogs.values())
      if (dialog.args.window === window) this.#settle(dialog.id, dialogResult(dialog, null));
  }

  #settle(id: number, result: unknown): void {
    this.#dialogs.delete(id);
    this.#tell("dialog.closed", { id });
    this.#receive({ kind: "answer", id, result });
  }
}

/** Pictures have no meaning for a tool, and may be large. */
function withoutPictures(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.map((item) => {
    if (item.kind === "separator") return item;
    if (item.kind === "action") return { ...item, icon: null };
    return { ...item, icon: null, items: withoutPictures(item.items) };
  });
}

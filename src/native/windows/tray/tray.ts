import type { TrayClick, TraySpec } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { hiddenWindow, onMessage } from "../hidden-window.ts";
import { user32 } from "../lib/user32.ts";
import { soon } from "../loop.ts";
import { wide } from "../wide-text.ts";
import { warnUnsupported } from "../window/display.ts";
import { fieldText, NIF_ICON, NIF_SHOWTIP, NIF_TIP, NotifyIcon } from "./notify-icon.ts";

import { readTrayIcon } from "./tray-icon.ts";
import { NativeMenu } from "../menu/native-menu.ts";

const iconNumber = 1;
const iconMessage = 0x8000;
const tipUnits = 128;

const WM_CONTEXTMENU = 0x7b;
const WM_LBUTTONDOWN = 0x201;
const WM_LBUTTONDBLCLK = 0x203;
const WM_MBUTTONUP = 0x208;
const NIN_SELECT = 0x400;
const NIN_KEYSELECT = 0x401;
const MSGFLT_ALLOW = 1;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The app's icon in the notification area of the taskbar. */
export class Tray {
  readonly #events: Events;
  readonly #icon = new NotifyIcon(iconNumber, iconMessage);
  #spec: TraySpec | null = null;
  #picture = 0;
  #isThere = false;
  #isListening = false;
  /** The next click is the second half of a double click, which was reported already. */
  #isDouble = false;
  #menu: NativeMenu | null = null;

  constructor(events: Events) {
    this.#events = events;
  }

  show(spec: TraySpec): void {
    // An unreadable picture is the caller's mistake, regardless of the desktop's abilities.
    this.#takePicture(readTrayIcon(spec.icon));
    this.#spec = spec;
    if (this.#menu !== null) this.#menu.items = spec.menu;
    this.#listen();
    if (this.#isThere && this.#icon.change(this.#fields(spec))) return;
    this.#isThere = this.#icon.add(this.#fields(spec));
    if (!this.#isThere) warnUnsupported("systemTray", "this desktop shows no tray icons");
  }

  /**
   * Also required before the process ends: the shell would keep showing the icon of an ended
   * program.
   */
  remove(): void {
    this.#spec = null;
    this.#menu?.close();
    if (this.#isThere) this.#icon.remove();
    this.#isThere = false;
    this.#takePicture(0);
  }

  #takePicture(picture: number): void {
    if (this.#picture !== 0) user32.DestroyIcon(this.#picture);
    this.#picture = picture;
  }

  #fields({ tooltip, title }: TraySpec) {
    return {
      uFlags: NIF_ICON | NIF_TIP | NIF_SHOWTIP,
      hIcon: this.#picture,
      szTip: fieldText(tooltip ?? title ?? "", tipUnits),
    };
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    onMessage(iconMessage, (wParam, lParam) => {
      this.#hear(lParam & 0xffff, { x: (wParam << 16) >> 16, y: wParam >> 16 });
      return 0;
    });
    // A restarted shell has no icons, and one whose screen has another scale needs others.
    const taskbarCreated = user32.RegisterWindowMessageW(wide("TaskbarCreated"));
    user32.ChangeWindowMessageFilterEx(hiddenWindow(), taskbarCreated, MSGFLT_ALLOW, null);
    onMessage(taskbarCreated, () => {
      if (this.#spec === null) return 0;
      this.#isThere = false;
      this.show(this.#spec);
      return 0;
    });
  }

  #hear(event: number, place: Place): void {
    if (event === WM_LBUTTONDOWN) {
      this.#isDouble = false;
    } else if (event === WM_LBUTTONDBLCLK) {
      this.#isDouble = true;
      this.#clicked("double", place);
    } else if (event === NIN_SELECT || event === NIN_KEYSELECT) {
      if (!this.#isDouble) this.#clicked("left", place);
      this.#isDouble = false;
    } else if (event === WM_MBUTTONUP) {
      this.#clicked("middle", place);
    } else if (event === WM_CONTEXTMENU) {
      this.#clicked("right", place);
      this.#openMenu(place);
    }
  }

  #clicked(click: TrayClick["click"], position: Place): void {
    this.#events.emit("tray.clicked", { click, position });
  }

  #openMenu(place: Place): void {
    if (this.#menu !== null) {
      // Windows opens no second menu beside it: close this one first.
      this.#menu.close();
      soon(() => this.#openMenu(place));
      return;
    }
    if (this.#spec === null || this.#spec.menu.length === 0) return;
    using menu = new NativeMenu("popup", this.#spec.menu);
    this.#menu = menu;
    let item: string | null;
    try {
      item = menu.open(place.x, place.y, hiddenWindow());
    } finally {
      this.#menu = null;
    }
    // The icon may have been removed while its menu was open.
    if (item !== null && this.#spec !== null) this.#events.emit("tray.menuClicked", { item });
  }
}

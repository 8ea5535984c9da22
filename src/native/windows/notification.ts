import { readFileSync, statSync } from "node:fs";
import { win32 } from "node:path";
import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { AppIdentity, NotificationRequest } from "../../contract/ui/index.ts";
import { onMessage } from "./hidden-window.ts";
import { shell32 } from "./lib/shell32.ts";
import { user32 } from "./lib/user32.ts";
import { later } from "./loop.ts";
import {
  fieldText,
  NIF_ICON,
  NIF_INFO,
  NIF_SHOWTIP,
  NIF_TIP,
  NotifyIcon,
} from "./tray/notify-icon.ts";
import { readTrayIcon } from "./tray/tray-icon.ts";
import { wide } from "./wide-text.ts";

// The balloon of an icon in the notification area: Windows 10 and newer show it as any other
// notification. It disappears with its icon, which therefore stays until Windows reports that the
// user has seen it.

const iconNumber = 2;
const iconMessage = 0x8001;
const titleUnits = 64;
const bodyUnits = 256;
const tipUnits = 128;

const NIIF_USER = 4;
const NIIF_NOSOUND = 0x10;
const NIIF_RESPECT_QUIET_TIME = 0x80;
const NIN_BALLOONHIDE = 0x403;
const NIN_BALLOONTIMEOUT = 0x404;
const NIN_BALLOONUSERCLICK = 0x405;
const IDI_APPLICATION = 32512;

/**
 * Milliseconds after which the icon is removed without a report of Windows, as when notifications
 * are off.
 */
const longest = 60_000;

/** The app's notifications. */
export class Notifications {
  readonly #icon = new NotifyIcon(iconNumber, iconMessage);
  #isThere = false;
  #picture = 0;
  /** The number of notifications not reported as closed. */
  #open = 0;
  #callOff = (): void => {};

  /** Shows one, in place of the previous one. @throws FrameworkError `unavailable` */
  show(
    { title, body, icon, sound }: NotificationRequest,
    { name, executable }: Pick<AppIdentity, "name" | "executable">,
  ): void {
    onMessage(iconMessage, (_wParam, lParam) => {
      const event = lParam & 0xffff;
      if (
        event === NIN_BALLOONHIDE ||
        event === NIN_BALLOONTIMEOUT ||
        event === NIN_BALLOONUSERCLICK
      )
        if (--this.#open <= 0) this.remove();
      return 0;
    });
    this.#takePicture(pictureAt(icon) ?? pictureOf(executable));
    const fields = {
      uFlags: NIF_ICON | NIF_TIP | NIF_SHOWTIP | NIF_INFO,
      hIcon: this.#picture,
      hBalloonIcon: this.#picture,
      szTip: fieldText(name, tipUnits),
      szInfoTitle: fieldText(title, titleUnits),
      // Without a text Windows shows nothing.
      szInfo: fieldText(body === "" ? " " : body, bodyUnits),
      dwInfoFlags: NIIF_USER | NIIF_RESPECT_QUIET_TIME | (sound === null ? NIIF_NOSOUND : 0),
    };
    this.#isThere = (this.#isThere && this.#icon.change(fields)) || this.#icon.add(fields);
    if (!this.#isThere) {
      this.remove();
      throw new FrameworkError(
        "unavailable",
        "Cannot show a notification: this desktop shows none",
      );
    }
    this.#open++;
    this.#callOff();
    this.#callOff = later(longest, () => this.remove());
  }

  remove(): void {
    this.#callOff();
    if (this.#isThere) this.#icon.remove();
    this.#isThere = false;
    this.#open = 0;
    this.#takePicture(0);
  }

  #takePicture(picture: number): void {
    if (this.#picture !== 0) user32.DestroyIcon(this.#picture);
    this.#picture = picture;
  }
}

/**
 * Icon themes exist on Linux only: on Windows the icon must be a file. `null`: there is none that
 * could be shown.
 */
function pictureAt(path: string | null): number | null {
  if (path === null || !win32.isAbsolute(path)) return null;
  try {
    return statSync(path).size > limits.pictureBytes.most ? null : readTrayIcon(readFileSync(path));
  } catch {
    // The text matters more than the picture beside it.
    return null;
  }
}

/** The icon of a program's file, or Windows' own for programs without one. */
function pictureOf(executable: string): number {
  const small = new BigUint64Array(new ArrayBuffer(8));
  shell32.ExtractIconExW(wide(executable), 0, null, small, 1);
  return Number(small[0]) || user32.LoadIconW(0, IDI_APPLICATION);
}

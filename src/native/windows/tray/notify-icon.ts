import { hiddenWindow } from "../hidden-window.ts";
import { NOTIFYICONDATAW, shell32 } from "../lib/shell32.ts";
import { wide } from "../wide-text.ts";
import { withoutNul } from "../../shown-text.ts";

// Icons in the notification area belong to a window and have ids there. A GUID would outlive the
// program, but is valid for one path of its file only.

const NIM_ADD = 0;
const NIM_MODIFY = 1;
const NIM_DELETE = 2;
const NIM_SETVERSION = 4;
const NIF_MESSAGE = 1;
/** The icon, tooltip and balloon of an icon: the flags of the set fields. */
export const NIF_ICON = 2;
export const NIF_TIP = 4;
export const NIF_INFO = 0x10;
export const NIF_SHOWTIP = 0x80;
/** Events carry their position on the screen, and keys count as clicks. */
const NOTIFYICON_VERSION_4 = 4;

type Fields = NonNullable<Parameters<typeof NOTIFYICONDATAW.make>[0]>;

/** One of the app's icons in the notification area. */
export class NotifyIcon {
  readonly #number: number;
  readonly #message: number;

  /** @param message sent to the hidden window for each event of the icon */
  constructor(number: number, message: number) {
    this.#number = number;
    this.#message = message;
  }

  /** Shows it; false if no shell shows icons. */
  add(fields: Fields): boolean {
    const all = {
      ...fields,
      uFlags: (fields.uFlags ?? 0) | NIF_MESSAGE,
      uCallbackMessage: this.#message,
    };
    // A busy shell, as at a logon, may report failure after success.
    if (!this.#tell(NIM_ADD, all) && !this.#tell(NIM_MODIFY, all)) return false;
    this.#tell(NIM_SETVERSION, { uVersion: NOTIFYICON_VERSION_4 });
    return true;
  }

  change(fields: Fields): boolean {
    return this.#tell(NIM_MODIFY, fields);
  }

  remove(): void {
    this.#tell(NIM_DELETE, {});
  }

  #tell(what: number, fields: Fields): boolean {
    const data = NOTIFYICONDATAW.make({
      ...fields,
      cbSize: NOTIFYICONDATAW.size,
      hWnd: hiddenWindow(),
      uID: this.#number,
    });
    return shell32.Shell_NotifyIconW(what, data.bytes) !== 0;
  }
}

/**
 * A text for a field of a fixed number of units, including the final NUL; longer texts are
 * truncated.
 */
export function fieldText(text: string, units: number): Uint8Array {
  const whole = withoutNul(text).toWellFormed();
  if (whole.length < units) return wide(whole);
  // No unpaired surrogate remains at the end.
  return wide(`${whole.slice(0, units - 2).replace(/[\uD800-\uDBFF]$/, "")}…`);
}

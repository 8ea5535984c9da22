import { clipboardCommands } from "../../contract/commands/clipboard.ts";
import { checkArguments } from "../calls/arguments.ts";
import type { Services } from "../services.ts";

/**
 * The clipboard for copy and paste, as text, for the app itself: no page has to be open, and no
 * flag is needed. `framework/api/clipboard` describes the systems' rules.
 */
export interface AppClipboard {
  /**
   * Puts a text into the clipboard. Rejects with `bad-argument` for anything else, and with
   * `unavailable` when the system does not accept it.
   *
   * - Wayland: only while one of the app's windows has the keyboard focus.
   *
   * @example
   * await app.clipboard.writeText(link);
   */
  writeText(text: string): Promise<void>;
  /**
   * Reads the text in the clipboard; `null` when it is empty, or holds no text.
   *
   * - Wayland: only while one of the app's windows has the keyboard focus.
   * - Windows: rejects with `unavailable` while another program holds the clipboard.
   */
  readText(): Promise<null | string>;
}

/** @internal */
export function openAppClipboard({ ui }: Services): AppClipboard {
  return {
    async writeText(text) {
      const { args } = clipboardCommands["clipboard.writeText"];
      await ui.call("clipboard.write", checkArguments("clipboard.writeText", args, { text }));
    },
    readText: async () => await ui.call("clipboard.read", null),
  };
}

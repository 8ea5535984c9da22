/**
 * The clipboard for copy and paste, as text.
 *
 * Also `window.__FRAMEWORK__.clipboard` when `build.withGlobalFramework` is true. Each function
 * needs its flag in `framework.allowlist.clipboard`, or `all`.
 */
import { invoke } from "./invoke.ts";
import { textOf } from "./parts/text.ts";

/**
 * Puts a text into the clipboard; for an error, its message. Needs
 * `framework.allowlist.clipboard.writeText`.
 *
 * - Linux: the app owns the text, and it ends with the app unless the desktop runs a clipboard
 *   manager.
 * - Wayland: only while one of the app's windows has the keyboard focus.
 * - Windows, macOS: the text stays unchanged, including line ends.
 * - Windows, macOS: rejects with `unavailable` when the system does not accept it, for example
 *   while another program holds the clipboard.
 *
 * @example
 * await writeText("Hello");
 */
export function writeText(text: string | Error): Promise<void> {
  return invoke("clipboard.writeText", { text: textOf(text) });
}

/**
 * Reads the text in the clipboard; `null` when it is empty, or holds no text. Needs
 * `framework.allowlist.clipboard.readText`.
 *
 * - Wayland: only while one of the app's windows has the keyboard focus.
 * - Windows: rejects with `unavailable` while another program holds the clipboard.
 *
 * @example
 * const text = await readText();
 */
export function readText(): Promise<null | string> {
  return invoke("clipboard.readText", {});
}

/**
 * Key combinations that the app receives globally, even when none of its windows is in front.
 *
 * Also `window.__FRAMEWORK__.globalShortcut` when `build.withGlobalFramework` is true. Needs
 * `framework.allowlist.globalShortcut.all`.
 *
 * A combination is written as words joined by `+`, in any case, the key last:
 * `CommandOrControl+Shift+X`, `Alt+F4`, `Super+Plus`. The words before the key are `Control`
 * (`Ctrl`), `Alt` (`Option`), `Shift`, `Super` (`Command`, `Cmd`: the key with the system's sign)
 * and `CommandOrControl` (Command on macOS, Control elsewhere). A key is a letter, a digit, `F1` to
 * `F35`, `Num0` to `Num9`, a sign such as `,` or `]`, or a name: `Plus`, `Space`, `Tab`, `Enter`,
 * `Escape`, `Backspace`, `Delete`, `Insert`, `Home`, `End`, `PageUp`, `PageDown`, `Up`, `Down`,
 * `Left`, `Right`, `PrintScreen`, `Pause`, `MediaPlayPause`, `VolumeUp` and so on. Different
 * spellings of a combination are the same shortcut.
 *
 * A digit means the key of the digit row with it, also on keyboards on which the digit needs Shift
 * (French, Belgian, Czech): `Ctrl+1` is Control and that key, without Shift.
 *
 * Shortcuts belong to the page that registers them, and end with it, also at a reload.
 *
 * - Linux with X11: a combination of another program is unavailable.
 * - Wayland: the desktop's portal asks the user, who may choose other keys. Without such a portal,
 *   `register` rejects with the code `unavailable`.
 */
import type { shortcutEventPrefix } from "../contract/commands/global-shortcut.ts";
import { FrameworkError } from "../contract/errors.ts";
import { listen, type UnlistenFn } from "./event.ts";
import { invoke } from "./invoke.ts";

/** Gets the combination as it was registered. */
export type ShortcutHandler = (shortcut: string) => void;

const eventPrefix: typeof shortcutEventPrefix = "framework://shortcut/";

/** The function that removes the listener of each combination, in its written form. */
const listeners = new Map<string, UnlistenFn>();

/**
 * Registers a combination. The handler runs once for each press, however long the keys are held.
 * Needs `framework.allowlist.globalShortcut.all`.
 *
 * Rejects with the code `unavailable` when another program, or another page of this app, has it,
 * and with `bad-argument` when it is invalid.
 *
 * @example
 * await register("CommandOrControl+Shift+N", () => openNote());
 */
export async function register(shortcut: string, handler: ShortcutHandler): Promise<void> {
  // The listener is a function of ours.
  if (typeof handler !== "function")
    throw new FrameworkError(
      "bad-argument",
      `Cannot register "${shortcut}": its handler must be a function`,
    );
  const id = newId();
  const unlisten = await listen<string>(`${eventPrefix}${id}`, ({ payload }) => handler(payload));
  try {
    await invoke("globalShortcut.register", { shortcut, id });
  } catch (error) {
    unlisten();
    throw error;
  }
  listeners.get(shortcut)?.();
  listeners.set(shortcut, unlisten);
}

/**
 * Registers several combinations for one handler: all of them, or, when one of them is unavailable,
 * none. Needs `framework.allowlist.globalShortcut.all`.
 *
 * @example
 * await registerAll(["Alt+1", "Alt+2"], (shortcut) => showTab(shortcut));
 */
export async function registerAll(
  shortcuts: readonly string[],
  handler: ShortcutHandler,
): Promise<void> {
  // All at once: a desktop that asks its user asks about all of them in one dialog.
  const results = await Promise.allSettled(
    shortcuts.map((shortcut) => register(shortcut, handler)),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return;
  const done = shortcuts.filter((_, place) => results[place]?.status === "fulfilled");
  await Promise.all(done.map((shortcut) => unregister(shortcut)));
  throw failed.reason;
}

/**
 * Whether a page of this app has a combination. Those of other programs are unknown before an
 * attempt. Needs `framework.allowlist.globalShortcut.all`.
 *
 * @example
 * const isTaken = await isRegistered("Alt+1");
 */
export function isRegistered(shortcut: string): Promise<boolean> {
  return invoke("globalShortcut.isRegistered", { shortcut });
}

/**
 * Unregisters a combination of this page. Needs `framework.allowlist.globalShortcut.all`.
 *
 * @example
 * await unregister("Alt+1");
 */
export async function unregister(shortcut: string): Promise<void> {
  await invoke("globalShortcut.unregister", { shortcut });
  listeners.get(shortcut)?.();
  listeners.delete(shortcut);
}

/**
 * Unregisters all combinations of this page. Needs `framework.allowlist.globalShortcut.all`.
 *
 * @example
 * await unregisterAll();
 */
export async function unregisterAll(): Promise<void> {
  await invoke("globalShortcut.unregisterAll", {});
  for (const unlisten of listeners.values()) unlisten();
  listeners.clear();
}

/**
 * Not counted from 1: a page may contain this module twice, in its bundle and as
 * `window.__FRAMEWORK__`.
 */
function newId(): number {
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  return id;
}

/**
 * The page half: whether the app starts when its user logs in.
 *
 * Needs `plugins.autostart.allowlist.read` or `.change`.
 */
import { invoke } from "framework/api/invoke";

/**
 * Makes the app start when its user logs in. Rejects with `unavailable` in development, and on
 * Windows if the user has switched it off in the system's settings.
 *
 * @example
 * await enable();
 */
export function enable(): Promise<void> {
  return invoke<void>("plugin:autostart|enable" as string);
}

/**
 * Leaves the start of the app to its user.
 *
 * @example
 * await disable();
 */
export function disable(): Promise<void> {
  return invoke<void>("plugin:autostart|disable" as string);
}

/**
 * Whether this app starts when its user logs in: an entry that the user switched off in the
 * system's settings counts as off.
 *
 * @example
 * if (!(await isEnabled())) await enable();
 */
export function isEnabled(): Promise<boolean> {
  return invoke<boolean>("plugin:autostart|is_enabled" as string);
}

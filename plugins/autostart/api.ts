/**
 * The page half: whether the app starts when its user logs in.
 *
 * Needs `plugins.autostart.allowlist.read` or `.change`.
 */
import { invoke } from "framework/api/invoke";

/**
 * Has the app start when its user logs in. Rejects with `unavailable` in development, and on
 * Windows where the user has switched it off in the system's settings.
 *
 * @example
 * await enable();
 */
export function enable(): Promise<void> {
  return invoke<void>("plugin:autostart|enable" as string);
}

/**
 * Has the app start by its user alone.
 *
 * @example
 * await disable();
 */
export function disable(): Promise<void> {
  return invoke<void>("plugin:autostart|disable" as string);
}

/**
 * Whether the app starts when its user logs in, and it is this one: what the user switched off in
 * the system's settings is off.
 *
 * @example
 * if (!(await isEnabled())) await enable();
 */
export function isEnabled(): Promise<boolean> {
  return invoke<boolean>("plugin:autostart|is_enabled" as string);
}

/**
 * The end of the app.
 *
 * Also `window.__FRAMEWORK__.process` when `build.withGlobalFramework` is true. Each function needs
 * its flag in `framework.allowlist.process`, or `all`.
 */
import { FrameworkError } from "../contract/errors.ts";
import { invoke } from "./invoke.ts";

/**
 * Ends the app, without asking its windows. Programs that pages have started end with it. Needs
 * `framework.allowlist.process.exit`.
 *
 * Rejects with `bad-argument` for a code that is no integer of 32 bits.
 *
 * - Linux, macOS: only the lowest eight bits of the code arrive: -1 as 255, and 256 as 0.
 *
 * @param exitCode the exit code of the process. Default: 0
 *
 * @example
 * await exit(1);
 */
export async function exit(exitCode = 0): Promise<void> {
  // As JSON it would be `null`, as if it was absent.
  if (typeof exitCode === "number" && !Number.isFinite(exitCode))
    throw new FrameworkError(
      "bad-argument",
      `Cannot run "process.exit": "code" is ${exitCode}, it must be a whole number`,
    );
  await invoke("process.exit", { code: exitCode });
}

/**
 * Ends the app and starts it again, with the arguments it was started with. Needs
 * `framework.allowlist.process.relaunch`.
 *
 * Rejects with the code `not-allowed` when the app may not be restarted, and with the reason when
 * its file was removed or replaced by a folder; the app continues then.
 *
 * - Linux: an AppImage is started as a whole, so that a new version of the file is used.
 * - macOS: refused when the path of the executable holds a symbolic link, unless
 *   `framework.allowlist.process.relaunchDangerousAllowSymlinkMacos` is set.
 * - `framework dev` restarts the app; servers and hooks continue.
 *
 * @example
 * if (await ask("Restart now?")) await relaunch();
 */
export function relaunch(): Promise<void> {
  return invoke("process.relaunch", {});
}

import { openProgramFile, type OpenProgram } from "../../contract/open-programs.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { callback } from "../ffi/callback.ts";
import type { Address } from "../ffi/signature.ts";
import { Held } from "../ffi/held.ts";
import { gdk, gdkX11 } from "./lib/gdk.ts";
import { gio } from "./lib/gio.ts";
import { glib } from "./lib/glib.ts";
import { checked, Reference, StringList } from "./memory.ts";
import { withoutNul } from "../shown-text.ts";
import { withInheritedLimits } from "./open-files-limit.ts";
import { engineVariables } from "./page/nvidia-driver.ts";
import { windowSystem } from "./window/display.ts";

const launches = new Held<(result: Address) => void>("launched addresses");

const launched = callback("npL>v", (_source, result, number) => launches.take(number)?.(result));

/**
 * Opens an address in the user's application for it, through the portal if the app is sandboxed.
 * Settles when the application has started.
 * @param executable this app's executable
 */
export function openAddress(address: string, executable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const number = launches.add((result) => {
      try {
        checked((error) => gio.g_app_info_launch_default_for_uri_finish(result, error));
        resolve();
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        reject(new FrameworkError("unavailable", `Cannot open "${address}": ${reason}`, { cause }));
      }
    });
    using context = launchContext(executable);
    gio.g_app_info_launch_default_for_uri_async(
      withoutNul(address),
      context.address,
      null,
      launched(),
      number,
    );
  });
}

/**
 * Programs that GIO starts get this process's environment, with these changes, and the time of the
 * user's last action here: some desktops bring no window to the front without it.
 */
function launchContext(executable: string): Reference {
  const display = displayOfAction();
  const context = new Reference(
    display === null
      ? gio.g_app_launch_context_new()
      : gdk.gdk_display_get_app_launch_context(display),
  );
  const others = environmentForOthers(executable);
  for (const [name, value] of Object.entries(process.env)) {
    const given = others[name];
    if (given === undefined) gio.g_app_launch_context_unsetenv(context.address, name);
    else if (given !== value) gio.g_app_launch_context_setenv(context.address, name, given);
  }
  for (const name of engineVariables)
    if (process.env[name] === undefined) gio.g_app_launch_context_unsetenv(context.address, name);
  return context;
}

/** The display, if it can report the user's last action. */
function displayOfAction(): Address | null {
  const display = gdk.gdk_display_get_default();
  if (display === null || windowSystem() !== "x11") return display;
  // There was none: GDK would send the time 0, which window managers interpret as a request to stay
  // behind other windows.
  return gdkX11.gdk_x11_display_get_user_time(display) === 0 ? null : display;
}

/** The arguments of a program before an address. */
const argumentsBefore: Partial<Record<OpenProgram, readonly string[]>> = { gio: ["open"] };

// G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL. It has no input, and is no child of
// ours: no process API of Bun notices its end while the toolkit's loop runs.
const silent = (1 << 3) | (1 << 4);

/** Opens an address in a program of the user's. */
export function openWith(program: OpenProgram, address: string, executable: string): void {
  const environment = environmentForOthers(executable);
  const name = openProgramFile(program, "linux");
  const file = name === null ? null : Bun.which(name, { PATH: environment["PATH"] ?? "" });
  if (file === null)
    throw new FrameworkError(
      "unavailable",
      `Cannot open "${address}" with "${program}": it is not installed`,
    );
  const args = new StringList([file, ...(argumentsBefore[program] ?? []), address]);
  const env = new StringList(Object.entries(environment).map(([key, value]) => `${key}=${value}`));
  try {
    checked((error) =>
      withInheritedLimits(() =>
        glib.g_spawn_async(null, args.pointers, env.pointers, silent, null, null, null, error),
      ),
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FrameworkError("io", `Cannot open "${address}" with "${program}": ${reason}`, {
      cause,
    });
  }
}

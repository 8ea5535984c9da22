import type { Environment } from "../../process/environment.ts";
import { glib } from "./lib/glib.ts";

// A program that a snap starts inherits the folders of the snap's own toolkit, for example in the
// terminal of VS Code from Ubuntu's store. GTK would load modules from there, which need another C
// library: the app ends with "undefined symbol: __libc_pthread_init". Source:
// https://github.com/microsoft/vscode/issues/179086

/** The variables by which libraries of the toolkit find their modules, settings and data. */
const variables = [
  "GDK_PIXBUF_MODULEDIR",
  "GDK_PIXBUF_MODULE_FILE",
  "GIO_EXTRA_MODULES",
  "GIO_MODULE_DIR",
  "GSETTINGS_SCHEMA_DIR",
  "GTK_DATA_PREFIX",
  "GTK_EXE_PREFIX",
  "GTK_IM_MODULE_FILE",
  "GTK_PATH",
  "LOCPATH",
  "XDG_DATA_DIRS",
] as const;

/** `/snap/code/133/usr/lib`, `/var/lib/snapd/snap/…`, `/home/ada/snap/code/common/…` */
const inSnap = /\/snap\/[^/]+\//;

/** The executables of snaps. */
const ofSnap = /^(?:\/var\/lib\/snapd)?\/snap\//;

/**
 * The variables that name folders of a snap that is not the app's, with their values without these
 * folders; `null`: without a value.
 */
export function foreignSnapChanges(
  executable: string,
  environment: Environment,
): ReadonlyMap<string, string | null> {
  const changes = new Map<string, string | null>();
  for (const name of ofSnap.test(executable) ? [] : variables) {
    const folders = environment[name]?.split(":") ?? [];
    const others = folders.filter((folder) => !inSnap.test(`${folder}/`));
    if (others.length < folders.length) changes.set(name, others.join(":") || null);
  }
  return changes;
}

/** Leaves the toolkit of a foreign snap. Call it before the toolkit looks for modules. */
export function leaveForeignSnap(): void {
  for (const [name, value] of foreignSnapChanges(process.execPath, process.env))
    if (value === null) glib.g_unsetenv(name);
    else glib.g_setenv(name, value, true);
}

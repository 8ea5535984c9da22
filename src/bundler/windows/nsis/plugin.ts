import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The kinds of installers with a plugin. NSIS itself makes only the first; the second is Debian's,
 * and the only one that its Wine runs, so tests make it. With the bytes of a character and of an
 * address.
 */
export const pluginKinds = {
  "x86-unicode": { character: 2, address: 4 },
  "amd64-unicode": { character: 2, address: 8 },
} as const;
export type PluginKind = keyof typeof pluginKinds;

/** The folder of the committed plugins. Their source is in stub/nsis. */
export const pluginFolder = fileURLToPath(new URL("../stub", import.meta.url));

/** Its name in scripts, which is the name of its file. */
export const pluginName = "payload";

/** The path of the plugin for a kind of installer, below a folder. */
export function pluginPath(kind: PluginKind, folder: string): string {
  return join(folder, kind, `${pluginName}.dll`);
}

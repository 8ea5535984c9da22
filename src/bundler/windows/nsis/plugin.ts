import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The kinds of installers that there is a plugin for. NSIS itself makes the first alone; the second
 * is Debian's, and the only one that its Wine runs, so it is made by tests. Beside them: the bytes
 * of a character and of an address.
 */
export const pluginKinds = {
  "x86-unicode": { character: 2, address: 4 },
  "amd64-unicode": { character: 2, address: 8 },
} as const;
export type PluginKind = keyof typeof pluginKinds;

/** Where the committed plugins lie. Their source is in stub/nsis. */
export const pluginFolder = fileURLToPath(new URL("../stub", import.meta.url));

/** How scripts call it, which is the name of its file. */
export const pluginName = "payload";

/** Where the plugin for a kind of installer lies below a folder. */
export function pluginPath(kind: PluginKind, folder: string): string {
  return join(folder, kind, `${pluginName}.dll`);
}

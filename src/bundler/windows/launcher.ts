import { readFile } from "../../disk/read.ts";
import type { Architecture } from "../../contract/target.ts";
import { brandExecutable, type ExecutableFacts } from "./executable.ts";

/**
 * The executable of an app that shares its runtime: the starter (stub/starter-windows), with the app's name, icon and version.
 * It finds the rest of the app in the folder `app` beside it.
 */
export function sharedLauncher(architecture: Architecture, facts: ExecutableFacts): Uint8Array {
  const starter = new URL(`./stub/starter-${architecture}.exe`, import.meta.url);
  return brandExecutable(readFile(starter), facts);
}

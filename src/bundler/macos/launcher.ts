import { readFile } from "../../disk/read.ts";
import type { MakeContext } from "../format-table.ts";
import type { PackagedFile } from "../resources.ts";
import { runtimeConfFile, sharedFiles } from "../runtime/shared-app.ts";
import type { MacApp } from "./macos-app.ts";

/** What starts an app: its executable, or the starter (stub/starter-macos), which finds the rest of the app among its resources. */
export function launcher(
  { shared, target }: MacApp,
  { executable }: Pick<MakeContext, "executable">,
): Uint8Array {
  if (shared === null) return executable();
  return readFile(new URL(`./stub/starter-${target.architecture}`, import.meta.url));
}

/** What an app that shares its runtime has among its resources: nothing but code may lie beside its launcher. */
export function sharedPart({ shared, productName }: MacApp): readonly PackagedFile[] {
  return shared === null ? [] : [...sharedFiles(shared), runtimeConfFile(productName, shared)];
}

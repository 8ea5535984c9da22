import { FrameworkError } from "../../contract/errors.ts";
import type { Address } from "../ffi/signature.ts";
import { pathForC } from "../path-for-c.ts";
import { NSURL } from "./lib/foundation.ts";
import { nsString, optionalText } from "./objc/text.ts";

/** The URL of a file or folder, owned by the surrounding pool. */
export function fileUrl(path: string, isFolder: boolean): Address {
  return NSURL.send("fileURLWithPath:isDirectory:", nsString(pathForC(path)), isFolder);
}

/** The path of a real file or folder, in the form for pages. */
export function pathOf(url: Address): string {
  const address = NSURL.at(url);
  const path = address.send("isFileURL") ? optionalText(address.send("path")) : null;
  if (path !== null) return path;
  const given = optionalText(address.send("absoluteString")) ?? "";
  throw new FrameworkError("bad-path", `Cannot use "${given}": want a file of this machine`);
}

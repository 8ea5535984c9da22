import path from "node:path";
import type { PathRules } from "./dialect.ts";

/**
 * A hidden name beside the installed file: `.<its name>.<end>`. Names have at most 255 bytes.
 *
 * @param rules Default: those of this machine
 */
export function hiddenName(
  place: string,
  end: string,
  { basename, dirname, join }: PathRules = path,
): string {
  const name = Buffer.from(basename(place))
    .subarray(0, 200)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
  return join(dirname(place), `.${name}.${end}`);
}

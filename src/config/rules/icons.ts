import { readFileSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pictureFormat, reasonAgainstPicture } from "../../contract/picture.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

/** The icons that are there must be pictures that systems can show. */
export function icons(context: RuleContext): void {
  const { bundle, systemTray } = context.config.framework;
  for (const [index, icon] of bundle.icon.entries())
    check(context, ["framework", "bundle", "icon", index], icon);
  if (systemTray !== null) check(context, ["framework", "systemTray", "iconPath"], systemTray.iconPath);
}

function check(context: RuleContext, path: Path, icon: string): void {
  const file = resolve(context.folder, icon);
  // What is not there is another rule's.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return;
  const reason = reasonAgainst(readFileSync(file), extname(icon).toLowerCase());
  if (reason !== null) context.error(path, reason, { code: "bad-file" });
}

function reasonAgainst(bytes: Buffer, extension: string): string | null {
  if (extension === ".svg") return bytes.includes("<svg") ? null : "must be an SVG picture, as its name says";
  if (extension === ".icns")
    return bytes.toString("latin1", 0, 4) === "icns" ? null : "must be an ICNS file, as its name says";
  const reason = reasonAgainstPicture(bytes);
  if (reason !== null || ![".png", ".ico"].includes(extension)) return reason;
  // Packages and systems go by the name.
  return extension === `.${pictureFormat(bytes)}`
    ? null
    : `must be ${extension === ".png" ? "a PNG" : "an ICO"} file, as its name says`;
}

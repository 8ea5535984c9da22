import type { System } from "../contract/target.ts";
import { trimmedEnd } from "../contract/text/trimmed-end.ts";
import { isFileName } from "./windows/file-name.ts";

// What is called after a product where people see it. What machines and package managers read is
// its `packageName`.

/** A product as its folder, shortcut, bundle or volume can be called. */
export function productFileName(product: string, system: Exclude<System, "linux">): string {
  if (system === "macos") return product.replaceAll(/[/:]/g, "-").replace(/^\.+/, "") || "App";
  // What no file of Windows can be called, and what NSIS and shortcuts take for the beginning or
  // the end of a variable.
  const plain = product.replaceAll(/[<>:"/\\|?*]|[$%{}`]/g, " ").replaceAll(/\s+/g, " ");
  const name = trimmedEnd(plain, ". ").replace(/^[. ]+/, "");
  return name !== "" && isFileName(name) ? name : `${name} App`.trim();
}

/** A product as its executable is called: one word, of what no shell means anything by. */
export function executableName(product: string, system: System): string {
  const plain = product.trim().replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  const name = trimmedEnd(plain, "-.").replace(/^[-.]+/, "") || "app";
  if (system !== "windows") return name;
  return isFileName(`${name}.exe`) ? `${name}.exe` : `${name}-app.exe`;
}

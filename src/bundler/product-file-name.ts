import type { System } from "../contract/target.ts";
import { isFileName } from "./windows/file-name.ts";

// What is called after a product where people see it. What machines and package managers read is its `packageName`.

/** A product as its folder, shortcut, bundle or volume can be called. */
export function productFileName(product: string, system: Exclude<System, "linux">): string {
  if (system === "macos") return product.replaceAll(/[/:]/g, "-").replace(/^\.+/, "") || "App";
  const name = product
    // What no file of Windows can be called, and what NSIS and shortcuts take for the beginning or the end of a variable.
    .replaceAll(/[<>:"/\\|?*]|[$%{}`]/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, "");
  return name !== "" && isFileName(name) ? name : `${name} App`.trim();
}

/** A product as its executable is called: one word, of what no shell means anything by. */
export function executableName(product: string, system: System): string {
  const name =
    product
      .trim()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
      .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "") || "app";
  if (system !== "windows") return name;
  return isFileName(`${name}.exe`) ? `${name}.exe` : `${name}-app.exe`;
}

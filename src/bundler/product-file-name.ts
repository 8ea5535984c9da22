import type { System } from "../contract/target.ts";
import { trimmedEnd } from "../contract/text/trimmed-end.ts";
import { isFileName } from "./windows/file-name.ts";

// Names derived from the product for people. Machines and package managers read its `packageName`.

/** The name of a product's folder, shortcut, bundle or volume. */
export function productFileName(product: string, system: Exclude<System, "linux">): string {
  if (system === "macos") return product.replaceAll(/[/:]/g, "-").replace(/^\.+/, "") || "App";
  // Characters that Windows forbids in file names, and that NSIS and shortcuts treat as the
  // delimiters of variables.
  const plain = product.replaceAll(/[<>:"/\\|?*]|[$%{}`]/g, " ").replaceAll(/\s+/g, " ");
  const name = trimmedEnd(plain, ". ").replace(/^[. ]+/, "");
  return name !== "" && isFileName(name) ? name : `${name} App`.trim();
}

/** The name of a product's executable: one word, without special characters of shells. */
export function executableName(product: string, system: System): string {
  const plain = product.trim().replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  const name = trimmedEnd(plain, "-.").replace(/^[-.]+/, "") || "app";
  if (system !== "windows") return name;
  return isFileName(`${name}.exe`) ? `${name}.exe` : `${name}-app.exe`;
}

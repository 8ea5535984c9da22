import type { FileFilter } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { UTType } from "../lib/appkit/panels.ts";
import { nsString, optionalText } from "../objc/text.ts";

/**
 * The system's types for the extensions of a file type; empty: every file. The surrounding pool
 * owns them.
 */
export function contentTypes({ extensions }: FileFilter): readonly Address[] {
  if (extensions.includes("*")) return [];
  // The system derives types from the last extension. Undeclared ones get a dynamic type.
  const types = extensions.map((extension) =>
    UTType.send(
      "typeWithFilenameExtension:",
      nsString(extension.slice(extension.lastIndexOf(".") + 1)),
    ),
  );
  return types.every((type) => type !== null) ? types : [];
}

/**
 * The types with which a panel appends the first extension of a file type; empty: it would append
 * another one ("jpeg" for "jpg"), so we append it.
 */
export function savedTypes(kind: FileFilter): readonly Address[] {
  const types = contentTypes(kind);
  const [first] = types;
  if (first === undefined) return [];
  const extension = optionalText(UTType.at(first).send("preferredFilenameExtension"));
  return extension === kind.extensions[0] ? types : [];
}

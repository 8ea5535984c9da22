import type { FileFilter } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { UTType } from "../lib/panels.ts";
import { nsString, optionalText } from "../objc/text.ts";

/**
 * The system's types for the extensions of a kind of files; none: every file. They are lent by the
 * pool around.
 */
export function contentTypes({ extensions }: FileFilter): readonly Address[] {
  if (extensions.includes("*")) return [];
  // The system knows types by what stands behind the last dot. Those that nobody has declared get
  // one for the occasion.
  const types = extensions.map((extension) =>
    UTType.send(
      "typeWithFilenameExtension:",
      nsString(extension.slice(extension.lastIndexOf(".") + 1)),
    ),
  );
  return types.every((type) => type !== null) ? types : [];
}

/**
 * The types by which a panel puts the kind's first extension behind a name; none: it would put
 * another one there ("jpeg" for "jpg"), so it has to be left to us.
 */
export function savedTypes(kind: FileFilter): readonly Address[] {
  const types = contentTypes(kind);
  const [first] = types;
  if (first === undefined) return [];
  const extension = optionalText(UTType.at(first).send("preferredFilenameExtension"));
  return extension === kind.extensions[0] ? types : [];
}

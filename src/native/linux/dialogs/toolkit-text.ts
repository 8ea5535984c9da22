import { glib } from "../lib/glib.ts";

/** GTK's own text in the user's language. */
export function toolkitText(text: string): string {
  return glib.g_dgettext("gtk30", text);
}

/** The label of one of GTK's buttons, as a title: without the mark of the access key. */
export function toolkitWord(label: string): string {
  // Languages without a letter for it write the key behind the word: "保存(_S)".
  return toolkitText(label)
    .replace(/\s*\(_.\)/u, "")
    .replace("_", "");
}

/** Text for a button whose label syntax marks the access key with "_". */
export function literalLabel(text: string): string {
  return text.replaceAll("_", "__");
}

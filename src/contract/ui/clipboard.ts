export interface ClipboardCalls {
  "clipboard.write": (options: { readonly text: string }) => void;
  /** `null`: there is nothing in it, or no text. */
  "clipboard.read": (options: null) => string | null;
}

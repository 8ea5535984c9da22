import { callback } from "../ffi/callback.ts";
import { textAt, type Address } from "../ffi/signature.ts";
import { Held } from "../ffi/held.ts";
import { gdk } from "./lib/gdk.ts";
import { gtk } from "./lib/gtk.ts";
import { withoutNul } from "../shown-text.ts";

const reads = new Held<(text: string | null) => void>("clipboard reads");

const received = callback("pnL>v", (_clipboard, text, number) => {
  reads.take(number)?.(text === null ? null : textAt(text));
});

// What is copied and pasted; PRIMARY, what is selected and dropped by the middle button, is another one.
function theClipboard(): Address {
  return gtk.gtk_clipboard_get(gdk.gdk_atom_intern("CLIPBOARD", false));
}

/** Puts a text into the clipboard: this program hands it out from now on, as long as it runs. */
export function writeClipboard(text: string): void {
  const clipboard = theClipboard();
  const bytes = Buffer.from(withoutNul(text));
  // One more byte, so that there is memory behind an empty text.
  gtk.gtk_clipboard_set_text(clipboard, Buffer.concat([bytes, Buffer.alloc(1)]), bytes.length);
  gtk.gtk_clipboard_set_can_store(clipboard, null, 0);
}

/** Asks whoever owns the clipboard for its text. */
export function readClipboard(): Promise<string | null> {
  return new Promise((resolve) => {
    gtk.gtk_clipboard_request_text(theClipboard(), received(), reads.add(resolve));
  });
}

/** Hands what this program has put into the clipboard to the desktop's clipboard manager, if there is one. */
export function storeClipboard(): void {
  if (gdk.gdk_display_get_default() !== null) gtk.gtk_clipboard_store(theClipboard());
}

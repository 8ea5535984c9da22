import { toArrayBuffer, type Pointer } from "bun:ffi";
import { FrameworkError } from "../../contract/errors.ts";
import { callback } from "../ffi/callback.ts";
import { textAt, type Address } from "../ffi/signature.ts";
import { Held } from "../ffi/held.ts";
import { gdk } from "./lib/gdk.ts";
import { gtk } from "./lib/gtk.ts";
import { libc } from "./lib/libc.ts";
import { later } from "./loop.ts";
import { withoutNul } from "../shown-text.ts";

// Another program provides the text, or takes it: if it hangs, it must block neither a call nor the
// end of the app. GTK itself waits 30 s for each text format that it requests, and 10 s at the end.

/** Milliseconds for the owner of the clipboard to provide its text. */
const patience = 10_000;
/**
 * The same for a clipboard manager that takes the text when the app ends: the rest of the 5 s of an
 * end after `endPatience`.
 */
export const managersPatience = 900;

const reads = new Held<(text: string | null) => void>("clipboard reads");

const bytesReceived = callback("ppL>v", (clipboard, data, number) => {
  const take = reads.get(number);
  if (take === undefined) return; // given up
  const text = textIn(data);
  // GTK requests the older text formats, one after the other.
  if (text === null) gtk.gtk_clipboard_request_text(clipboard, textReceived(), number);
  else take(text);
});

const textReceived = callback("pnL>v", (_clipboard, text, number) => {
  reads.get(number)?.(text === null ? null : textAt(text));
});

/** The text unchanged. GTK would normalize line ends to line feeds. */
function textIn(data: Address): string | null {
  const length = gtk.gtk_selection_data_get_length(data);
  if (length < 0) return null;
  const bytes = gtk.gtk_selection_data_get_data(data);
  if (length === 0 || bytes === null) return "";
  const text = Buffer.from(toArrayBuffer(bytes as Pointer, 0, length)).toString();
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}

// The clipboard for copy and paste; PRIMARY, for selecting and the middle button, is another one.
function theClipboard(): Address {
  return gtk.gtk_clipboard_get(gdk.gdk_atom_intern("CLIPBOARD", false));
}

/** Puts a text into the clipboard: this program provides it from now on, until it ends. */
export function writeClipboard(text: string): void {
  const clipboard = theClipboard();
  const bytes = Buffer.from(withoutNul(text));
  // One more byte, so that an empty text has memory, too.
  gtk.gtk_clipboard_set_text(clipboard, Buffer.concat([bytes, Buffer.alloc(1)]), bytes.length);
  gtk.gtk_clipboard_set_can_store(clipboard, null, 0);
}

/**
 * Requests the text from the owner of the clipboard.
 * @throws FrameworkError `unavailable` when the owner does not answer
 */
export function readClipboard(): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const giveUp = later(patience, () => {
      reads.take(number);
      const seconds = patience / 1000;
      reject(
        new FrameworkError(
          "unavailable",
          `Cannot read the clipboard: the program that holds its text did not answer within ${seconds} s; end that program, or copy something else`,
        ),
      );
    });
    const number = reads.add((text) => {
      reads.take(number);
      giveUp();
      resolve(text);
    });
    const target = gdk.gdk_atom_intern("UTF8_STRING", false);
    gtk.gtk_clipboard_request_contents(theClipboard(), target, bytesReceived(), number);
  });
}

/**
 * Passes the clipboard content of this program to the desktop's clipboard manager, if there is one,
 * as the last step of the app. If the manager hangs, the process ends here.
 */
export function storeClipboard(exitCode: number): void {
  if (gdk.gdk_display_get_default() === null) return;
  // GTK runs a nested loop inside of the call, and there is no other way to leave it.
  const giveUp = later(managersPatience, () => {
    process.stderr.write(
      `framework: the copied text is lost: the desktop's clipboard manager did not take it within ${managersPatience / 1000} s\n`,
    );
    libc._exit(exitCode);
  });
  gtk.gtk_clipboard_store(theClipboard());
  giveUp();
}

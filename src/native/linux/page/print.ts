import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { webkit } from "../lib/webkit.ts";
import { Reference } from "../memory.ts";
import { connect } from "../object.ts";

// The engine's own print dialog runs a nested loop inside the call that shows it. This is the same
// dialog of GTK without that loop: the operation is printed after the dialog has been answered.

const GTK_RESPONSE_OK = -5;
// PAGE_SET, COPIES, COLLATE, REVERSE, SCALE, NUMBER_UP, NUMBER_UP_LAYOUT: the features that the
// engine implements itself.
const capabilities = (1 << 0) | (1 << 1) | (1 << 2) | (1 << 3) | (1 << 4) | (1 << 8) | (1 << 9);

const operations = new Held<Reference>("print operations");

const responded = callback("piL>v", (dialog, response, number) => {
  const operation = operations.get(number)?.address;
  if (response === GTK_RESPONSE_OK && operation !== undefined) {
    using settings = new Reference(gtk.gtk_print_unix_dialog_get_settings(dialog));
    webkit.webkit_print_operation_set_print_settings(operation, settings.address);
    webkit.webkit_print_operation_set_page_setup(
      operation,
      gtk.gtk_print_unix_dialog_get_page_setup(dialog),
    );
    webkit.webkit_print_operation_print(operation);
  }
  gtk.gtk_widget_destroy(dialog);
});

const destroyed = callback("pL>v", (_dialog, number) =>
  operations.take(number)?.[Symbol.dispose](),
);

/**
 * Asks the user how to print the document of an operation, and prints it. Blocks the window only.
 */
export function showPrintDialog(window: Address, operation: Address): void {
  gobject.g_object_ref(operation);
  const number = operations.add(new Reference(operation));
  const dialog = gtk.gtk_print_unix_dialog_new(null, window);
  gtk.gtk_print_unix_dialog_set_embed_page_setup(dialog, true);
  gtk.gtk_print_unix_dialog_set_manual_capabilities(dialog, capabilities);
  gtk.gtk_window_set_modal(dialog, true);
  gtk.gtk_window_set_destroy_with_parent(dialog, true);
  connect(dialog, "response", responded, number);
  connect(dialog, "destroy", destroyed, number);
  gtk.gtk_widget_show(dialog);
}

/** Prints the page of a view, as the page itself does with `window.print()`. */
export function printView(window: Address, view: Address): void {
  using operation = new Reference(webkit.webkit_print_operation_new(view));
  showPrintDialog(window, operation.address);
}

import { limits } from "../../../contract/limits.ts";
import type { DialogKind } from "../../../contract/commands/dialog.ts";
import type { PixelSize } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import { firstLines, shown } from "../../shown-text.ts";
import { glib } from "../lib/glib.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { booleanProperty, connect, create } from "../object.ts";
import { workArea } from "../window/display.ts";

/** A message box. `detail` is smaller, below the text. */
export interface MessageBox {
  /**
   * The parent window, which it blocks; `null`: it has no parent, and blocks all windows of the
   * app.
   */
  readonly parent: Address | null;
  readonly kind: DialogKind | "question";
  readonly title: string;
  readonly text: string;
  readonly detail?: string;
  /**
   * In GTK's notation, "_" before the access key; the affirmative first, the one for Escape last.
   */
  readonly buttons: readonly string[];
  /** The button that Return presses. Default: the first. */
  readonly defaultButton?: number;
  /** The buttons marked as dangerous. */
  readonly destructive?: readonly number[];
  readonly checkbox?: { readonly text: string; readonly checked: boolean } | null;
  /** Whether it has a bar of progress. */
  readonly hasProgress?: boolean;
}

/** A message box on the screen. */
export interface OpenBox {
  /** Closes it without an answer. */
  readonly close: () => void;
  /** Moves its bar, from 0 to 1. */
  readonly setProgress: (done: number) => void;
}

const boxes = new Held<{ readonly address: Address; readonly answer: (response: number) => void }>(
  "message boxes",
);

const responded = callback("piL>v", (_dialog, response, number) => {
  boxes.take(number)?.answer(response);
});

const kinds = {
  info: { type: 0, icon: "dialog-information" },
  warning: { type: 1, icon: "dialog-warning" },
  question: { type: 2, icon: "dialog-question" },
  error: { type: 3, icon: "dialog-error" },
} as const;

const GTK_ICON_SIZE_DIALOG = 6;

// The layout time of one word grows with the square of its length: 3,000 letters block every window
// for 5 s.
const longestWord = 100;

/** The text with invisible break points inside of words that no line could hold. */
function wrappable(text: string): string {
  return shown(firstLines(text, limits.dialogLines), limits.dialogText).replace(
    new RegExp(`\\S{${longestWord}}(?=\\S)`, "gu"),
    "$&\u200B",
  );
}

/** The answer to a box. */
export interface BoxAnswer {
  /** `null`: by Escape or the close box. */
  readonly button: number | null;
  readonly isChecked: boolean;
}

/**
 * Shows a message box and answers with the index of the pressed button; Escape and the close box
 * are the last one. The returned function closes it without an answer.
 */
export function openMessageBox(box: MessageBox, answer: (button: number) => void): () => void {
  return openChoiceBox(box, ({ button }) => answer(button ?? box.buttons.length - 1)).close;
}

/** Shows a message box until it is answered. */
export function openChoiceBox(box: MessageBox, answer: (given: BoxAnswer) => void): OpenBox {
  const { type, icon } = kinds[box.kind];
  // Set as properties: gtk_message_dialog_new takes a format string, and this text is literal.
  const address = create(gtk.gtk_message_dialog_get_type(), {
    "message-type": { enum: type, type: gtk.gtk_message_type_get_type() },
    "use-header-bar": { int: 0 },
    ...(box.parent !== null && {
      "transient-for": { object: box.parent, type: gtk.gtk_window_get_type() },
    }),
    modal: { boolean: true },
    title: { string: shown(box.title, limits.title) },
    text: { string: wrappable(box.text) },
    ...(box.detail === undefined ? {} : { "secondary-text": { string: wrappable(box.detail) } }),
  });
  // The type alone has shown no icon since GTK 3; screen readers announce it.
  const image = gtk.gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_DIALOG);
  gtk.gtk_widget_show(image);
  gtk.gtk_message_dialog_set_image(address, image);
  // GTK fills the row from the left, and the affirmative button belongs on the right.
  for (const [index, label] of [...box.buttons.entries()].toReversed()) {
    const button = gtk.gtk_dialog_add_button(address, label, index);
    if (box.destructive?.includes(index) === true)
      gtk.gtk_style_context_add_class(
        gtk.gtk_widget_get_style_context(button),
        "destructive-action",
      );
  }
  gtk.gtk_dialog_set_default_response(address, box.defaultButton ?? 0);
  const checkbox = addCheckbox(address, box.checkbox ?? null);
  fitOnScreen(address, box.parent);
  const bar = box.hasProgress === true ? addBar(address) : null;

  const number = boxes.add({
    address,
    answer: (response) => {
      const isChecked = checkbox !== null && booleanProperty(checkbox, "active");
      gtk.gtk_widget_destroy(address);
      // Escape and the close box arrive as negative numbers.
      answer({ button: response >= 0 ? response : null, isChecked });
    },
  });
  connect(address, "response", responded, number);
  gtk.gtk_window_present(address);
  return {
    close: () => {
      if (boxes.take(number) !== undefined) gtk.gtk_widget_destroy(address);
    },
    setProgress: (done) => {
      if (bar !== null && boxes.get(number) !== undefined)
        gtk.gtk_progress_bar_set_fraction(bar, Math.min(Math.max(done, 0), 1));
    },
  };
}

function addBar(dialog: Address): Address {
  const bar = gtk.gtk_progress_bar_new();
  gtk.gtk_container_add(gtk.gtk_message_dialog_get_message_area(dialog), bar);
  gtk.gtk_widget_show(bar);
  return bar;
}

function addCheckbox(dialog: Address, checkbox: MessageBox["checkbox"] | null): Address | null {
  if (checkbox === null || checkbox === undefined) return null;
  const check = gtk.gtk_check_button_new_with_label(checkbox.text);
  gtk.gtk_toggle_button_set_active(check, checkbox.checked);
  gtk.gtk_container_add(gtk.gtk_message_dialog_get_message_area(dialog), check);
  gtk.gtk_widget_show(check);
  return check;
}

const PANGO_WRAP_WORD_CHAR = 2;
const GTK_ORIENTATION_VERTICAL = 1;
const GTK_POLICY_NEVER = 2;
const GTK_POLICY_AUTOMATIC = 1;
const roomForTheRest = 160;

/** Wraps text that is wider than the dialog, or than the screen, and makes higher text scroll. */
function fitOnScreen(dialog: Address, parent: Address | null): void {
  const area = gtk.gtk_message_dialog_get_message_area(dialog);
  const labels = childrenOf(area);
  for (const label of labels) gtk.gtk_label_set_line_wrap_mode(label, PANGO_WRAP_WORD_CHAR);
  const { width, height } = workArea(parent);
  if (naturalSize(dialog).width > width) narrow(dialog, labels, width);
  const [text] = labels;
  if (text === undefined || naturalSize(dialog).height <= height - roomForTheRest / 2) return;
  const scrolled = gtk.gtk_scrolled_window_new(null, null);
  gtk.gtk_scrolled_window_set_policy(scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk.gtk_widget_set_size_request(
    scrolled,
    Math.min(500, width - roomForTheRest),
    height - 2 * roomForTheRest,
  );
  gobject.g_object_ref(text);
  gtk.gtk_container_remove(area, text);
  gtk.gtk_container_add(scrolled, text);
  gobject.g_object_unref(text);
  gtk.gtk_container_add(area, scrolled);
  gtk.gtk_widget_show_all(scrolled);
}

// GTK wraps a text after this many letters.
const longestLine = 60;
const shortestLine = 10;

/**
 * Wraps lines until the dialog is no wider than the screen; buttons without space in a row are
 * stacked.
 */
function narrow(dialog: Address, texts: readonly Address[], width: number): void {
  const buttons = gtk.gtk_dialog_get_action_area(dialog);
  const labels = [...texts];
  if (naturalSize(buttons).width > width) {
    gtk.gtk_orientable_set_orientation(buttons, GTK_ORIENTATION_VERTICAL);
    for (const button of childrenOf(buttons)) {
      const label = gtk.gtk_bin_get_child(button);
      if (label === null) continue;
      gtk.gtk_label_set_line_wrap(label, true);
      gtk.gtk_label_set_line_wrap_mode(label, PANGO_WRAP_WORD_CHAR);
      labels.push(label);
    }
  }
  for (
    let line = longestLine;
    line >= shortestLine && naturalSize(dialog).width > width;
    line -= 10
  )
    for (const label of labels) gtk.gtk_label_set_max_width_chars(label, line);
}

function naturalSize(widget: Address): PixelSize {
  // GtkRequisition: width, height.
  const natural = new Int32Array(2);
  gtk.gtk_widget_get_preferred_size(widget, null, natural);
  return { width: natural[0] ?? 0, height: natural[1] ?? 0 };
}

function childrenOf(container: Address): Address[] {
  const list = gtk.gtk_container_get_children(container);
  const children: Address[] = [];
  for (let index = 0; index < glib.g_list_length(list); index++) {
    const child = glib.g_list_nth_data(list, index);
    if (child !== null) children.push(child);
  }
  glib.g_list_free(list);
  return children;
}

import type { DialogKind } from "../commands/dialog.ts";

/** The toolkit's own word for a button in the user's language, or the given text as it is. */
export type ButtonLabel =
  { readonly stock: "ok" | "cancel" | "yes" | "no" } | { readonly text: string };

export interface MessageRequest {
  /** Names this dialog for `dialog.dismiss`. */
  readonly id: number;
  /** The window it belongs to and blocks. */
  readonly window: string;
  readonly title: string;
  readonly text: string;
  readonly kind: DialogKind;
  /** The affirmative button first. It is the default; Escape presses the last one. */
  readonly buttons: readonly ButtonLabel[];
}

/** A question with buttons of the app's own, in the app's order. */
export interface ChoiceRequest {
  readonly id: number;
  readonly window: string;
  readonly title: string;
  readonly text: string;
  /** Shown below the text, in smaller letters where the system has them. */
  readonly detail: string | null;
  readonly kind: DialogKind;
  readonly buttons: readonly ChoiceButton[];
  /** The index of the button that Return presses. */
  readonly defaultButton: number;
  /** The index of the button that Escape and the close box press; `null`: none. */
  readonly cancelButton: number | null;
  readonly checkbox: { readonly text: string; readonly checked: boolean } | null;
  /** Whether it has a bar, which `dialog.progress` moves. Absent: it has none. */
  readonly hasProgress?: boolean;
}

export interface ChoiceButton {
  readonly text: string;
  /** Marked as dangerous, on systems that mark such buttons. */
  readonly isDestructive: boolean;
}

export interface Choice {
  /** The index of the pressed button; `null`: the question closed without one. */
  readonly button: number | null;
  /** The state of the checkbox; `false` without one. */
  readonly checked: boolean;
}

export interface FileFilter {
  readonly name: string;
  /** Without a dot, in the page's letters; `"*"` is every file. */
  readonly extensions: readonly string[];
}

export interface FileRequest {
  readonly id: number;
  readonly window: string;
  readonly mode: "open" | "save" | "folder";
  /** `null`: the toolkit's own title. */
  readonly title: string | null;
  readonly filters: readonly FileFilter[];
  readonly multiple: boolean;
  /** An existing folder to show; `null`: the toolkit's choice. */
  readonly folder: string | null;
  /** `open`: the existing file in `folder` to select. `save`: the text for the name field. */
  readonly name: string | null;
  /** A sentence shown inside the dialog that the user must know before choosing. */
  readonly notice: string | null;
}

export interface DialogCalls {
  /**
   * Settles with the index of the pressed button; Escape and the close box count as the last one.
   */
  "dialog.message": (request: MessageRequest) => number;
  /**
   * Settles with the pressed button. Fails with `unavailable` where the system has no such dialog.
   */
  "dialog.choose": (request: ChoiceRequest) => Choice;
  /**
   * Settles with the chosen paths, none when cancelled. Fails with `bad-path` when a chosen name is
   * not valid Unicode.
   */
  "dialog.file": (request: FileRequest) => readonly string[];
  /** Moves the bar of a question that is on the screen; `done` goes from 0 to 1. */
  "dialog.progress": (options: { readonly id: number; readonly done: number }) => void;
  /** Closes a dialog whose page has gone; its call settles as cancelled. */
  "dialog.dismiss": (options: { readonly id: number }) => void;
}

import type { MessageRequest } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { NSAlert } from "../lib/appkit/alerts.ts";
import { NSButton } from "../lib/appkit/controls.ts";
import { NSView, NSWindow } from "../lib/appkit/window.ts";
import { soon } from "../loop.ts";
import { blockOnce } from "../objc/block.ts";
import type { ObjectOf } from "../objc/object.ts";
import type { Identified } from "../objc/signature.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { withPool } from "../objc/pool.ts";
import { nsString } from "../objc/text.ts";
import { isLong, scrollingText } from "./scrolling-text.ts";
import { letAppEnd, showOn } from "./sheets.ts";

/** The content of an alert, literal. */
export interface Alert {
  readonly kind: MessageRequest["kind"];
  /** In bold letters. */
  readonly title: string;
  readonly text: string;
  /** The affirmative one first: it is the default. Escape presses the last one. */
  readonly buttons: readonly string[];
  /** The address of a view of the caller's under the text, such as a text field; absent: none. */
  readonly field?: Address | null;
  /** Absent: the order of the buttons defines their roles. */
  readonly choice?: AlertChoice;
}

/** The roles of a question's buttons, by index. */
export interface AlertChoice {
  readonly defaultButton: number;
  /** `null`: Escape presses no button. */
  readonly cancelButton: number | null;
  readonly destructive: readonly number[];
  readonly checkbox: { readonly text: string; readonly checked: boolean } | null;
  /** The address of a view of the caller's under the text, as a bar of progress; absent: none. */
  readonly bar?: Address | null;
}

export interface AlertAnswer {
  /** `null`: none was pressed. */
  readonly button: number | null;
  readonly isChecked: boolean;
}

const styles = { warning: 0, info: 1, error: 2 } as const;
const NSAlertFirstButtonReturn = 1000;
const NSModalResponseCancel = 0;
const NSControlStateValueOff = 0;
const NSControlStateValueOn = 1;
const returnKey = "\r";
const escapeKey = "\u{1b}";
const noModifiers = 0;
const noButton = -1;

/**
 * Shows an alert until it is answered with the index of the button: as a sheet on the window, which
 * it blocks, or by itself if a sheet would be invisible or there is no window. The returned
 * function closes it, which counts as the last button.
 */
export function showAlert(
  window: Address | null,
  alert: Alert,
  answer: (button: number) => void,
): () => void {
  return showChoiceAlert(window, alert, ({ button }) => answer(button ?? alert.buttons.length - 1));
}

/** Shows an alert until it is answered, as `showAlert` does. */
export function showChoiceAlert(
  window: Address | null,
  alert: Alert,
  answer: (given: AlertAnswer) => void,
): () => void {
  return showOn(window, (sheetOf, answered) => show(sheetOf, alert, answered), answer);
}

function show(
  sheetOf: Address | null,
  alert: Alert,
  answer: (given: AlertAnswer) => void,
): () => void {
  return withPool(() => {
    const shown = new ShownAlert(alert, answer);
    if (sheetOf === null) shown.beginAlone();
    else shown.beginSheet(sheetOf);
    return () => withPool(() => shown.close());
  });
}

/** A class whose objects receive the pressed button of an alert. */
export const targets = new OwnClass<(button: Address) => void>({
  name: "FrameworkAlertTarget",
  methods: {
    "pressed:": methodOf<(button: Address) => void>()("@>v", (pressed, button) => pressed(button)),
  },
});

class ShownAlert {
  readonly #alert = NSAlert.make("init");
  readonly #buttons: readonly Address[];
  readonly #answer: (given: AlertAnswer) => void;
  readonly #checkbox: ObjectOf<typeof NSButton> | null;
  /** Receives Escape if it presses no button. */
  #escape: Disposable | undefined;
  #isOpen = true;
  #end = (): void => {};

  constructor(
    { kind, title, text, buttons, field = null, choice = meantByOrder(buttons) }: Alert,
    answer: (given: AlertAnswer) => void,
  ) {
    this.#answer = answer;
    const alert = this.#alert;
    alert.send("setAlertStyle:", styles[kind]);
    // Without a title AppKit writes "Alert".
    const [bold, plain] = title === "" ? [text, ""] : [title, text];
    alert.send("setMessageText:", nsString(bold));
    const { bar = null } = choice;
    if (bar !== null) alert.send("setAccessoryView:", bar);
    if (field === null && bar === null && isLong(plain))
      alert.send("setAccessoryView:", scrollingText(plain));
    else alert.send("setInformativeText:", nsString(plain));
    if (field !== null) this.#addField(field);
    this.#buttons = buttons.map((label) => alert.send("addButtonWithTitle:", nsString(label)));
    this.#checkbox = this.#addCheckbox(choice.checkbox);
    this.#setMeanings(choice);
  }

  #addCheckbox(checkbox: AlertChoice["checkbox"]): ObjectOf<typeof NSButton> | null {
    if (checkbox === null) return null;
    this.#alert.send("setShowsSuppressionButton:", true);
    const address = this.#alert.send("suppressionButton");
    if (address === null) return null;
    const button = NSButton.at(address);
    button.send("setTitle:", nsString(checkbox.text));
    button.send("setState:", checkbox.checked ? NSControlStateValueOn : NSControlStateValueOff);
    return button;
  }

  /** By default AppKit requires a click into it before typing. */
  #addField(field: Address): void {
    this.#alert.send("setAccessoryView:", field);
    NSWindow.at(this.#alert.send("window")).send("setInitialFirstResponder:", field);
  }

  /** By default AppKit assigns keys to labels that it knows, in any position. */
  #setMeanings({ defaultButton, cancelButton, destructive }: AlertChoice): void {
    for (const [place, address] of this.#buttons.entries()) {
      const button = NSButton.at(address);
      setKey(button, place === defaultButton ? returnKey : place === cancelButton ? escapeKey : "");
      if (destructive.includes(place)) button.send("setHasDestructiveAction:", true);
    }
    if (cancelButton === defaultButton)
      this.#addEscape(this.#buttons[cancelButton] ?? null, "performClick:");
    if (cancelButton !== null) return;
    const closes = targets.make(() => this.close());
    this.#escape = closes;
    this.#addEscape(closes, "pressed:");
  }

  /** A button has one key. If none can have Escape, it is the key of an additional hidden one. */
  #addEscape(target: Identified | Address | null, action: string): void {
    this.#alert.send("layout");
    const content = NSWindow.at(this.#alert.send("window")).send("contentView");
    if (content === null) return;
    using escape = NSButton.make("initWithFrame:", { x: 0, y: 0, width: 0, height: 0 });
    escape.send("setBordered:", false);
    escape.send("setTransparent:", true);
    escape.send("setAccessibilityElement:", false);
    setKey(escape, escapeKey);
    escape.send("setTarget:", target);
    escape.send("setAction:", action);
    NSView.at(content).send("addSubview:", escape);
  }

  beginSheet(window: Address): void {
    const answered = blockOnce("q>v", (response) =>
      this.#settle(response - NSAlertFirstButtonReturn),
    );
    this.#end = () =>
      NSWindow.at(window).send(
        "endSheet:returnCode:",
        this.#alert.send("window"),
        NSModalResponseCancel,
      );
    letAppEnd(this.#alert.send("window"));
    this.#alert.send("beginSheetModalForWindow:completionHandler:", window, answered);
  }

  beginAlone(): void {
    const window = NSWindow.at(this.#alert.send("window"));
    const end = (place: number): void => {
      window.send("orderOut:", null);
      target[Symbol.dispose]();
      this.#settle(place);
    };
    const target = targets.make((button) => end(this.#buttons.indexOf(button)));
    for (const address of this.#buttons) {
      const button = NSButton.at(address);
      button.send("setTarget:", target);
      button.send("setAction:", "pressed:");
    }
    this.#end = () => end(noButton);
    // Otherwise it is visible only while the user is in this app.
    window.send("setHidesOnDeactivate:", false);
    this.#alert.send("layout");
    window.send("center");
    window.send("makeKeyAndOrderFront:", null);
  }

  close(): void {
    if (this.#isOpen) this.#end();
  }

  #settle(place: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const isChecked = this.#checkbox?.send("state") === NSControlStateValueOn;
    // The pressed button belongs to the alert, and is on the stack.
    soon(() => {
      this.#alert[Symbol.dispose]();
      this.#escape?.[Symbol.dispose]();
    });
    this.#answer({ button: this.#buttons[place] === undefined ? null : place, isChecked });
  }
}

/** The first is the default, Escape presses the last one. */
function meantByOrder(buttons: readonly string[]): AlertChoice {
  return { defaultButton: 0, cancelButton: buttons.length - 1, destructive: [], checkbox: null };
}

function setKey(button: ObjectOf<typeof NSButton>, key: string): void {
  button.send("setKeyEquivalent:", nsString(key));
  button.send("setKeyEquivalentModifierMask:", noModifiers);
}

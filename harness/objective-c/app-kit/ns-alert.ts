import type { AppBlock } from "../blocks.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSArray } from "../foundation/ns-array.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSObject, Strong, StrongList, Weak } from "../ns-object.ts";
import { refuse } from "../violations.ts";
import { NSButton } from "./ns-control.ts";
import { NSTextField } from "./ns-text-field.ts";
import { NSView } from "./ns-view.ts";
import { NSPanel, type NSWindow } from "./ns-window.ts";
import { isAppActive } from "./window-server.ts";
import { style } from "./window-frame.ts";

const firstButton = 1000;
const commandKey = 1 << 20;

/** All that were made and are there, in order. */
const alerts = new Set<NSAlert>();

export const theAlerts = (): readonly NSAlert[] => [...alerts];

export class NSAlert extends NSObject {
  kind = 0;
  message = "Alert";
  details = "";
  readonly panel = new Strong<NSPanel>(this);
  readonly accessory = new Strong<NSView>(this);
  readonly buttons = new StrongList<NSButton>(this);
  /** The checkbox, once it is wanted. */
  readonly suppression = new Strong<NSButton>(this);
  /** The place of the message in its window. */
  readonly #text = new NSTextField();
  /** The number of layouts of its views. */
  layouts = 0;

  override get detail(): string {
    return ` "${this.message}"`;
  }

  /** True if the user sees it. */
  get isShown(): boolean {
    const panel = this.panel.value;
    if (panel?.isShown !== true) return false;
    return isAppActive() || !panel.hidesOnDeactivate || panel.sheetOf.value !== null;
  }

  override "-init"(): void {
    alerts.add(this);
    const panel = new NSPanel();
    panel.mask = style.titled;
    const content = new NSView();
    content["-addSubview:"](this.#text);
    panel["-setContentView:"](content);
    panel.isReleasedWhenClosed = false;
    this.panel.value = panel;
  }

  override dealloc(): void {
    alerts.delete(this);
  }

  "-setAlertStyle:"(kind: number): void {
    this.kind = kind;
  }

  "-setMessageText:"(text: NSString): void {
    this.message = text.text;
    this.#text["-setStringValue:"](text);
  }

  "-setInformativeText:"(text: NSString): void {
    this.details = text.text;
  }

  "-setAccessoryView:"(view: NSView | null): void {
    this.accessory.value = view;
  }

  // AppKit itself assigns a key to its own standard words.
  "-addButtonWithTitle:"(title: NSString): NSButton {
    const button = new AlertButton();
    button.alert.value = this;
    const place = this.buttons.items.length;
    button["-setTitle:"](title);
    button.tag = firstButton + place;
    if (place === 0) button["-setKeyEquivalent:"](NSString.of("\r"));
    else if (title.text === "Cancel") button["-setKeyEquivalent:"](NSString.of("\u{1b}"));
    else if (title.text === "Don’t Save") {
      button["-setKeyEquivalent:"](NSString.of("d"));
      button.keyModifiers = commandKey;
    }
    this.buttons.add(button);
    this.panel.value?.content.value?.["-addSubview:"](button);
    return button;
  }

  "-setShowsSuppressionButton:"(isShown: boolean): void {
    this.suppression.value = isShown ? new NSButton() : null;
  }

  "-suppressionButton"(): NSButton | null {
    return this.suppression.value;
  }

  "-buttons"(): NSArray<NSButton> {
    return NSArray.of(this.buttons.items);
  }

  "-layout"(): void {
    if (this.buttons.items.length === 0) this["-addButtonWithTitle:"](NSString.of("OK"));
    this.layouts++;
  }

  "-window"(): NSPanel {
    return this.panel.value ?? refuse("An alert without a window");
  }

  "-beginSheetModalForWindow:completionHandler:"(window: NSWindow, answer: AppBlock | null): void {
    if (!window.isShown)
      refuse("A sheet on a window that is not on the screen, where its user does not see it");
    this["-layout"]();
    window.beginSheet(this["-window"](), answer);
  }

  /** The action of a button without another target. */
  pressed(button: NSButton): void {
    const panel = this["-window"]();
    const parent = panel.sheetOf.value;
    if (parent === null)
      return refuse("A button of an alert that is no sheet, and has no target of its own");
    parent["-endSheet:returnCode:"](panel, button.tag);
  }
}

class AlertButton extends NSButton {
  readonly alert = new Weak<NSAlert>();

  override act(): void {
    if (this.ofTarget.value === null) this.alert.value?.pressed(this);
    else super.act();
  }
}

defineStandInClasses({ NSAlert });

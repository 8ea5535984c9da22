import { defineStandInClasses } from "../classes.ts";
import type { NSString } from "../foundation/ns-string.ts";
import { Strong, Weak, type NSObject } from "../ns-object.ts";
import { tell } from "../tell.ts";
import { refuse } from "../violations.ts";
import type { NSImage } from "./ns-image.ts";
import { NSView } from "./ns-view.ts";

/** A view with an action: its target gets a message when the user uses it. */
export class NSControl extends NSView {
  readonly ofTarget = new Weak<NSObject>();
  actionSelector: string | null = null;
  isEnabled = true;
  tag = 0;

  "-setTarget:"(target: NSObject | null): void {
    this.ofTarget.value = target;
  }

  "-target"(): NSObject | null {
    return this.ofTarget.value;
  }

  "-setAction:"(action: string): void {
    this.actionSelector = action;
  }

  "-tag"(): number {
    return this.tag;
  }

  "-setTag:"(tag: number): void {
    this.tag = tag;
  }

  "-setEnabled:"(enabled: boolean): void {
    this.isEnabled = enabled;
  }

  "-isEnabled"(): boolean {
    return this.isEnabled;
  }

  "-performClick:"(_sender: NSObject | null): void {
    this.act();
  }

  /** Performs its action. */
  act(): void {
    if (!this.isEnabled) return;
    const target = this.ofTarget.value;
    if (target !== null && this.actionSelector !== null) tell(target, this.actionSelector, this);
    if (this.isFreed) refuse("A control was freed while it sent its action");
  }
}

export class NSButton extends NSControl {
  readonly ofTitle = new Strong<NSString>(this);
  readonly key = new Strong<NSString>(this);
  readonly image = new Strong<NSImage>(this);
  keyModifiers = 0;
  imagePosition = 0;
  isBordered = true;
  isTransparent = false;
  isHighlighted = false;
  state = 0;
  isDestructive = false;
  /** True if a screen reader announces it. */
  isReported = true;

  get title(): string {
    return this.ofTitle.value?.text ?? "";
  }

  /** The key by which the user presses it. */
  get keyText(): string {
    return this.key.value?.text ?? "";
  }

  "-title"(): NSString | null {
    return this.ofTitle.value;
  }

  "-setTitle:"(title: NSString): void {
    this.ofTitle.value = title;
  }

  "-keyEquivalent"(): NSString | null {
    return this.key.value;
  }

  "-setKeyEquivalent:"(key: NSString): void {
    this.key.value = key;
  }

  "-setKeyEquivalentModifierMask:"(mask: number): void {
    this.keyModifiers = mask;
  }

  "-setImage:"(image: NSImage | null): void {
    this.image.value = image;
  }

  "-setImagePosition:"(position: number): void {
    this.imagePosition = position;
  }

  "-setBordered:"(isBordered: boolean): void {
    this.isBordered = isBordered;
  }

  "-highlight:"(isHighlighted: boolean): void {
    this.isHighlighted = isHighlighted;
  }

  "-setTransparent:"(isTransparent: boolean): void {
    this.isTransparent = isTransparent;
  }

  "-state"(): number {
    return this.state;
  }

  "-setState:"(state: number): void {
    this.state = state;
  }

  "-setHasDestructiveAction:"(isDestructive: boolean): void {
    this.isDestructive = isDestructive;
  }

  "-setAccessibilityElement:"(isReported: boolean): void {
    this.isReported = isReported;
  }
}

/** The button in a view, or in a view within, that a key presses. */
export function buttonWithKey(view: NSView, key: string, modifiers = 0): NSButton | undefined {
  if (view.isHidden) return undefined;
  if (
    view instanceof NSButton &&
    view.isEnabled &&
    view.keyText === key &&
    view.keyModifiers === modifiers
  )
    return view;
  for (const child of view.children.items) {
    const found = buttonWithKey(child, key, modifiers);
    if (found !== undefined) return found;
  }
  return undefined;
}

defineStandInClasses({ NSControl, NSButton });

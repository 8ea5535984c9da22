import type { Rect } from "../../../src/native/macos/objc/signature.ts";
import { defineStandInClasses } from "../classes.ts";
import { Strong } from "../ns-object.ts";
import { refuse } from "../violations.ts";
import { NSButton } from "./ns-control.ts";
import { NSMenu } from "./ns-menu.ts";

export class NSPopUpButton extends NSButton {
  readonly menu = new Strong<NSMenu>(this);
  selected = -1;

  "-initWithFrame:pullsDown:"(frame: Rect, _pullsDown: boolean): void {
    this.frame = frame;
    this.menu.value = new NSMenu();
  }

  "-menu"(): NSMenu | null {
    return this.menu.value;
  }

  "-indexOfSelectedItem"(): number {
    return this.selected;
  }

  "-selectItemAtIndex:"(index: number): void {
    if (this.menu.value?.items.items[index] === undefined)
      refuse(`A pop-up menu has no item ${index}`);
    this.selected = index;
  }

  get titles(): readonly string[] {
    return this.menu.value?.items.items.map(({ title }) => title) ?? [];
  }

  /**
   * Performs the user's choice. An item with an action of its own is not selected by the button.
   */
  choose(index: number): void {
    const item = this.menu.value?.items.items[index];
    if (item === undefined) return refuse(`A pop-up menu has no item ${index}`);
    if (item.action !== null) return item.choose();
    this["-selectItemAtIndex:"](index);
    this.act();
  }
}

defineStandInClasses({ NSPopUpButton });

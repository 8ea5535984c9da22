import { defineStandInClasses } from "../classes.ts";
import { lasting } from "../foundation/ns-notification.ts";
import type { NSString } from "../foundation/ns-string.ts";
import { NSObject, Strong, StrongList, Weak } from "../ns-object.ts";
import { inPool } from "../pools.ts";
import { tellIfAble } from "../tell.ts";
import { refuse } from "../violations.ts";
import { theApplication } from "./ns-application.ts";
import { NSButton } from "./ns-control.ts";
import { NSEvent } from "./ns-event.ts";
import type { NSMenu } from "./ns-menu.ts";

const leftMouseUp = 2;
/** The message by which a view gets an event, by type. */
const selectors: Readonly<Record<number, string>> = {
  1: "mouseDown:",
  [leftMouseUp]: "mouseUp:",
  3: "rightMouseDown:",
  4: "rightMouseUp:",
  25: "otherMouseDown:",
  26: "otherMouseUp:",
};

export class NSStatusBar extends NSObject {
  readonly items = new StrongList<NSStatusItem>(this);

  static "+systemStatusBar"(): NSStatusBar {
    return theBar();
  }

  "-statusItemWithLength:"(length: number): NSStatusItem {
    const made = new NSStatusItem();
    made.length = length;
    this.items.add(made);
    return made;
  }

  "-removeStatusItem:"(item: NSStatusItem): void {
    if (!this.items.items.includes(item))
      refuse("A status item was removed that is not in the bar");
    this.items.remove(item);
  }
}

/** Those in the menu bar. */
export const statusItems = (): readonly NSStatusItem[] => theBar().items.items;

export class NSStatusItem extends NSObject {
  length = 0;
  readonly ownButton = new Strong<NSStatusBarButton>(this);
  readonly menu = new Strong<NSMenu>(this);

  constructor() {
    super();
    const button = new NSStatusBarButton();
    button.item.value = this;
    this.ownButton.value = button;
  }

  get button(): NSStatusBarButton {
    return this.ownButton.value ?? refuse("A status item without a button");
  }

  "-button"(): NSStatusBarButton | null {
    return this.ownButton.value;
  }

  "-setMenu:"(menu: NSMenu | null): void {
    this.menu.value = menu;
  }

  "-menu"(): NSMenu | null {
    return this.menu.value;
  }
}

export class NSStatusBarButton extends NSButton {
  readonly item = new Weak<NSStatusItem>();
  readonly toolTip = new Strong<NSString>(this);
  override frame = { x: 0, y: 0, width: 30, height: 24 };

  "-setToolTip:"(text: NSString | null): void {
    this.toolTip.value = text;
  }

  // A menu of the item's own is opened in place of the action.
  override act(): void {
    const menu = this.item.value?.menu.value ?? null;
    if (menu === null) super.act();
    else menu.track();
  }

  /**
   * Performs one mouse event of the user. A view over it gets each event. It itself gets only the
   * left button, as since macOS 27.
   */
  use(type: number, clicks = 1, modifiers = 0, at = { x: 15, y: 12 }): void {
    inPool(() => {
      const event = NSEvent.of(type, { clicks, modifiers, at });
      theApplication().event.value = event;
      const over = this.children.items.at(-1) ?? null;
      if (over !== null) tellIfAble(over, selectors[type] ?? "", event);
      else if (type === leftMouseUp) this.act();
    });
  }
}

const theBar = lasting(() => new NSStatusBar());

defineStandInClasses({ NSStatusBar, NSStatusItem, NSStatusBarButton });

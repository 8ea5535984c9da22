import { limits } from "../../../contract/limits.ts";
import type { TrayClick, TraySpec } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { shown } from "../../shown-text.ts";
import { NSApplication } from "../lib/application.ts";
import { NSStatusBarButton } from "../lib/controls.ts";
import type { NSImage } from "../lib/image.ts";
import { NSEvent } from "../lib/event.ts";
import { NSStatusBar, NSStatusItem } from "../lib/status-items.ts";
import type { ObjectOf, OwnedOf } from "../objc/object.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { withPool } from "../objc/pool.ts";
import { nsString } from "../objc/text.ts";
import { soon } from "../loop.ts";
import { flipped } from "../window/screen-space.ts";
import { readTrayIcon } from "./tray-icon.ts";
import { TrayMenu } from "./tray-menu.ts";

const NSVariableStatusItemLength = -1;
const NSImageOnly = 1;
const NSImageLeft = 2;

// NSEventType, and the bits for them in NSEventMask.
const NSEventTypeLeftMouseDown = 1;
const NSEventTypeLeftMouseUp = 2;
const NSEventTypeRightMouseDown = 3;
const NSEventTypeOtherMouseUp = 26;
const NSEventModifierFlagControl = 1 << 18;

const clicks: Readonly<Record<number, TrayClick["click"]>> = {
  [NSEventTypeLeftMouseDown]: "left",
  [NSEventTypeLeftMouseUp]: "left",
  [NSEventTypeRightMouseDown]: "right",
  [NSEventTypeOtherMouseUp]: "middle",
};

/** The app's icon in the menu bar. */
export class Tray {
  readonly #events: Events;
  #shown: ShownTray | undefined;

  constructor(events: Events) {
    this.#events = events;
  }

  show(spec: TraySpec): void {
    withPool(() => {
      // A picture that cannot be read is the caller's mistake, whatever is shown already.
      using picture = readTrayIcon(spec.icon, spec.iconAsTemplate);
      this.#shown ??= new ShownTray(spec, this.#events);
      this.#shown.change(spec, picture);
    });
  }

  remove(): void {
    withPool(() => this.#shown?.[Symbol.dispose]());
    this.#shown = undefined;
  }
}

export const targets = new OwnClass<ShownTray>({
  name: "FrameworkTrayTarget",
  methods: { "clicked:": methodOf<ShownTray>()("n>v", (tray) => tray.clicked()) },
});

/** Who presses it without a mouse, by the keyboard or a screen reader, means what a left click does. */
function clickOf(event: ObjectOf<typeof NSEvent>): TrayClick["click"] {
  const click = clicks[event.send("type")] ?? "left";
  // A mouse may have one button.
  const isControlHeld = (event.send("modifierFlags") & NSEventModifierFlagControl) !== 0;
  return click === "left" && isControlHeld ? "right" : click;
}

class ShownTray implements Disposable {
  readonly #events: Events;
  readonly #item: OwnedOf<typeof NSStatusItem>;
  readonly #button: ObjectOf<typeof NSStatusBarButton>;
  readonly #menu: TrayMenu;
  readonly #target = targets.make(this);
  #spec: TraySpec;
  #isRemoved = false;

  constructor(spec: TraySpec, events: Events) {
    this.#spec = spec;
    this.#events = events;
    this.#menu = new TrayMenu(spec.menu, (item) => events.emit("tray.menuClicked", { item }));
    const bar = NSStatusBar.at(NSStatusBar.send("systemStatusBar"));
    this.#item = NSStatusItem.at(bar.send("statusItemWithLength:", NSVariableStatusItemLength)).retain();
    const button = this.#item.send("button");
    if (button === null) throw new Error("Cannot show an icon in the menu bar: want a button in it");
    this.#button = NSStatusBarButton.at(button);
    this.#button.send("setTarget:", this.#target);
    this.#button.send("setAction:", "clicked:");
  }

  change(spec: TraySpec, picture: OwnedOf<typeof NSImage>): void {
    const { menu } = this.#spec;
    this.#spec = spec;
    const title = shown(spec.title ?? "", limits.title);
    const tooltip = shown(spec.tooltip ?? spec.title ?? "", limits.title);
    const button = this.#button;
    button.send("setImage:", picture);
    button.send("setTitle:", nsString(title));
    button.send("setImagePosition:", title === "" ? NSImageOnly : NSImageLeft);
    button.send("setToolTip:", tooltip === "" ? null : nsString(tooltip));
    button.send("sendActionOn:", this.#clicksHeard());
    if (JSON.stringify(spec.menu) !== JSON.stringify(menu)) this.#menu.items = spec.menu;
  }

  /** A menu opens when the button of the mouse goes down, so that an item can be chosen by letting it go. */
  #clicksHeard(): number {
    const left = this.#opensMenu("left") ? NSEventTypeLeftMouseDown : NSEventTypeLeftMouseUp;
    return [left, NSEventTypeRightMouseDown, NSEventTypeOtherMouseUp].reduce(
      (mask, type) => mask | (1 << type),
      0,
    );
  }

  #opensMenu(click: TrayClick["click"]): boolean {
    const { menu, menuOnLeftClick } = this.#spec;
    return menu.length > 0 && (click === "right" || (click === "left" && menuOnLeftClick));
  }

  clicked(): void {
    const current = NSApplication.at(NSApplication.send("sharedApplication")).send("currentEvent");
    const event = current === null ? null : NSEvent.at(current);
    const click = event === null ? "left" : clickOf(event);
    const isSecond = click === "left" && event !== null && event.send("clickCount") === 2;
    this.#events.emit("tray.clicked", {
      click: isSecond ? "double" : click,
      position: flipped(NSEvent.send("mouseLocation")),
    });
    if (this.#opensMenu(click)) this.#openMenu();
  }

  /** AppKit shows a status item's own menu below it, with the item drawn as pressed; but then it tells no clicks. */
  #openMenu(): void {
    // It is on the stack until its click is over, also when the icon is taken away meanwhile.
    const button = this.#button.retain();
    this.#item.send("setMenu:", this.#menu.menu);
    try {
      // Returns when the menu has closed. Everything else goes on meanwhile.
      button.send("performClick:", null);
    } finally {
      soon(() => button[Symbol.dispose]());
      if (!this.#isRemoved) this.#item.send("setMenu:", null);
    }
  }

  [Symbol.dispose](): void {
    this.#isRemoved = true;
    this.#menu[Symbol.dispose]();
    const bar = NSStatusBar.at(NSStatusBar.send("systemStatusBar"));
    bar.send("removeStatusItem:", this.#item);
    this.#item[Symbol.dispose]();
    this.#target[Symbol.dispose]();
  }
}

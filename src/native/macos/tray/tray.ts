import { limits } from "../../../contract/limits.ts";
import type { TrayClick, TraySpec } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { shown } from "../../shown-text.ts";
import { NSStatusBarButton } from "../lib/appkit/controls.ts";
import type { NSImage } from "../lib/appkit/image.ts";
import { NSEvent } from "../lib/appkit/event.ts";
import { NSView } from "../lib/appkit/window.ts";
import { NSStatusBar, NSStatusItem } from "../lib/appkit/status-items.ts";
import type { ObjectOf, OwnedOf } from "../objc/object.ts";
import { methodOf, OwnClass, type OwnObject } from "../objc/own-class.ts";
import { withPool } from "../objc/pool.ts";
import { nsString } from "../objc/text.ts";
import { soon } from "../loop.ts";
import { flipped } from "../window/screen-space.ts";
import { readTrayIcon } from "./tray-icon.ts";
import { TrayMenu } from "./tray-menu.ts";

const NSVariableStatusItemLength = -1;
const NSImageOnly = 1;
const NSImageLeft = 2;

const NSViewWidthSizable = 1 << 1;
const NSViewHeightSizable = 1 << 4;

// NSEventType
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
      // An unreadable picture is the caller's mistake, even when another one is shown already.
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

const method = methodOf<ShownTray>();

/** A press without a mouse, by the keyboard or a screen reader, counts as a left click. */
export const targets = new OwnClass<ShownTray>({
  name: "FrameworkTrayTarget",
  methods: { "clicked:": method("n>v", (tray) => tray.clicked("left")) },
});

const usedByMouse = method("@>v", (tray, event) => tray.usedByMouse(NSEvent.at(event)));

/**
 * The view above the button that receives the mouse: since macOS 27 the button itself receives only
 * the left button.
 */
export const surfaces = new OwnClass<ShownTray>({
  name: "FrameworkTraySurface",
  base: "NSView",
  methods: {
    "acceptsFirstMouse:": method("n>B", () => true),
    "mouseDown:": usedByMouse,
    "mouseUp:": usedByMouse,
    "rightMouseDown:": usedByMouse,
    "otherMouseUp:": usedByMouse,
  },
});

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
  readonly #surface: OwnObject<typeof NSView.instance>;
  #spec: TraySpec;
  #isRemoved = false;
  // By its position: a system that reports it otherwise must not disable all clicks.
  #wasPressed = false;

  constructor(spec: TraySpec, events: Events) {
    this.#spec = spec;
    this.#events = events;
    this.#menu = new TrayMenu(spec.menu, (item) => events.emit("tray.menuClicked", { item }));
    const bar = NSStatusBar.at(NSStatusBar.send("systemStatusBar"));
    this.#item = NSStatusItem.at(
      bar.send("statusItemWithLength:", NSVariableStatusItemLength),
    ).retain();
    const button = this.#item.send("button");
    if (button === null)
      throw new Error("Cannot show an icon in the menu bar: want a button in it");
    this.#button = NSStatusBarButton.at(button);
    this.#button.send("setTarget:", this.#target);
    this.#button.send("setAction:", "clicked:");
    const init = "initWithFrame:";
    const frame = this.#button.send("bounds");
    this.#surface = surfaces.makeBy(this, init, NSView.instance[init], [frame], NSView.instance);
    this.#surface.send("setAutoresizingMask:", NSViewWidthSizable | NSViewHeightSizable);
    this.#button.send("addSubview:", this.#surface);
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
    if (JSON.stringify(spec.menu) !== JSON.stringify(menu)) this.#menu.items = spec.menu;
  }

  #opensMenu(click: TrayClick["click"]): boolean {
    const { menu, menuOnLeftClick } = this.#spec;
    return menu.length > 0 && (click === "right" || (click === "left" && menuOnLeftClick));
  }

  usedByMouse(event: ObjectOf<typeof NSEvent>): void {
    const type = event.send("type");
    const opensMenu = this.#opensMenu("left");
    // A menu opens at the press of the mouse button, so that its release can choose an item.
    if (type === NSEventTypeLeftMouseDown && !opensMenu) {
      this.#wasPressed = this.#isUnder(event);
      return this.#button.send("highlight:", true);
    }
    if (type === NSEventTypeLeftMouseUp) {
      this.#button.send("highlight:", false);
      // A release elsewhere cancels the press.
      if (opensMenu || (this.#wasPressed && !this.#isUnder(event))) return;
    }
    this.clicked(clickOf(event), event.send("clickCount") === 2);
  }

  /** Above it is the edge of the screen. */
  #isUnder(event: ObjectOf<typeof NSEvent>): boolean {
    const { x, y } = event.send("locationInWindow");
    const area = this.#button.send("convertRect:toView:", this.#button.send("bounds"), null);
    return x >= area.x && x <= area.x + area.width && y >= area.y;
  }

  clicked(click: TrayClick["click"], isSecond = false): void {
    this.#events.emit("tray.clicked", {
      click: isSecond && click === "left" ? "double" : click,
      position: flipped(NSEvent.send("mouseLocation")),
    });
    if (this.#opensMenu(click)) this.#openMenu();
  }

  /**
   * AppKit shows a status item's own menu below it, with the item drawn as pressed; but then it
   * reports no clicks.
   */
  #openMenu(): void {
    // It is on the stack until its click ends, even when the icon is removed meanwhile.
    const button = this.#button.retain();
    this.#item.send("setMenu:", this.#menu.menu);
    try {
      // Returns when the menu has closed. Everything else continues meanwhile.
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
    this.#surface[Symbol.dispose]();
    this.#target[Symbol.dispose]();
  }
}

import type { Point, Rect, Size } from "../../../src/native/macos/objc/signature.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSArray } from "../foundation/ns-array.ts";
import type { NSString } from "../foundation/ns-string.ts";
import { NSObject, Strong, StrongList, Weak } from "../ns-object.ts";
import { tell } from "../tell.ts";
import { refuse } from "../violations.ts";
import { appAppearance, type NSAppearance } from "./ns-appearance.ts";
import type { NSEvent } from "./ns-event.ts";
import type { NSWindow } from "./ns-window.ts";

const widthSizable = 1 << 1;
const heightSizable = 1 << 4;
const dragCopy = 1;

export class NSResponder extends NSObject {
  "-acceptsFirstResponder"(): boolean {
    return false;
  }

  "-becomeFirstResponder"(): boolean {
    return true;
  }

  "-resignFirstResponder"(): boolean {
    return true;
  }

  "-mouseDown:"(_event: NSEvent): void {}

  "-mouseUp:"(_event: NSEvent): void {}

  "-rightMouseDown:"(_event: NSEvent): void {}

  "-rightMouseUp:"(_event: NSEvent): void {}

  "-otherMouseDown:"(_event: NSEvent): void {}

  "-otherMouseUp:"(_event: NSEvent): void {}

  "-keyDown:"(_event: NSEvent): void {}
}

export class NSView extends NSResponder {
  frame: Rect = { x: 0, y: 0, width: 0, height: 0 };
  readonly children = new StrongList<NSView>(this);
  readonly parent = new Weak<NSView>();
  readonly ofWindow = new Weak<NSWindow>();
  readonly ownAppearance = new Strong<NSAppearance>(this);
  autoresizing = 0;
  isHidden = false;
  draggedTypes: readonly string[] = [];
  readonly dragged: string[] = [];

  /** The window that it is in, if any. */
  get window(): NSWindow | null {
    return this.ofWindow.value ?? this.parent.value?.window ?? null;
  }

  "-initWithFrame:"(frame: Rect): void {
    this.frame = frame;
  }

  "-frame"(): Rect {
    return this.frame;
  }

  "-bounds"(): Rect {
    return { x: 0, y: 0, width: this.frame.width, height: this.frame.height };
  }

  "-convertRect:toView:"(rect: Rect, view: NSView | null): Rect {
    if (view !== null) refuse("The stand-in converts rectangles to the window's own place alone");
    const above = this.parent.value;
    const moved = { ...rect, x: rect.x + this.frame.x, y: rect.y + this.frame.y };
    return above === null ? moved : above["-convertRect:toView:"](moved, null);
  }

  "-setFrame:"(frame: Rect): void {
    const before = this.frame;
    this.frame = frame;
    if (frame.width === before.width && frame.height === before.height) return;
    for (const child of this.children.items) child.follow(before, frame);
  }

  "-setFrameSize:"(size: Size): void {
    this["-setFrame:"]({ ...this.frame, ...size });
  }

  "-setFrameOrigin:"(place: Point): void {
    this["-setFrame:"]({ ...this.frame, ...place });
  }

  /** Takes its part when the view around it changes its size. */
  follow(before: Size, now: Size): void {
    const frame = {
      ...this.frame,
      width: this.frame.width + (this.autoresizing & widthSizable ? now.width - before.width : 0),
      height:
        this.frame.height + (this.autoresizing & heightSizable ? now.height - before.height : 0),
    };
    tell(this, "setFrame:", frame);
  }

  "-autoresizingMask"(): number {
    return this.autoresizing;
  }

  "-setAutoresizingMask:"(mask: number): void {
    this.autoresizing = mask;
  }

  "-addSubview:"(view: NSView): void {
    if (view === this) refuse("A view was added to itself");
    view.kept++;
    view["-removeFromSuperview"]();
    view.parent.value = this;
    this.children.add(view);
    view.kept--;
    view.movedToWindow();
  }

  "-removeFromSuperview"(): void {
    const parent = this.parent.value;
    if (parent === null) return;
    this.parent.value = null;
    this.kept++;
    parent.children.remove(this);
    this.movedToWindow();
    this.kept--;
    this.freeIfUnused();
  }

  movedToWindow(): void {
    tell(this, "viewDidMoveToWindow");
    for (const child of this.children.items) child.movedToWindow();
  }

  "-viewDidMoveToWindow"(): void {}

  // A plain view knows no keys, and hands them on.
  override "-keyDown:"(event: NSEvent): void {
    const next: NSObject | null = this.parent.value ?? this.ofWindow.value;
    if (next !== null) tell(next, "keyDown:", event);
  }

  "-viewDidChangeEffectiveAppearance"(): void {}

  /** Notifies it, and all its views, that its appearance has changed. */
  appearanceChanged(): void {
    tell(this, "viewDidChangeEffectiveAppearance");
    for (const child of this.children.items)
      if (child.ownAppearance.value === null) child.appearanceChanged();
  }

  "-effectiveAppearance"(): NSAppearance {
    const around: NSView | NSWindow | null = this.parent.value ?? this.ofWindow.value;
    return this.ownAppearance.value ?? around?.["-effectiveAppearance"]() ?? appAppearance();
  }

  "-appearance"(): NSAppearance | null {
    return this.ownAppearance.value;
  }

  "-setAppearance:"(appearance: NSAppearance | null): void {
    this.ownAppearance.value = appearance;
    this.appearanceChanged();
  }

  "-superview"(): NSView | null {
    return this.parent.value;
  }

  "-subviews"(): NSArray<NSView> {
    return NSArray.of(this.children.items);
  }

  "-window"(): NSWindow | null {
    return this.window;
  }

  "-isHidden"(): boolean {
    return this.isHidden;
  }

  "-setHidden:"(hidden: boolean): void {
    this.isHidden = hidden;
  }

  "-acceptsFirstMouse:"(_event: NSEvent | null): boolean {
    return false;
  }

  "-mouseDownCanMoveWindow"(): boolean {
    return false;
  }

  "-registerForDraggedTypes:"(types: NSArray<NSString>): void {
    this.draggedTypes = types.items.map(({ text }) => text);
  }

  "-unregisterDraggedTypes"(): void {
    this.draggedTypes = [];
  }

  // Data of another app is dragged over it. A plain view accepts everything, and records the calls.

  "-draggingEntered:"(_info: NSObject): number {
    this.dragged.push("entered");
    return dragCopy;
  }

  "-draggingUpdated:"(_info: NSObject): number {
    this.dragged.push("updated");
    return dragCopy;
  }

  "-draggingExited:"(_info: NSObject | null): void {
    this.dragged.push("exited");
  }

  "-prepareForDragOperation:"(_info: NSObject): boolean {
    return true;
  }

  "-performDragOperation:"(_info: NSObject): boolean {
    this.dragged.push("dropped");
    return true;
  }

  "-concludeDragOperation:"(_info: NSObject | null): void {}

  "-setNeedsDisplay:"(_needed: boolean): void {}

  override dealloc(): void {
    for (const child of this.children.items) child.parent.value = null;
  }
}

defineStandInClasses({ NSResponder, NSView });

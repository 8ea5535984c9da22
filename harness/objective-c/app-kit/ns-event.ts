import type { Point } from "../../../src/native/macos/objc/signature.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSObject, Weak } from "../ns-object.ts";

/** The position of the pointer, and its pressed buttons. Tests change it. */
export const pointer = { at: { x: 0, y: 0 } as Point, buttons: 0 };

export class NSEvent extends NSObject {
  type = 0;
  at: Point = { x: 0, y: 0 };
  modifiers = 0;
  clicks = 0;
  code = 0;
  characters = "";
  readonly ofWindow = new Weak<NSObject>();

  static of(
    type: number,
    fields: Partial<Pick<NSEvent, "at" | "modifiers" | "clicks" | "code" | "characters">> = {},
  ): NSEvent {
    const made = new this();
    made.type = type;
    return Object.assign(made, fields);
  }

  static "+mouseEventWithType:location:modifierFlags:timestamp:windowNumber:context:eventNumber:clickCount:pressure:"(
    type: number,
    at: Point,
    modifiers: number,
    _time: number,
    _window: number,
    _context: NSObject | null,
    _number: number,
    clicks: number,
  ): NSEvent {
    return this.of(type, { at, modifiers, clicks });
  }

  static "+otherEventWithType:location:modifierFlags:timestamp:windowNumber:context:subtype:data1:data2:"(
    type: number,
    at: Point,
    modifiers: number,
  ): NSEvent {
    return this.of(type, { at, modifiers });
  }

  static "+mouseLocation"(): Point {
    return pointer.at;
  }

  static "+pressedMouseButtons"(): number {
    return pointer.buttons;
  }

  static "+modifierFlags"(): number {
    return 0;
  }

  static "+doubleClickInterval"(): number {
    return 0.5;
  }

  "-type"(): number {
    return this.type;
  }

  "-modifierFlags"(): number {
    return this.modifiers;
  }

  "-clickCount"(): number {
    return this.clicks;
  }

  "-locationInWindow"(): Point {
    return this.at;
  }

  "-keyCode"(): number {
    return this.code;
  }

  "-window"(): NSObject | null {
    return this.ofWindow.value;
  }

  "-charactersIgnoringModifiers"(): NSString {
    return NSString.of(this.characters);
  }

  "-characters"(): NSString {
    return NSString.of(this.characters);
  }
}

defineStandInClasses({ NSEvent });

import type { WindowInfo } from "../contract/automation.ts";

/** A page on the screen. */
export interface PagePlace {
  readonly window: WindowInfo;
  /** The size of the page in CSS pixels, and the pixels of the screen for each. */
  readonly page: { readonly width: number; readonly height: number; readonly scale: number };
  /** Evaluates an expression in it. */
  readonly ask: (expression: string) => Promise<unknown>;
}

/** As `Input.dispatchMouseEvent` of the DevTools protocol; positions are CSS pixels of the page. */
export interface MouseInput {
  readonly type: "mouseMoved" | "mousePressed" | "mouseReleased" | "mouseWheel";
  readonly x: number;
  readonly y: number;
  readonly button?: "none" | "left" | "middle" | "right";
  readonly deltaX?: number;
  readonly deltaY?: number;
}

/** As `Input.dispatchKeyEvent`. */
export interface KeyInput {
  readonly type: "keyDown" | "rawKeyDown" | "keyUp";
  readonly key: string;
  readonly code: string;
  readonly text?: string;
}

/** A user's input to pages: pointer, keyboard, and pictures of the screen. */
export interface PageInput {
  mouse(place: PagePlace, input: MouseInput): Promise<void>;
  key(place: PagePlace, input: KeyInput): Promise<void>;
  /** Whether the keyboard has a key for this name of the DOM. */
  has(key: string): boolean;
  /** A PNG file of a part of a page, in pixels of the screen from its upper left corner. */
  picture(
    window: WindowInfo,
    area: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    },
  ): Promise<Buffer>;
}

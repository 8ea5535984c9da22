import type { Address } from "../../ffi/signature.ts";
import { NSScrollView, NSTextView } from "../lib/appkit/controls.ts";
import { nsString } from "../objc/text.ts";

// The minimum width of a row, and the number of rows that fit on every screen.
const lettersInRow = 40;
const maxRows = 24;

const frame = { x: 0, y: 0, width: 420, height: 300 };

/**
 * Whether an alert with this text could be higher than a screen: buttons below its edge could not
 * be pressed.
 */
export function isLong(text: string): boolean {
  const rows = text.split("\n").map((line) => Math.max(1, Math.ceil(line.length / lettersInRow)));
  return rows.reduce((sum, count) => sum + count, 0) > maxRows;
}

/** A view in which the text scrolls, owned by the surrounding pool. */
export function scrollingText(text: string): Address {
  const address = NSTextView.send("scrollableTextView");
  const scroll = NSScrollView.at(address);
  scroll.send("setFrame:", frame);
  const inside = scroll.send("documentView");
  if (inside === null)
    throw new Error("Cannot show a long text: want a view in the one that scrolls");
  const view = NSTextView.at(inside);
  view.send("setEditable:", false);
  view.send("setString:", nsString(text));
  return address;
}

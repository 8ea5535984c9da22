import * as v from "valibot";
import { Bytes } from "../page/bytes.ts";
import { Attention, cursorIcons, Position, Size, themes } from "./window.ts";

/** The parameters of window operations, by kind, as a page passes them. */
export const windowValues = {
  flag: v.boolean(),
  text: v.string(),
  attention: v.nullable(Attention),
  size: Size,
  sizeLimit: v.nullish(Size, null),
  position: Position,
  cursorIcon: v.picklist(cursorIcons),
  theme: v.nullable(v.picklist(themes)),
  /** The path of a picture within the filesystem scope, or the bytes of one. */
  picture: v.union([v.string(), Bytes]),
} as const;

export type WindowValueKind = keyof typeof windowValues;

/** A value from a page, checked. */
export type PageValue<K extends WindowValueKind> = v.InferOutput<(typeof windowValues)[K]>;

/**
 * The value for the ui thread: the same, but for a picture its bytes, in a format the system can
 * read.
 */
export type WindowValue<K extends WindowValueKind> = K extends "picture"
  ? Uint8Array
  : PageValue<K>;

import type { WindowToolkit } from "../../toolkit.ts";
import { later } from "../loop.ts";
import { warnUnsupported } from "./display.ts";
import { pixelPosition, pixelSize } from "./screen-space.ts";
import { fields } from "./window-fields.ts";
import { operations } from "./window-operations.ts";
import type { NativeWindow } from "./window.ts";

/** AppKit's window operations. */
export const windowToolkit: WindowToolkit<NativeWindow> = {
  operations,
  fields,
  pixelSize,
  pixelPosition,
  later,
  placesAtOnce: true,
  warnUnsupported,
};

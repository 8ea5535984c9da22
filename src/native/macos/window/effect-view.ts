import type { EffectOf } from "../../../contract/window/effects.ts";
import { NSVisualEffectView } from "../lib/appkit/window.ts";
import type { OwnedOf } from "../objc/object.ts";
import type { Rect } from "../objc/signature.ts";

const NSVisualEffectBlendingModeBehindWindow = 0;
const NSVisualEffectStateFollowsWindowActiveState = 0;
const NSViewWidthSizable = 1 << 1;
const NSViewHeightSizable = 1 << 4;

/** NSVisualEffectMaterial, without the deprecated ones. */
const materials = {
  titlebar: 3,
  selection: 4,
  menu: 5,
  popover: 6,
  sidebar: 7,
  headerView: 10,
  sheet: 11,
  windowBackground: 12,
  hudWindow: 13,
  fullScreenUI: 15,
  tooltip: 17,
  contentBackground: 18,
  underWindowBackground: 21,
  underPageBackground: 22,
} as const satisfies Record<EffectOf<"macos">, number>;

/** A view that shows the background of the window, as a material. It lies below the page. */
export function makeEffectView(
  effect: EffectOf<"macos">,
  frame: Rect,
): OwnedOf<typeof NSVisualEffectView> {
  const view = NSVisualEffectView.make("initWithFrame:", frame);
  view.send("setMaterial:", materials[effect]);
  view.send("setBlendingMode:", NSVisualEffectBlendingModeBehindWindow);
  view.send("setState:", NSVisualEffectStateFollowsWindowActiveState);
  view.send("setAutoresizingMask:", NSViewWidthSizable | NSViewHeightSizable);
  return view;
}

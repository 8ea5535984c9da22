import { dwmapi, MARGINS } from "../lib/dwmapi.ts";

// The desktop window manager draws shadow and round corners around windows that have a frame. For
// one without it has to be told that there is something of a frame all the same: that it draws the
// frame, whatever the style says, and that one row of pixels inside is a part of it, which the page
// covers.
//
// Source: Microsoft's reference of DWMWINDOWATTRIBUTE and DwmExtendFrameIntoClientArea; "Apply
// rounded corners in desktop apps for Windows 11", by which no window without a caption gets them
// unasked.

/** What is around a window: its own frame, a shadow in place of one, or nothing. */
export type Surroundings = "frame" | "shadow" | "nothing";

const DWMWA_NCRENDERING_POLICY = 2;
const DWMNCRP_USEWINDOWSTYLE = 0;
const DWMNCRP_ENABLED = 2;

// Windows 10 does not know this attribute, nor round corners.
const DWMWA_WINDOW_CORNER_PREFERENCE = 33;
const DWMWCP_DEFAULT = 0;
const DWMWCP_DONOTROUND = 1;
const DWMWCP_ROUND = 2;

const ways = {
  frame: { policy: DWMNCRP_USEWINDOWSTYLE, corners: DWMWCP_DEFAULT, rows: 0 },
  shadow: { policy: DWMNCRP_ENABLED, corners: DWMWCP_ROUND, rows: 1 },
  nothing: { policy: DWMNCRP_USEWINDOWSTYLE, corners: DWMWCP_DONOTROUND, rows: 0 },
} as const satisfies Record<Surroundings, { policy: number; corners: number; rows: number }>;

/**
 * Has Windows draw this around a window. A maximized one has neither shadow nor round corners by
 * itself.
 *
 * @param hasBackdrop all of its inside counts as frame, behind which Windows draws a material
 */
export function surround(window: number, surroundings: Surroundings, hasBackdrop: boolean): void {
  const { policy, corners, rows } = ways[surroundings];
  set(window, DWMWA_NCRENDERING_POLICY, policy);
  const margins = hasBackdrop ? everywhere : { cyBottomHeight: rows };
  dwmapi.DwmExtendFrameIntoClientArea(window, MARGINS.make(margins).bytes);
  set(window, DWMWA_WINDOW_CORNER_PREFERENCE, corners);
}

const everywhere = {
  cxLeftWidth: -1,
  cxRightWidth: -1,
  cyTopHeight: -1,
  cyBottomHeight: -1,
};

function set(window: number, attribute: number, value: number): void {
  const bytes = new Int32Array([value]);
  dwmapi.DwmSetWindowAttribute(window, attribute, bytes, bytes.byteLength);
}

import { dwmapi, MARGINS } from "../lib/dwmapi.ts";

// The desktop window manager draws a shadow and round corners around windows with a frame. For a
// window without one it needs a hint: that it draws the frame, regardless of the style, and that
// one row of pixels of the content area is a part of it, which the page covers.
//
// Source: Microsoft's reference of DWMWINDOWATTRIBUTE and DwmExtendFrameIntoClientArea; "Apply
// rounded corners in desktop apps for Windows 11", by which windows without a caption get them only
// on request.

/** The surroundings of a window: its own frame, a shadow in place of one, or nothing. */
export type Surroundings = "frame" | "shadow" | "nothing";

const DWMWA_NCRENDERING_POLICY = 2;
const DWMNCRP_USEWINDOWSTYLE = 0;
const DWMNCRP_ENABLED = 2;

// Windows 10 has neither this attribute nor round corners.
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
 * Makes Windows draw these surroundings. A maximized window has neither shadow nor round corners by
 * itself.
 *
 * @param hasBackdrop all of the content area counts as frame, behind which Windows draws a material
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

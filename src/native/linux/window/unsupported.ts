/** The reasons why a window operation has no effect, for standard error. */
export const reasons = {
  places: "Wayland lets no window choose its place",
  wish: "Wayland has no such wish",
  buttons: "window managers take no such wish",
  shadow: "the window manager and GTK's theme decide which windows have a shadow",
  theme: "the variable GTK_THEME names a dark theme",
  effects: "GTK has none; effectsFallback is a colour in their place",
  capture: "neither X11 nor Wayland can keep a window from view",
} as const;

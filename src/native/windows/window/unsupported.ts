/** The reasons why a window operation has no effect, for standard error. */
export const reasons = {
  macos: "it is for macOS",
  capture: "Windows did not agree to keep the window from view",
  shadow: "Windows draws the shadow of a frame",
  shadowOfTransparent: "Windows draws none around a transparent window",
  effects: "it has none of these; effectsFallback is a colour in their place",
  backdrop: "it needs Windows 11 22H2; effectsFallback is a colour in its place",
  cursor: "Windows has no cursor of this kind",
  taskbar: "this desktop has no taskbar",
  transparency: "this Windows does not blend windows with the content behind them",
} as const;

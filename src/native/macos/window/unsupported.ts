/** The reasons why a window operation has no effect, for standard error. */
export const reasons = {
  dock: "the Dock shows apps, not windows",
  icon: "windows have no icons there; the app's own icon is in its bundle",
  cursor: "macOS has no cursor of this kind",
  transparency: "the window is opaque without framework.macOSPrivateApi",
  effects: "pages are opaque without framework.macOSPrivateApi",
  noneOfEffects: "it has none of these; effectsFallback is a colour in their place",
  webview2: "it is for WebView2 on Windows",
} as const;

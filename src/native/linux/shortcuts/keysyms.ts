import type { Key, Modifier, NamedKey } from "../../../contract/patterns/accelerator.ts";

// The names of X keysyms without "XK_", as in <X11/keysymdef.h>; Wayland's portals use the same.
const named: Readonly<Record<NamedKey, string>> = {
  Backquote: "grave",
  Minus: "minus",
  Equal: "equal",
  BracketLeft: "bracketleft",
  BracketRight: "bracketright",
  Backslash: "backslash",
  Semicolon: "semicolon",
  Quote: "apostrophe",
  Comma: "comma",
  Period: "period",
  Slash: "slash",
  Plus: "plus",
  Backspace: "BackSpace",
  CapsLock: "Caps_Lock",
  ContextMenu: "Menu",
  Enter: "Return",
  Space: "space",
  Tab: "Tab",
  Insert: "Insert",
  Delete: "Delete",
  End: "End",
  Help: "Help",
  Home: "Home",
  PageUp: "Prior",
  PageDown: "Next",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  NumLock: "Num_Lock",
  NumpadAdd: "KP_Add",
  NumpadDecimal: "KP_Decimal",
  NumpadDivide: "KP_Divide",
  NumpadEnter: "KP_Enter",
  NumpadEqual: "KP_Equal",
  NumpadMultiply: "KP_Multiply",
  NumpadSubtract: "KP_Subtract",
  Escape: "Escape",
  PrintScreen: "Print",
  ScrollLock: "Scroll_Lock",
  Pause: "Pause",
  AudioVolumeUp: "XF86AudioRaiseVolume",
  AudioVolumeDown: "XF86AudioLowerVolume",
  AudioVolumeMute: "XF86AudioMute",
  MediaTrackNext: "XF86AudioNext",
  MediaTrackPrevious: "XF86AudioPrev",
  MediaPlayPause: "XF86AudioPlay",
  MediaStop: "XF86AudioStop",
};

/** The keysym of a key without modifiers. */
export function keysymName(key: Key): string {
  if (key in named) return named[key as NamedKey];
  if (key.startsWith("Key")) return key.slice("Key".length).toLowerCase();
  if (key.startsWith("Digit")) return key.slice("Digit".length);
  if (key.startsWith("Numpad")) return `KP_${key.slice("Numpad".length)}`;
  return key;
}

/** The modifier names of `com.canonical.dbusmenu`. */
export const menuModifiers: Readonly<Record<Modifier, string>> = {
  control: "Control",
  alt: "Alt",
  shift: "Shift",
  super: "Super",
};

/** The modifier names of the XDG Shortcuts Specification, which the portal reads. */
export const portalModifiers: Readonly<Record<Modifier, string>> = {
  control: "CTRL",
  alt: "ALT",
  shift: "SHIFT",
  super: "LOGO",
};

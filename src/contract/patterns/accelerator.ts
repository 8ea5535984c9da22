/** Keys held while another is pressed, in the order in which they are written. */
export const modifiers = ["control", "alt", "shift", "super"] as const;
export type Modifier = (typeof modifiers)[number];

/** Keys that have a name of their own. */
export const namedKeys = [
  "Backquote",
  "Minus",
  "Equal",
  "BracketLeft",
  "BracketRight",
  "Backslash",
  "Semicolon",
  "Quote",
  "Comma",
  "Period",
  "Slash",
  "Plus",
  "Backspace",
  "CapsLock",
  "ContextMenu",
  "Enter",
  "Space",
  "Tab",
  "Insert",
  "Delete",
  "End",
  "Help",
  "Home",
  "PageUp",
  "PageDown",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "NumLock",
  "NumpadAdd",
  "NumpadDecimal",
  "NumpadDivide",
  "NumpadEnter",
  "NumpadEqual",
  "NumpadMultiply",
  "NumpadSubtract",
  "Escape",
  "PrintScreen",
  "ScrollLock",
  "Pause",
  "AudioVolumeUp",
  "AudioVolumeDown",
  "AudioVolumeMute",
  "MediaTrackNext",
  "MediaTrackPrevious",
  "MediaPlayPause",
  "MediaStop",
] as const;
export type NamedKey = (typeof namedKeys)[number];

/**
 * A key: the character printed on it, as in `KeyboardEvent.code` for the US layout. `KeyA`,
 * `Digit0`, `Numpad0`, `F1` to `F35`, or a name.
 */
export type Key = NamedKey | `Key${string}` | `Digit${number}` | `Numpad${number}` | `F${number}`;

/**
 * A key pressed together with modifiers: the meaning of `CommandOrControl+Shift+X` on one system.
 */
export interface Accelerator {
  /** In the order of `modifiers`, each once. */
  readonly modifiers: readonly Modifier[];
  readonly key: Key;
}

/**
 * The effects that systems can draw behind a page, in the names of Microsoft and of Apple. Linux
 * has no equivalent that a program could request.
 */
export const windowEffects = {
  linux: [],
  windows: ["mica", "acrylic", "tabbed"],
  macos: [
    "titlebar",
    "selection",
    "menu",
    "popover",
    "sidebar",
    "headerView",
    "sheet",
    "windowBackground",
    "hudWindow",
    "fullScreenUI",
    "tooltip",
    "contentBackground",
    "underWindowBackground",
    "underPageBackground",
  ],
} as const;

type Effects = typeof windowEffects;

/** An effect of one system. */
export type EffectOf<S extends keyof Effects> = Effects[S][number];

export type WindowEffect = EffectOf<keyof Effects>;

export const effectNames: readonly WindowEffect[] = Object.values(windowEffects).flat();

/** The first of the effects that a system supports; `null`: it supports none of them. */
export function effectOn<S extends keyof Effects>(
  system: S,
  effects: readonly WindowEffect[],
): EffectOf<S> | null {
  const known: readonly WindowEffect[] = windowEffects[system];
  return (effects.find((effect) => known.includes(effect)) as EffectOf<S> | undefined) ?? null;
}

/** The colour in place of an effect. */
export const colourPattern = /^#[0-9a-fA-F]{6}$/;

import { instance } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { hiddenWindow } from "../hidden-window.ts";
import { dpiOf } from "./pixels.ts";
import { readPicture, type Pixels } from "./picture.ts";
import { noWindow } from "../registered-class.ts";

const WM_SETICON = 0x0080;
const ICON_SMALL = 0;
const ICON_BIG = 1;
const SM_CXICON = 11;
const SM_CXSMICON = 49;

/**
 * A picture in the two sizes that Windows shows: in the title bar, and in the taskbar and the
 * window switcher.
 */
class IconPair implements Disposable {
  readonly small: number;
  readonly big: number;

  constructor(small: number, big: number) {
    this.small = small;
    this.big = big;
  }

  [Symbol.dispose](): void {
    user32.DestroyIcon(this.small);
    user32.DestroyIcon(this.big);
  }
}

/**
 * Creates an icon of a picture, with this many pixels on each side. Its owner frees it by
 * `DestroyIcon`.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readIcon(bytes: Uint8Array, side: number): number {
  return readPicture(bytes, [side]).map(makeIcon)[0] ?? 0;
}

function readPair(bytes: Uint8Array, dpi: number): IconPair {
  const sides = [SM_CXSMICON, SM_CXICON].map((metric) =>
    user32.GetSystemMetricsForDpi(metric, dpi),
  );
  const [small = 0, big = 0] = readPicture(bytes, sides).map(makeIcon);
  return new IconPair(small, big);
}

function makeIcon({ width, height, bytes }: Pixels): number {
  // Lines are padded to whole words; the pixels themselves have the transparency.
  const mask = new Uint8Array(Math.ceil(width / 16) * 2 * height);
  const icon = user32.CreateIcon(instance(), width, height, 1, 32, mask, bytes);
  if (icon === 0) throw noWindow("CreateIcon");
  return icon;
}

/** A picture at each scale that its windows have had. */
class ScaledIcon implements Disposable {
  readonly #bytes: Uint8Array;
  /** By the dots per inch. */
  readonly #pairs = new Map<number, IconPair>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @throws FrameworkError `bad-argument` when it is no picture */
  at(dpi: number): IconPair {
    const known = this.#pairs.get(dpi);
    if (known !== undefined) return known;
    const pair = readPair(this.#bytes, dpi);
    this.#pairs.set(dpi, pair);
    return pair;
  }

  [Symbol.dispose](): void {
    for (const pair of this.#pairs.values()) pair[Symbol.dispose]();
  }
}

/** The icon of every window without one of its own. */
let common: ScaledIcon | null = null;
const followers = new Set<WindowIcon>();

/**
 * Sets the icon of windows without one of their own, including later ones.
 * @throws FrameworkError `bad-argument` when it is no picture
 */
export function setDefaultIcon(bytes: Uint8Array): void {
  const before = common;
  const next = new ScaledIcon(bytes);
  // The most likely scale of windows.
  next.at(dpiOf(hiddenWindow()));
  common = next;
  for (const follower of followers) follower.show();
  before?.[Symbol.dispose]();
}

/** The icon of one window. */
export class WindowIcon implements Disposable {
  readonly #window: number;
  #own: ScaledIcon | null = null;

  constructor(window: number) {
    this.#window = window;
    followers.add(this);
    this.show();
  }

  /** @throws FrameworkError `bad-argument` when it is no picture */
  set(bytes: Uint8Array): void {
    const before = this.#own;
    const next = new ScaledIcon(bytes);
    next.at(dpiOf(this.#window));
    this.#own = next;
    followers.delete(this);
    this.show();
    before?.[Symbol.dispose]();
  }

  /** Shows it at the current scale of the window. */
  show(): void {
    const icon = this.#own ?? common;
    if (icon === null) return;
    const { small, big } = icon.at(dpiOf(this.#window));
    user32.SendMessageW(this.#window, WM_SETICON, ICON_SMALL, small);
    user32.SendMessageW(this.#window, WM_SETICON, ICON_BIG, big);
  }

  /** When the window is closed: it does not own its icon. */
  [Symbol.dispose](): void {
    followers.delete(this);
    this.#own?.[Symbol.dispose]();
    this.#own = null;
  }
}

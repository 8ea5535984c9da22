// The square PNGs among an app's icons that each system shows, in pixels.

/** The folders of the icon theme `hicolor`: a desktop on Linux reads no other. */
export const themeSizes: readonly number[] = [
  16, 22, 24, 32, 36, 48, 64, 72, 96, 128, 192, 256, 512,
];

/** Windows accepts PNGs unchanged in an .ico, but shows none larger than this. */
export const largestOfWindows = 256;

/** An .icns has a kind for each of these widths. */
export const icnsWidths = [32, 64, 128, 256, 512, 1024] as const;

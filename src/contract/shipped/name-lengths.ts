/**
 * How long names of an app may be. File systems take names of 255 bytes, and what a build makes is
 * called by the app's name, its version, and endings for which 46 bytes are left.
 */
export const nameLengths = {
  /** In bytes of UTF-8, as it is and as a package's. */
  productName: 128,
  version: 80,
  /**
   * Windows' limit for the identifier that shortcuts and windows have. Source: "Application User
   * Model IDs".
   */
  identifier: 128,
} as const;

/**
 * The maximum lengths of an app's names. File systems accept names of 255 bytes, and the name of a
 * build's output consists of the app's name, its version, and suffixes, for which 46 bytes remain.
 */
export const nameLengths = {
  /** In bytes of UTF-8, as it is and in the form for packages. */
  productName: 128,
  version: 80,
  /**
   * Windows' limit for the identifier of shortcuts and windows. Source: "Application User Model
   * IDs".
   */
  identifier: 128,
} as const;

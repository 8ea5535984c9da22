/**
 * The variables that a path or scope pattern may start with, without the `$`. Each names a folder
 * of the user, the system or the app. Pages may also pass the number of its position here, counted
 * from 1.
 */
export const baseDirectories = [
  "AUDIO",
  "CACHE",
  "CONFIG",
  "DATA",
  "LOCALDATA",
  "DESKTOP",
  "DOCUMENT",
  "DOWNLOAD",
  "EXE",
  "FONT",
  "HOME",
  "PICTURE",
  "PUBLIC",
  "RUNTIME",
  "TEMPLATE",
  "VIDEO",
  "RESOURCE",
  "APP",
  "LOG",
  "TEMP",
  "APPCONFIG",
  "APPDATA",
  "APPLOCALDATA",
  "APPCACHE",
  "APPLOG",
] as const;

export type BaseDirectoryName = (typeof baseDirectories)[number];

/** The places in the list, counted from 1. */
export const baseDirectoryNumbers = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
] as const;

export type BaseDirectoryNumber = (typeof baseDirectoryNumbers)[number];

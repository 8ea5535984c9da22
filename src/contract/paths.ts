/**
 * The variables a path or scope pattern may start with, without the `$`. Every one names a folder of the
 * user, the system or the app.
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

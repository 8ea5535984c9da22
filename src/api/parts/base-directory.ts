import type { BaseDirectoryName } from "../../contract/paths.ts";

/**
 * The folders that a path may be taken from: those of the user, the system and the app.
 *
 * @example
 * await readTextFile("notes.txt", { dir: BaseDirectory.Document });
 */
export const BaseDirectory = Object.freeze({
  Audio: "AUDIO",
  Cache: "CACHE",
  Config: "CONFIG",
  Data: "DATA",
  LocalData: "LOCALDATA",
  Desktop: "DESKTOP",
  Document: "DOCUMENT",
  Download: "DOWNLOAD",
  Executable: "EXE",
  Font: "FONT",
  Home: "HOME",
  Picture: "PICTURE",
  Public: "PUBLIC",
  Runtime: "RUNTIME",
  Template: "TEMPLATE",
  Video: "VIDEO",
  Resource: "RESOURCE",
  App: "APP",
  Log: "LOG",
  Temp: "TEMP",
  AppConfig: "APPCONFIG",
  AppData: "APPDATA",
  AppLocalData: "APPLOCALDATA",
  AppCache: "APPCACHE",
  AppLog: "APPLOG",
} as const satisfies Record<string, BaseDirectoryName>);

export type BaseDirectory = BaseDirectoryName;

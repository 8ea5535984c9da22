import type { BaseDirectoryName, BaseDirectoryNumber } from "../../contract/paths.ts";

/**
 * The base folders of paths: those of the user, the system and the app. Functions with such a
 * parameter also accept the name: `"DOCUMENT"`.
 *
 * @example
 * await readTextFile("notes.txt", { dir: BaseDirectory.Document });
 */
export const BaseDirectory = Object.freeze({
  Audio: 1,
  Cache: 2,
  Config: 3,
  Data: 4,
  LocalData: 5,
  Desktop: 6,
  Document: 7,
  Download: 8,
  Executable: 9,
  Font: 10,
  Home: 11,
  Picture: 12,
  Public: 13,
  Runtime: 14,
  Template: 15,
  Video: 16,
  Resource: 17,
  App: 18,
  Log: 19,
  Temp: 20,
  AppConfig: 21,
  AppData: 22,
  AppLocalData: 23,
  AppCache: 24,
  AppLog: 25,
} as const satisfies Record<string, BaseDirectoryNumber>);

export type BaseDirectory = BaseDirectoryNumber | BaseDirectoryName;

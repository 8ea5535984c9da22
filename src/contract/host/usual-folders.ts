import type { BaseDirectoryName } from "../paths.ts";

/** The folders of the user that no system hides, so that the pattern `**` reaches them. */
export const usualFolders: readonly BaseDirectoryName[] = [
  "DOCUMENT",
  "DOWNLOAD",
  "DESKTOP",
  "PICTURE",
  "AUDIO",
  "VIDEO",
  "PUBLIC",
  "HOME",
];

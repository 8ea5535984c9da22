import { windowOperationRows } from "../window/operations.ts";

/**
 * Every flag of `framework.allowlist`, by module. `all` exists in each module and is not repeated
 * here. A module with an empty list has only its `all`.
 */
export const allowlistFlags = {
  fs: [
    "readFile",
    "writeFile",
    "readDir",
    "copyFile",
    "createDir",
    "removeDir",
    "removeFile",
    "renameFile",
    "exists",
  ],
  // `close` opens `destroy`, too; each operation has a flag of its name.
  window: ["create", "close", "setMenu", "popupMenu", ...windowOperationRows.map(([name]) => name)],
  shell: ["execute", "sidecar", "open"],
  dialog: ["open", "save", "message", "ask", "confirm", "choose"],
  http: ["request"],
  notification: [],
  globalShortcut: [],
  os: [],
  path: [],
  protocol: ["asset"],
  process: ["relaunch", "relaunchDangerousAllowSymlinkMacos", "exit"],
  clipboard: ["writeText", "readText"],
  app: ["show", "hide", "open"],
} as const;

export type AllowlistModule = keyof typeof allowlistFlags;

/** `dialog.open`, `fs.readFile`, …, and `<module>.all` for a module without finer flags. */
export type AllowlistFlag = {
  [M in AllowlistModule]: `${M}.${(typeof allowlistFlags)[M][number]}` | `${M}.all`;
}[AllowlistModule];

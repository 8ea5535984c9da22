/**
 * Every flag of `framework.allowlist`, by module. `all` exists in each module and is not repeated here.
 * A module with an empty list has only its `all`.
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
  window: [
    "create",
    "center",
    "requestUserAttention",
    "setResizable",
    "setMaximizable",
    "setMinimizable",
    "setClosable",
    "setTitle",
    "maximize",
    "unmaximize",
    "minimize",
    "unminimize",
    "show",
    "hide",
    "close",
    "setDecorations",
    "setAlwaysOnTop",
    "setContentProtected",
    "setSize",
    "setMinSize",
    "setMaxSize",
    "setPosition",
    "setFullscreen",
    "setFocus",
    "setIcon",
    "setSkipTaskbar",
    "setCursorGrab",
    "setCursorVisible",
    "setCursorIcon",
    "setCursorPosition",
    "setIgnoreCursorEvents",
    "startDragging",
    "print",
  ],
  shell: ["execute", "sidecar", "open"],
  dialog: ["open", "save", "message", "ask", "confirm"],
  http: ["request"],
  notification: [],
  globalShortcut: [],
  os: [],
  path: [],
  protocol: ["asset"],
  process: ["relaunch", "relaunchDangerousAllowSymlinkMacos", "exit"],
  clipboard: ["writeText", "readText"],
  app: ["show", "hide"],
} as const;

export type AllowlistModule = keyof typeof allowlistFlags;

/** `dialog.open`, `fs.readFile`, …, and `<module>.all` for what has no finer flag. */
export type AllowlistFlag = {
  [M in AllowlistModule]: `${M}.${(typeof allowlistFlags)[M][number]}` | `${M}.all`;
}[AllowlistModule];

import type { WindowValue, WindowValueKind } from "./values.ts";

/**
 * The parameter of an operation: the name of its argument in a page's call, and the kind of its
 * value.
 */
export interface Parameter<
  Argument extends string = string,
  Kind extends WindowValueKind = WindowValueKind,
> {
  readonly argument: Argument;
  readonly kind: Kind;
}

function takes<const Argument extends string, const Kind extends WindowValueKind>(
  argument: Argument,
  kind: Kind,
): Parameter<Argument, Kind> {
  return { argument, kind };
}

/**
 * The table of window operations: each operation of an open window, and its parameter; `null`: no
 * parameter.
 *
 * A row defines the flag and the command `window.<name>` with its handler, the method of
 * `framework/app`'s windows, and the message to the ui thread. The compiler requires its
 * implementation by each platform, and a method with its doc comment in the page's class
 * (`api/parts/window-manager.ts`).
 *
 * Only data here, no schemas: the configuration's flags are derived from it, and the configuration
 * is read without the schema library.
 */
export const windowOperations = {
  center: null,
  /** `null`: no longer needed. */
  requestUserAttention: takes("attention", "attention"),
  setResizable: takes("resizable", "flag"),
  setMaximizable: takes("maximizable", "flag"),
  setMinimizable: takes("minimizable", "flag"),
  setClosable: takes("closable", "flag"),
  setTitle: takes("title", "text"),
  maximize: null,
  unmaximize: null,
  minimize: null,
  unminimize: null,
  show: null,
  hide: null,
  setDecorations: takes("decorations", "flag"),
  setShadow: takes("shadow", "flag"),
  setAlwaysOnTop: takes("alwaysOnTop", "flag"),
  setContentProtected: takes("contentProtected", "flag"),
  /** The content area. */
  setSize: takes("size", "size"),
  /** `null`: no limit. */
  setMinSize: takes("size", "sizeLimit"),
  /** `null`: no limit. */
  setMaxSize: takes("size", "sizeLimit"),
  setPosition: takes("position", "position"),
  setFullscreen: takes("fullscreen", "flag"),
  setFocus: null,
  /** For all windows of the app, its dialogs and menus. `null`: the system's. */
  setTheme: takes("theme", "theme"),
  setIcon: takes("icon", "picture"),
  setSkipTaskbar: takes("skip", "flag"),
  setCursorGrab: takes("grab", "flag"),
  setCursorVisible: takes("visible", "flag"),
  setCursorIcon: takes("icon", "cursorIcon"),
  /** From the top left corner of the content area. */
  setCursorPosition: takes("position", "position"),
  setIgnoreCursorEvents: takes("ignore", "flag"),
  /** Moves the window with the pointer until its button is released. */
  startDragging: null,
  print: null,
} as const satisfies Readonly<Record<string, Parameter | null>>;

export type WindowOperationTable = typeof windowOperations;
export type WindowOperationName = keyof WindowOperationTable;

/** The rows with their names, in the order of the table. */
export const windowOperationRows = Object.entries(windowOperations) as readonly (readonly [
  WindowOperationName,
  Parameter | null,
])[];

/** The operations of an open window, with their parameters, as the ui thread receives them. */
export type WindowOperations = {
  [N in keyof WindowOperationTable]: WindowOperationTable[N] extends Parameter<string, infer Kind>
    ? WindowValue<Kind>
    : null;
};

export type WindowOperation = {
  [N in WindowOperationName]: { readonly name: N; readonly value: WindowOperations[N] };
}[WindowOperationName];

import * as v from "valibot";
import { Bytes } from "../page/bytes.ts";
import { command } from "../commands/command.ts";
import { limits } from "../limits.ts";

export type Theme = "Light" | "Dark";
export type TitleBarStyle = "Visible" | "Transparent" | "Overlay";

/** What a label may hold: letters and digits of any script. */
export const labelPattern = /^[\p{L}\p{N}]+$/u;

const unit = v.picklist(["Logical", "Physical"]);
const finite = v.pipe(v.number(), v.finite());
const length = v.pipe(finite, v.minValue(0));

/** `Physical`: pixels of the screen. `Logical`: these divided by the scale factor of the window. */
export const Size = v.strictObject({ type: unit, width: length, height: length });
export const Position = v.strictObject({ type: unit, x: finite, y: finite });
export type Size = v.InferOutput<typeof Size>;
export type Position = v.InferOutput<typeof Position>;

/** Pixels of the screen. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of the screen, from its top left corner. */
export interface PixelPosition {
  readonly x: number;
  readonly y: number;
}

export const cursorIcons = [
  "default",
  "crosshair",
  "hand",
  "arrow",
  "move",
  "text",
  "wait",
  "help",
  "progress",
  "notAllowed",
  "contextMenu",
  "cell",
  "verticalText",
  "alias",
  "copy",
  "noDrop",
  "grab",
  "grabbing",
  "allScroll",
  "zoomIn",
  "zoomOut",
  "eResize",
  "nResize",
  "neResize",
  "nwResize",
  "sResize",
  "seResize",
  "swResize",
  "wResize",
  "ewResize",
  "nsResize",
  "neswResize",
  "nwseResize",
  "colResize",
  "rowResize",
] as const;
export type CursorIcon = (typeof cursorIcons)[number];

const Attention = v.picklist(["Critical", "Informational"]);
export type Attention = v.InferOutput<typeof Attention>;

/** Everything there is to know of a window at one moment. */
export interface WindowState {
  readonly scaleFactor: number;
  readonly innerPosition: PixelPosition;
  readonly outerPosition: PixelPosition;
  readonly innerSize: PixelSize;
  readonly outerSize: PixelSize;
  readonly isFullscreen: boolean;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly isFocused: boolean;
  readonly isDecorated: boolean;
  readonly isResizable: boolean;
  readonly isMaximizable: boolean;
  readonly isMinimizable: boolean;
  readonly isClosable: boolean;
  readonly isVisible: boolean;
  readonly title: string;
  readonly theme: "light" | "dark";
}

export interface MonitorState {
  /** What the maker calls it; `null` when it does not say. */
  readonly name: string | null;
  readonly size: PixelSize;
  readonly position: PixelPosition;
  readonly scaleFactor: number;
}

const on = v.nullish(v.boolean());
const pixels = v.nullish(finite);

const address = v.pipe(v.string(), v.maxLength(limits.address.most));

/** How a page makes a window: the fields of `framework.windows`, each of them optional. */
export const WindowOptions = v.strictObject({
  /** An address, or a path inside the application. Default: the application's first page. */
  url: v.nullish(address),
  userAgent: v.nullish(address),
  fileDropEnabled: on,
  center: on,
  x: pixels,
  y: pixels,
  width: v.nullish(length),
  height: v.nullish(length),
  minWidth: v.nullish(length),
  minHeight: v.nullish(length),
  maxWidth: v.nullish(length),
  maxHeight: v.nullish(length),
  resizable: on,
  maximizable: on,
  minimizable: on,
  closable: on,
  /** Default: the application's name. */
  title: v.nullish(v.string()),
  fullscreen: on,
  focus: on,
  transparent: on,
  maximized: on,
  visible: on,
  decorations: on,
  alwaysOnTop: on,
  contentProtected: on,
  skipTaskbar: on,
  theme: v.nullish(v.picklist(["light", "dark", "Light", "Dark"])),
  titleBarStyle: v.nullish(
    v.picklist(["visible", "transparent", "overlay", "Visible", "Transparent", "Overlay"]),
  ),
  hiddenTitle: on,
  acceptFirstMouse: on,
  tabbingIdentifier: v.nullish(v.string()),
});
export type WindowOptions = v.InferInput<typeof WindowOptions>;

/** The window that is meant; the caller's own when absent. */
const label = v.nullish(v.string());
const target = v.strictObject({ label });
const flagged = <const Name extends string>(name: Name) =>
  v.strictObject({ label, [name]: v.boolean() } as { label: typeof label } & {
    [N in Name]: v.BooleanSchema<undefined>;
  });

export const windowCommands = {
  "window.scaleFactor": command<number>()(null, target),
  "window.innerPosition": command<PixelPosition>()(null, target),
  "window.outerPosition": command<PixelPosition>()(null, target),
  "window.innerSize": command<PixelSize>()(null, target),
  "window.outerSize": command<PixelSize>()(null, target),
  "window.isFullscreen": command<boolean>()(null, target),
  "window.isMinimized": command<boolean>()(null, target),
  "window.isMaximized": command<boolean>()(null, target),
  "window.isFocused": command<boolean>()(null, target),
  "window.isDecorated": command<boolean>()(null, target),
  "window.isResizable": command<boolean>()(null, target),
  "window.isMaximizable": command<boolean>()(null, target),
  "window.isMinimizable": command<boolean>()(null, target),
  "window.isClosable": command<boolean>()(null, target),
  "window.isVisible": command<boolean>()(null, target),
  "window.title": command<string>()(null, target),
  "window.theme": command<WindowState["theme"]>()(null, target),
  "window.currentMonitor": command<MonitorState | null>()(null, target),
  "window.primaryMonitor": command<MonitorState | null>()(null, target),
  "window.availableMonitors": command<readonly MonitorState[]>()(null, target),

  "window.create": command<void>()(
    "window.create",
    v.strictObject({
      label: v.pipe(v.string(), v.maxLength(limits.windowLabel.most)),
      options: v.nullish(WindowOptions),
    }),
  ),
  /** Asks first, as the close button does. */
  "window.close": command<void>()("window.close", target),
  /** Does not ask. */
  "window.destroy": command<void>()("window.close", target),
  /** What a page says that was asked and has nothing against it; closes the page's own window only. */
  "window.finishClose": command<void>()(null, v.strictObject({})),

  "window.center": command<void>()("window.center", target),
  "window.requestUserAttention": command<void>()(
    "window.requestUserAttention",
    v.strictObject({ label, attention: v.nullable(Attention) }),
  ),
  "window.setResizable": command<void>()("window.setResizable", flagged("resizable")),
  "window.setMaximizable": command<void>()("window.setMaximizable", flagged("maximizable")),
  "window.setMinimizable": command<void>()("window.setMinimizable", flagged("minimizable")),
  "window.setClosable": command<void>()("window.setClosable", flagged("closable")),
  "window.setTitle": command<void>()("window.setTitle", v.strictObject({ label, title: v.string() })),
  "window.maximize": command<void>()("window.maximize", target),
  "window.unmaximize": command<void>()("window.unmaximize", target),
  "window.minimize": command<void>()("window.minimize", target),
  "window.unminimize": command<void>()("window.unminimize", target),
  "window.show": command<void>()("window.show", target),
  "window.hide": command<void>()("window.hide", target),
  "window.setDecorations": command<void>()("window.setDecorations", flagged("decorations")),
  "window.setAlwaysOnTop": command<void>()("window.setAlwaysOnTop", flagged("alwaysOnTop")),
  "window.setContentProtected": command<void>()("window.setContentProtected", flagged("contentProtected")),
  "window.setSize": command<void>()("window.setSize", v.strictObject({ label, size: Size })),
  "window.setMinSize": command<void>()("window.setMinSize", v.strictObject({ label, size: v.nullish(Size) })),
  "window.setMaxSize": command<void>()("window.setMaxSize", v.strictObject({ label, size: v.nullish(Size) })),
  "window.setPosition": command<void>()("window.setPosition", v.strictObject({ label, position: Position })),
  "window.setFullscreen": command<void>()("window.setFullscreen", flagged("fullscreen")),
  "window.setFocus": command<void>()("window.setFocus", target),
  /** `icon`: the path of a picture within the filesystem scope, or the bytes of one. */
  "window.setIcon": command<void>()(
    "window.setIcon",
    v.strictObject({ label, icon: v.union([v.string(), Bytes]) }),
  ),
  "window.setSkipTaskbar": command<void>()("window.setSkipTaskbar", flagged("skip")),
  "window.setCursorGrab": command<void>()("window.setCursorGrab", flagged("grab")),
  "window.setCursorVisible": command<void>()("window.setCursorVisible", flagged("visible")),
  "window.setCursorIcon": command<void>()(
    "window.setCursorIcon",
    v.strictObject({ label, icon: v.picklist(cursorIcons) }),
  ),
  "window.setCursorPosition": command<void>()(
    "window.setCursorPosition",
    v.strictObject({ label, position: Position }),
  ),
  "window.setIgnoreCursorEvents": command<void>()("window.setIgnoreCursorEvents", flagged("ignore")),
  "window.startDragging": command<void>()("window.startDragging", target),
  "window.print": command<void>()("window.print", target),
} as const;

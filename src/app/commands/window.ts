import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { pictureFormat } from "../../contract/picture.ts";
import type { WindowOperation } from "../../contract/ui/index.ts";
import type { WindowState } from "../../contract/window/window.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { during } from "../paths/path-problem.ts";
import { readBytes } from "./fs.ts";

interface Target {
  readonly label?: string | null | undefined;
}

/** The handlers of the window module. Any page with the flag may name any window, as its own. */
export const windowHandlers: Handlers<"window"> = {
  "window.scaleFactor": read("scaleFactor"),
  "window.innerPosition": read("innerPosition"),
  "window.outerPosition": read("outerPosition"),
  "window.innerSize": read("innerSize"),
  "window.outerSize": read("outerSize"),
  "window.isFullscreen": read("isFullscreen"),
  "window.isMinimized": read("isMinimized"),
  "window.isMaximized": read("isMaximized"),
  "window.isFocused": read("isFocused"),
  "window.isDecorated": read("isDecorated"),
  "window.isResizable": read("isResizable"),
  "window.isMaximizable": read("isMaximizable"),
  "window.isMinimizable": read("isMinimizable"),
  "window.isClosable": read("isClosable"),
  "window.isVisible": read("isVisible"),
  "window.title": read("title"),
  "window.theme": read("theme"),

  async "window.currentMonitor"({ label }, context) {
    const { all, current } = await context.services.windows.monitors(named(label, context));
    return current === null ? null : (all[current] ?? null);
  },
  async "window.primaryMonitor"({ label }, context) {
    const { all, primary } = await context.services.windows.monitors(named(label, context));
    return primary === null ? null : (all[primary] ?? null);
  },
  async "window.availableMonitors"({ label }, context) {
    return (await context.services.windows.monitors(named(label, context))).all;
  },

  "window.create": ({ label, options }, { services }) => services.windows.create(label, options),
  "window.close": ({ label }, context) => context.services.windows.requestClose(named(label, context)),
  "window.destroy": ({ label }, context) => context.services.windows.destroy(named(label, context)),
  "window.finishClose": (_, { services, sender }) => services.windows.finishClose(sender.window),

  "window.center": apply(() => ({ name: "center", value: null })),
  "window.requestUserAttention": apply(({ attention }) => ({
    name: "requestUserAttention",
    value: attention,
  })),
  "window.setResizable": apply(({ resizable }) => ({ name: "setResizable", value: resizable })),
  "window.setMaximizable": apply(({ maximizable }) => ({ name: "setMaximizable", value: maximizable })),
  "window.setMinimizable": apply(({ minimizable }) => ({ name: "setMinimizable", value: minimizable })),
  "window.setClosable": apply(({ closable }) => ({ name: "setClosable", value: closable })),
  "window.setTitle": apply(({ title }) => ({ name: "setTitle", value: title })),
  "window.maximize": apply(() => ({ name: "maximize", value: null })),
  "window.unmaximize": apply(() => ({ name: "unmaximize", value: null })),
  "window.minimize": apply(() => ({ name: "minimize", value: null })),
  "window.unminimize": apply(() => ({ name: "unminimize", value: null })),
  "window.show": apply(() => ({ name: "show", value: null })),
  "window.hide": apply(() => ({ name: "hide", value: null })),
  "window.setDecorations": apply(({ decorations }) => ({ name: "setDecorations", value: decorations })),
  "window.setAlwaysOnTop": apply(({ alwaysOnTop }) => ({ name: "setAlwaysOnTop", value: alwaysOnTop })),
  "window.setContentProtected": apply(({ contentProtected }) => ({
    name: "setContentProtected",
    value: contentProtected,
  })),
  "window.setSize": apply(({ size }) => ({ name: "setSize", value: size })),
  "window.setMinSize": apply(({ size }) => ({ name: "setMinSize", value: size ?? null })),
  "window.setMaxSize": apply(({ size }) => ({ name: "setMaxSize", value: size ?? null })),
  "window.setPosition": apply(({ position }) => ({ name: "setPosition", value: position })),
  "window.setFullscreen": apply(({ fullscreen }) => ({ name: "setFullscreen", value: fullscreen })),
  "window.setFocus": apply(() => ({ name: "setFocus", value: null })),
  "window.setIcon": apply(async ({ icon }, context) => ({
    name: "setIcon",
    value: checkedPicture(
      typeof icon === "string"
        ? await during("read", icon, () => readBytes(icon, context, limits.pictureBytes.most))
        : icon,
    ),
  })),
  "window.setSkipTaskbar": apply(({ skip }) => ({ name: "setSkipTaskbar", value: skip })),
  "window.setCursorGrab": apply(({ grab }) => ({ name: "setCursorGrab", value: grab })),
  "window.setCursorVisible": apply(({ visible }) => ({ name: "setCursorVisible", value: visible })),
  "window.setCursorIcon": apply(({ icon }) => ({ name: "setCursorIcon", value: icon })),
  "window.setCursorPosition": apply(({ position }) => ({ name: "setCursorPosition", value: position })),
  "window.setIgnoreCursorEvents": apply(({ ignore }) => ({ name: "setIgnoreCursorEvents", value: ignore })),
  "window.startDragging": apply(() => ({ name: "startDragging", value: null })),
  "window.print": apply(() => ({ name: "print", value: null })),
};

/** A picture that a page may give: it is read on the thread that all windows live on. */
function checkedPicture(bytes: Uint8Array): Uint8Array {
  const refuse = (wanted: string) =>
    new FrameworkError("bad-argument", `Cannot use a picture of ${bytes.length} bytes as an icon: ${wanted}`);
  if (bytes.length > limits.pictureBytes.most) throw refuse(`want at most ${limits.pictureBytes.most}`);
  if (pictureFormat(bytes) === null) throw refuse("want a PNG, JPEG, GIF, BMP, ICO or WebP");
  return bytes;
}

function named(label: string | null | undefined, { sender }: CommandContext): string {
  return label ?? sender.window;
}

function read<Field extends keyof WindowState>(field: Field) {
  return async ({ label }: Target, context: CommandContext): Promise<WindowState[Field]> =>
    (await context.services.windows.read(named(label, context)))[field];
}

function apply<Args extends Target>(
  operation: (args: Args, context: CommandContext) => WindowOperation | Promise<WindowOperation>,
) {
  return async (args: Args, context: CommandContext): Promise<void> => {
    await context.services.windows.apply(named(args.label, context), await operation(args, context));
  };
}

import {
  command,
  definePlugin,
  FrameworkError,
  type App,
  type Monitors,
  type Plugin,
  type TrayClick,
} from "framework/app";
import * as v from "valibot";
import { isAtTray, placeOf, type Point } from "./place.ts";
import { Position, type Offset } from "./position.ts";

export { Position, type Offset } from "./position.ts";

/** The plugin, with its functions for the app's own code. */
export interface PositionerPlugin extends Plugin<"positioner", ReturnType<typeof commandsOf>> {
  /**
   * Moves a window of this label.
   *
   * @example
   * app.tray.onClick(() => positions.moveWindow("main", Position.TrayCenter));
   */
  moveWindow(window: string, to: Position, offset?: Offset): Promise<void>;
}

/**
 * Moves windows to the edges of the screen, or beside the tray icon.
 *
 * @example
 * export default defineApp({ plugins: [positioner()] });
 */
export function positioner(): PositionerPlugin {
  let running: App | null = null;
  let click: Point | null = null;
  const moveWindow = async (label: string, to: Position, offset: Offset = {}): Promise<void> =>
    await move(running as App, label, to, offset, click);
  const plugin = definePlugin({
    name: "positioner",
    commands: commandsOf(moveWindow),
    flags: { move_window: "move" },
    configSchema: v.strictObject({}),
    setup(app) {
      running = app;
      app.events.listen<TrayClick>("framework://tray", ({ payload: { position } }) => {
        // The value of some Linux panels for an unknown position.
        if (position.x !== 0 || position.y !== 0) click = position;
      });
    },
  });
  return { ...plugin, moveWindow };
}

function commandsOf(moveWindow: (label: string, to: Position, offset: Offset) => Promise<void>) {
  const pixels = v.optional(v.pipe(v.number(), v.finite()), 0);
  return {
    move_window: command(
      {
        args: v.object({
          position: v.enum(Position),
          offset: v.optional(v.object({ x: pixels, y: pixels }), {}),
        }),
      },
      ({ position, offset }, { window }) => moveWindow(window, position, offset),
    ),
  };
}

async function move(
  app: App,
  label: string,
  to: Position,
  { x = 0, y = 0 }: Offset,
  click: Point | null,
): Promise<void> {
  const refuse = (
    reason: string,
    code: "unavailable" | "not-found" = "unavailable",
  ): FrameworkError =>
    new FrameworkError(code, `Cannot move window "${label}" to ${nameOf(to)}: ${reason}`);
  const window = app.windows.get(label);
  if (window === null) throw refuse("it must be open", "not-found");
  const [monitors, { outerSize }] = await Promise.all([window.monitors(), window.state()]);
  if (!monitors.canPlace) throw refuse("Wayland lets no window choose its place");
  if (isAtTray(to) && click === null)
    throw refuse("the tray icon must have been clicked, on a desktop that tells where");
  const monitor = monitorOf(monitors, isAtTray(to) ? click : null);
  if (monitor === undefined) throw refuse("there is no monitor");
  const { position, size } = monitor.workArea;
  const place = placeOf(to, outerSize, { ...position, ...size }, click);
  await window.setPosition({ type: "Physical", x: place.x + x, y: place.y + y });
}

function nameOf(position: Position): string {
  return (
    Object.keys(Position).find((name) => Position[name as keyof typeof Position] === position) ?? ""
  );
}

/** The monitor of a click, or otherwise that of the window. */
function monitorOf(
  { all, current, primary }: Monitors,
  click: Point | null,
): Monitors["all"][number] | undefined {
  const clicked = all.find(
    ({ position, size }) =>
      click !== null &&
      click.x >= position.x &&
      click.x < position.x + size.width &&
      click.y >= position.y &&
      click.y < position.y + size.height,
  );
  return clicked ?? all[current ?? primary ?? 0];
}

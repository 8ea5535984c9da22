import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { pictureFormat } from "../../contract/picture/picture-format.ts";
import {
  windowOperationRows,
  type WindowOperation,
  type WindowOperationName,
} from "../../contract/window/operations.ts";
import type { PageValue, WindowValue, WindowValueKind } from "../../contract/window/values.ts";
import { windowReads, type WindowState } from "../../contract/window/window.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { during } from "../paths/path-problem.ts";
import { readBytes } from "./fs-path.ts";

interface Target {
  readonly label?: string | null | undefined;
}

const reads = Object.fromEntries(
  windowReads.map((field) => [
    `window.${field}`,
    async ({ label }: Target, context: CommandContext) =>
      (await context.services.windows.read(named(label, context)))[field],
  ]),
) as unknown as Pick<Handlers<"window">, `window.${keyof WindowState}`>;

/**
 * The kinds of values that change on their way from the page to the ui thread, each with its
 * conversion.
 */
const prepare: {
  readonly [K in WindowValueKind as PageValue<K> extends WindowValue<K> ? never : K]: (
    value: PageValue<K>,
    context: CommandContext,
  ) => Promise<WindowValue<K>>;
} = {
  picture: async (icon, context) =>
    checkedPicture(
      typeof icon === "string"
        ? await during("read", icon, () => readBytes(icon, context, limits.pictureBytes.most))
        : icon,
    ),
};

function mustPrepare(kind: WindowValueKind): kind is keyof typeof prepare {
  return Object.hasOwn(prepare, kind);
}

const operations = Object.fromEntries(
  windowOperationRows.map(([name, taken]) => [
    `window.${name}`,
    async (args: Target & Readonly<Record<string, unknown>>, context: CommandContext) => {
      const { windows, locks } = context.services;
      const window = named(args.label, context);
      const given = taken === null ? null : args[taken.argument];
      const apply = (value: unknown) => windows.apply(window, { name, value } as WindowOperation);
      if (taken === null || !mustPrepare(taken.kind)) return await apply(given);
      const { kind } = taken;
      // The value of a later call may be ready sooner.
      await locks.run({ exclusive: [`window ${window} ${name}`], shared: [] }, async () =>
        apply(await prepare[kind](given as never, context)),
      );
    },
  ]),
) as unknown as Pick<Handlers<"window">, `window.${WindowOperationName}`>;

/**
 * The handlers of the window module. Any page with the flag may name any window, including its own.
 */
export const windowHandlers: Handlers<"window"> = {
  ...reads,

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

  async "window.create"({ label, options }, { services: { windows } }) {
    const { most } = limits.windows;
    if (windows.labels.length >= most) {
      throw new FrameworkError(
        "bad-argument",
        `Cannot open window "${label}": ${most} windows are open, as many as pages may open`,
      );
    }
    await windows.create(label, options);
  },
  "window.close": ({ label }, context) =>
    context.services.windows.requestClose(named(label, context)),
  "window.destroy": ({ label }, context) => context.services.windows.destroy(named(label, context)),
  "window.setMenu": ({ label, entries }, context) =>
    context.services.menus.set(named(label, context), entries),
  "window.changeMenuItem": ({ label, id, change }, context) =>
    context.services.menus.changeItem(named(label, context), id, change),
  "window.popupMenu": ({ label, entries, at }, context) =>
    context.services.menus.popup(named(label, context), entries, at ?? null, context.signal),
  "window.finishClose": (_, { services, sender }) => services.windows.finishClose(sender.window),

  ...operations,
};

/** Checks a picture of a page, because it is decoded on the thread of all windows. */
function checkedPicture(bytes: Uint8Array): Uint8Array {
  const refuse = (wanted: string) =>
    new FrameworkError(
      "bad-argument",
      `Cannot use a picture of ${bytes.length} bytes as an icon: ${wanted}`,
    );
  if (bytes.length > limits.pictureBytes.most)
    throw refuse(`want at most ${limits.pictureBytes.most}`);
  if (pictureFormat(bytes) === null) throw refuse("want a PNG, JPEG, GIF, BMP, ICO or WebP");
  return bytes;
}

function named(label: string | null | undefined, { sender }: CommandContext): string {
  return label ?? sender.window;
}

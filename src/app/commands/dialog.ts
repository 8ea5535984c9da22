import { pathsOf } from "../paths/dialect.ts";
import type {
  ConfirmDialogOptions,
  DialogFilter,
  MessageDialogOptions,
  OpenDialogOptions,
  SaveDialogOptions,
} from "../../contract/commands/dialog.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type {
  ButtonLabel,
  FileFilter,
  FileRequest,
  MessageRequest,
} from "../../contract/ui/index.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { startingPoint, startingPointDisk } from "../paths/default-path.ts";
import type { Services } from "../services.ts";
import { choiceResult, settleChoice } from "./choice.ts";

/**
 * The handlers of the dialog module. Each builds a complete request; the ui thread only shows it.
 */
export const dialogHandlers: Handlers<"dialog"> = {
  async "dialog.message"({ message, options }, context) {
    await showMessage(message, options, [label(options?.okLabel, "ok")], context);
  },
  async "dialog.ask"({ message, options }, context) {
    return (
      (await showMessage(message, options, confirmButtons(options, "yes", "no"), context)) === 0
    );
  },
  async "dialog.confirm"({ message, options }, context) {
    return (
      (await showMessage(message, options, confirmButtons(options, "ok", "cancel"), context)) === 0
    );
  },

  async "dialog.choose"({ message, options }, context) {
    const choice = settleChoice(options);
    const answer = await dismissedWithPage(context, (id) =>
      context.services.ui.call("dialog.choose", {
        ...choice,
        id,
        window: context.sender.window,
        title: options.title || context.services.name,
        text: message,
        detail: options.detail || null,
        kind: options.type ?? "info",
      }),
    );
    return choiceResult(options.buttons, choice, answer);
  },

  async "dialog.open"({ options }, context) {
    const directory = options?.directory ?? false;
    const recursive = options?.recursive ?? false;
    const paths = await chooseToOpen(options, context);
    for (const path of paths) grant(path, { directory, recursive }, context);
    if (paths.length === 0) return null;
    return paths.length === 1 ? (paths[0] as string) : [...paths];
  },

  async "dialog.save"({ options }, context) {
    const path = await chooseToSave(options, context);
    if (path !== null) grant(path, {}, context);
    return path;
  },
};

/** Lets the user choose paths to open; grants nothing. */
export async function chooseToOpen(
  options: OpenDialogOptions | null | undefined,
  context: CommandContext,
): Promise<readonly string[]> {
  const directory = options?.directory ?? false;
  const recursive = options?.recursive ?? false;
  return await chooseFiles(
    {
      mode: directory ? "folder" : "open",
      title: options?.title || null,
      filters: directory ? [] : fileFilters(options?.filters),
      multiple: options?.multiple ?? false,
      // The page requests access to everything below; the user must know before choosing.
      notice:
        directory && recursive ? "Everything inside the chosen folder will be included." : null,
    },
    options?.defaultPath,
    context,
  );
}

/** Lets the user choose a path to save to; grants nothing. */
export async function chooseToSave(
  options: SaveDialogOptions | null | undefined,
  context: CommandContext,
): Promise<string | null> {
  const [path] = await chooseFiles(
    {
      mode: "save",
      title: options?.title || null,
      filters: fileFilters(options?.filters),
      multiple: false,
      notice: null,
    },
    options?.defaultPath,
    context,
  );
  return path ?? null;
}

let lastDialog = 0;

async function showMessage(
  text: string,
  options: MessageDialogOptions | null | undefined,
  buttons: MessageRequest["buttons"],
  context: CommandContext,
): Promise<number> {
  return await dismissedWithPage(context, (id) =>
    context.services.ui.call("dialog.message", {
      id,
      window: context.sender.window,
      title: options?.title || context.services.name,
      text,
      kind: options?.type ?? "info",
      buttons,
    }),
  );
}

async function chooseFiles(
  request: Omit<FileRequest, "id" | "window" | "folder" | "name">,
  defaultPath: OpenDialogOptions["defaultPath"],
  context: CommandContext,
): Promise<readonly string[]> {
  const { host, baseDirectories } = context.services;
  const start = startingPoint(defaultPath ?? null, request.mode, {
    baseDirectories,
    disk: startingPointDisk(host.system, host.disk),
    system: host.system,
  });
  const paths = await dismissedWithPage(context, (id) =>
    context.services.ui.call("dialog.file", {
      ...request,
      ...start,
      id,
      window: context.sender.window,
    }),
  );
  for (const path of paths) {
    if (!pathsOf(host.system).isAbsolute(path))
      throw new FrameworkError(
        "bad-path",
        `Cannot use "${path}": the dialog must give a whole path`,
      );
  }
  return paths;
}

/** Shows a dialog that closes, as if cancelled, together with the page that requested it. */
async function dismissedWithPage<Result>(
  { signal, services, sender }: CommandContext,
  show: (id: number) => Promise<Result>,
): Promise<Result> {
  const gone = () =>
    new FrameworkError(
      "closed",
      `Cannot show a dialog: the page in window "${sender.window}" went away`,
    );
  if (signal.aborted) throw gone();
  const open = openDialogs(signal, services);
  const id = ++lastDialog;
  open.add(id);
  try {
    const result = await show(id);
    // An answer that crossed with the page's end must not widen the scopes for the next page.
    if (signal.aborted) throw gone();
    return result;
  } finally {
    open.delete(id);
  }
}

/** The open and queued dialogs of each page, by its signal. */
const openOf = new WeakMap<AbortSignal, Set<number>>();

function openDialogs(signal: AbortSignal, { ui }: Services): Set<number> {
  const known = openOf.get(signal);
  if (known !== undefined) return known;
  const open = new Set<number>();
  openOf.set(signal, open);
  const dismissAll = () => {
    // In reverse: a queued dialog would flash when the one before it closes.
    for (const id of Array.from(open).toReversed()) ui.tell("dialog.dismiss", { id });
  };
  signal.addEventListener("abort", dismissAll, { once: true });
  return open;
}

function confirmButtons(
  options: ConfirmDialogOptions | null | undefined,
  yes: "ok" | "yes",
  no: "cancel" | "no",
): MessageRequest["buttons"] {
  return [label(options?.okLabel, yes), label(options?.cancelLabel, no)];
}

function label(
  text: string | null | undefined,
  stock: "ok" | "cancel" | "yes" | "no",
): ButtonLabel {
  return text ? { text } : { stock };
}

function fileFilters(filters: readonly DialogFilter[] | null | undefined): readonly FileFilter[] {
  return (filters ?? []).map(({ name, extensions }) => ({
    name,
    extensions: extensions.map((extension) => extension.replace(/^\./, "")),
  }));
}

/** Both scopes at once: they share the grants. Added before the promise settles. */
function grant(
  path: string,
  { directory = false, recursive = false }: { directory?: boolean; recursive?: boolean },
  { services }: CommandContext,
): void {
  if (directory) services.grants.allowFolder(path, { recursive });
  else services.grants.allowFile(path);
}

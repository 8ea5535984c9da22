import type { Dialog } from "../../dialogs.ts";
import { DriverError } from "../errors.ts";
import { isRecord, text, texts, type Parameters } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";

type Extension = (session: Session, given: Parameters) => unknown;

/**
 * THE COMMANDS OUTSIDE OF PAGES: native dialogs, menus and the like, as `framework/testing` has
 * them. Clients reach each by `POST …/framework/dialog/press`, and by `executeScript("framework:
 * dialog.press", [{ … }])`.
 */
const extensions: Readonly<Record<string, Extension>> = {
  "dialog.next": async (session) => (await dialogOf(session)).info,
  "dialog.press": (session, given) =>
    answered(session, (dialog) =>
      dialog.press(text(given, "button"), given["checked"] as boolean | undefined),
    ),
  "dialog.choose": (session, given) =>
    answered(session, (dialog) => dialog.choose(...texts(given, "paths"))),
  "dialog.type": (session, given) =>
    answered(session, (dialog) => dialog.type(text(given, "name"))),
  "dialog.cancel": (session) => answered(session, (dialog) => dialog.cancel()),
  "menu.items": ({ app, window }) => app.menus.items(window),
  "menu.choose": ({ app, window }, given) => app.menus.choose(texts(given, "path"), window),
  "menu.choosePopup": ({ app }, given) =>
    app.menus.choosePopup(given["path"] === null ? null : texts(given, "path")),
  "tray.read": ({ app }) => app.tray.read(),
  "tray.click": ({ app }) => app.tray.click(),
  "tray.choose": ({ app }, given) => app.tray.choose(texts(given, "path")),
  "notification.all": ({ app }) => app.notifications.all(),
  "clipboard.read": ({ app }) => app.clipboard.read(),
  "clipboard.write": ({ app }, given) => app.clipboard.write(text(given, "text")),
  "shortcut.press": ({ app }, given) => app.shortcuts.press(text(given, "keys")),
  "window.close": ({ app, window }) => app.windows.close(window),
  "window.dropFiles": ({ app, window }, given) =>
    app.windows.dropFiles(texts(given, "paths"), window),
  "app.open": ({ app }, given) => app.open(...texts(given, "args")),
  "app.invoke": ({ app, window }, given) =>
    app.invokeFrom(window, text(given, "command"), given["args"] ?? {}),
};

async function dialogOf(session: Session): Promise<Dialog> {
  // A dialog also closes with its page.
  if (session.dialog !== null && !session.app.dialogs.isOpen(session.dialog)) session.dialog = null;
  return (session.dialog ??= await session.app.dialogs.next());
}

async function answered(session: Session, act: (dialog: Dialog) => Promise<void>): Promise<void> {
  const dialog = await dialogOf(session);
  await act(dialog);
  session.dialog = null;
}

export const extensionRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/framework/:group/:verb",
    run: (session, { part, given }) =>
      runExtension(session, `${part("group")}.${part("verb")}`, given),
  },
];

/**
 * The extension command that a script names, known or not. `null`: it is an ordinary script.
 *
 * A mistyped name has to be refused by it: to JavaScript `framework: menu` is a label.
 */
export function extensionOf(script: string): string | null {
  return /^\s*framework:[ \t]*([^\n]*?)[\s;]*$/.exec(script)?.[1] ?? null;
}

/** @throws DriverError `unknown command`, `invalid argument` */
export async function runExtension(
  session: Session,
  name: string,
  given: unknown,
): Promise<unknown> {
  const run = Object.hasOwn(extensions, name) ? extensions[name] : undefined;
  if (run === undefined) {
    const names = Object.keys(extensions).join(", ");
    throw new DriverError(
      "unknown command",
      `Cannot run "framework: ${name}": want one of ${names}`,
    );
  }
  if (!isRecord(given))
    throw new DriverError("invalid argument", `Cannot run "framework: ${name}": want one object`);
  return await run(session, given);
}

import type { Address } from "../../src/native/ffi/signature.ts";
import type { Event } from "../pages/protocol.ts";
import type { EventSource } from "./event-source.ts";
import * as interfaces from "./interfaces.ts";
import { report } from "./report.ts";
import { serveObject, type Properties } from "./served-object.ts";
import { plain, writeValue } from "./values.ts";
import { versionsOf } from "./versions.ts";

// The questions of WebView2 to an app, and its default actions if the app gives no answer.

type Question = Extract<
  Event,
  { tells: "newWindow" | "permission" | "download" | "contextMenu" | "dialog" }
>;

export interface Asked {
  readonly events: EventSource;
  readonly sender: Address;
  readonly source: string;
  readonly settings: Properties;
  readonly decide: (decision: number, isAllowed: boolean) => void;
  readonly answer: (dialog: number, text: string | null) => void;
}

export function raiseQuestion(event: Question, asked: Asked): void {
  switch (event.tells) {
    case "newWindow":
      return newWindow(event.url, event.isUserInitiated, asked);
    case "permission":
      return permission(event, asked);
    case "download":
      return download(event.url, asked);
    case "contextMenu":
      return contextMenu(asked);
    case "dialog":
      return scriptDialog(event, asked);
  }
}

/** Raises an event that may be answered later, and goes on when it is. */
function raise(
  { events, sender }: Asked,
  event: string,
  properties: Properties,
  methods: Readonly<Record<string, (...args: never[]) => void>>,
  answered: () => void,
): void {
  const name = `ICoreWebView2${event}EventArgs`;
  let waiting = 1;
  const settle = (): void => {
    waiting--;
    if (waiting === 0) answered();
  };
  events.raise(event, sender, {
    name: `${event}EventArgs`,
    interfaces: versionsOf(name),
    properties,
    methods: {
      ...methods,
      GetDeferral(out: Address) {
        waiting++;
        const deferral = serveObject({
          name: "Deferral",
          interfaces: [interfaces.ICoreWebView2Deferral],
          methods: { Complete: settle },
        });
        writeValue(out, { object: deferral });
      },
    },
  });
  settle();
}

function newWindow(url: string, isUserInitiated: boolean, asked: Asked): void {
  const properties: Properties = {
    Uri: url,
    Handled: false,
    IsUserInitiated: isUserInitiated,
    Name: "",
    NewWindow: { object: null },
  };
  raise(asked, "NewWindowRequested", properties, {}, () => {
    // The real one opens a window of its own.
    if (properties["Handled"] !== true)
      report({ happened: "a window of WebView2's own", what: url });
  });
}

// COREWEBVIEW2_PERMISSION_KIND
const unknownPermission = 0;
const permissionKinds: Readonly<Record<string, number>> = {
  WebKitGeolocationPermissionRequest: 3,
  WebKitNotificationPermissionRequest: 4,
  WebKitUserMediaPermissionRequest: 2,
  WebKitClipboardPermissionRequest: 6,
};
const allow = 1;
const deny = 2;

function permission(
  { decision, what }: Extract<Question, { tells: "permission" }>,
  asked: Asked,
): void {
  const properties: Properties = {
    Uri: asked.source,
    PermissionKind: permissionKinds[what] ?? unknownPermission,
    IsUserInitiated: false,
    State: 0,
    Handled: false,
    SavesInProfile: true,
  };
  raise(asked, "PermissionRequested", properties, {}, () => {
    const state = properties["State"];
    if (state !== allow && state !== deny)
      report({ happened: "a question about a permission", what });
    asked.decide(decision, state === allow);
  });
}

function download(url: string, asked: Asked): void {
  const properties: Properties = {
    Cancel: false,
    Handled: false,
    ResultFilePath: "C:\\users\\Public\\Downloads\\file",
    DownloadOperation: { object: null },
  };
  raise(asked, "DownloadStarting", properties, {}, () => {
    if (properties["Cancel"] !== true) report({ happened: "a download", what: url });
  });
}

// COREWEBVIEW2_SCRIPT_DIALOG_KIND
const scriptDialogKinds = { alert: 0, confirm: 1, prompt: 2 } as const;

function scriptDialog(
  { dialog, kind, text, given }: Extract<Question, { tells: "dialog" }>,
  asked: Asked,
): void {
  // The real one shows a dialog of its own then, and raises no event.
  if (asked.settings["AreDefaultScriptDialogsEnabled"] === true) {
    report({ happened: "a dialog of a script", what: text });
    return asked.answer(dialog, kind === "alert" ? "" : null);
  }
  const properties: Properties = {
    Uri: asked.source,
    Kind: scriptDialogKinds[kind],
    Message: text,
    DefaultText: given,
    ResultText: given,
  };
  let isAccepted = false;
  const methods = { Accept: () => void (isAccepted = true) };
  raise(asked, "ScriptDialogOpening", properties, methods, () =>
    asked.answer(dialog, isAccepted ? String(plain(properties["ResultText"] ?? "")) : null),
  );
}

function contextMenu(asked: Asked): void {
  if (asked.settings["AreDefaultContextMenusEnabled"] !== true) return;
  const properties: Properties = { SelectedCommandId: -1, Handled: false, Location: 0n };
  const collection = {
    name: "ContextMenuItemCollection",
    interfaces: [interfaces.ICoreWebView2ContextMenuItemCollection],
  } as const;
  const items = menuItems();
  const methods = {
    get_MenuItems: (out: Address) =>
      writeValue(out, {
        object: serveObject({
          ...collection,
          methods: {
            get_Count: (count: Address) => writeValue(count, items.length),
            GetValueAtIndex: (place: number, item: Address) =>
              writeValue(item, { object: items[place]?.object() ?? null }),
            RemoveValueAtIndex: (place: number) => void items.splice(place, 1),
          },
        }),
      }),
  };
  raise(asked, "ContextMenuRequested", properties, methods, () => {
    if (properties["Handled"] !== true)
      report({ happened: "a context menu", what: items.map(({ name }) => name).join(" ") });
  });
}

const menuNames = [
  "back",
  "reload",
  "saveAs",
  "print",
  "openLinkInNewWindow",
  "saveLinkAs",
  "copy",
  "inspectElement",
];

function menuItems(): { readonly name: string; readonly object: () => Address }[] {
  return menuNames.map((name, place) => ({
    name,
    object: () =>
      serveObject({
        name: "ContextMenuItem",
        interfaces: [interfaces.ICoreWebView2ContextMenuItem],
        properties: {
          Name: name,
          Label: name,
          CommandId: place + 1,
          Kind: 0,
          IsEnabled: true,
          IsChecked: false,
        },
      }),
  }));
}

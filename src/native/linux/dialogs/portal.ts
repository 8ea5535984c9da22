import { existsSync } from "node:fs";
import type { FileRequest } from "../../../contract/ui/index.ts";
import { extensionPattern, pathForC, pathOf, pathOfFileUri } from "../file-name.ts";
import { sessionBus, type SessionBus } from "../dbus/gdbus.ts";
import { Variant } from "../dbus/gvariant.ts";

// org.freedesktop.portal.FileChooser: the desktop shows the dialog and lets the sandbox see what was chosen.
// A call answers with the path of a Request object; the user's answer is that object's Response signal.

const portalName = "org.freedesktop.portal.Desktop";
const portalPath = "/org/freedesktop/portal/desktop";
const requestInterface = "org.freedesktop.portal.Request";
const patience = 10_000;

/** Nobody on this desktop shows dialogs for others, or what should do so does not answer. */
export class PortalMissing extends Error {
  override readonly name = "PortalMissing";
}

/** Inside Flatpak and Snap only a portal can reach the user's files. `GTK_USE_PORTAL=1` asks for it elsewhere. */
export function isPortalWanted(): boolean {
  const { SNAP, GTK_USE_PORTAL } = process.env;
  return existsSync("/.flatpak-info") || (SNAP ?? "") !== "" || GTK_USE_PORTAL === "1";
}

export interface PortalAnswer {
  /** None when cancelled. */
  readonly paths: readonly string[];
  /** The name of the filter that was left selected, where the portal tells. */
  readonly filter: string | null;
}

/** A file dialog of the desktop. */
export interface PortalDialog {
  /** Rejects with `PortalMissing` when it cannot be shown. */
  readonly answer: Promise<PortalAnswer>;
  close(): void;
}

/** @param parent the window, as portals name it; empty when it has no name */
export function openPortalDialog(parent: string, request: FileRequest): PortalDialog {
  const { promise, resolve, reject } = Promise.withResolvers<PortalAnswer>();
  let cleanUp = (): void => {};
  let close = (): void => {};
  const settle = (finish: () => void): void => {
    cleanUp();
    cleanUp = close = () => {};
    finish();
  };
  const missing = (reason: string): void => settle(() => reject(new PortalMissing(reason)));

  try {
    const bus = sessionBus();
    const token = `framework_${crypto.randomUUID().replaceAll("-", "")}`;
    const sender = bus.uniqueName.slice(1).replaceAll(".", "_");
    const handle = `${portalPath}/request/${sender}/${token}`;
    // Listening comes first: an answer may be there before the call has returned.
    const stopListening = bus.listen(
      { sender: portalName, path: handle, interface: requestInterface, member: "Response" },
      ([code, results]) => {
        // 1 is the cancel button; 2 is "in some other way", which is what the close box is.
        if (code === 0) settle(() => resolve(readAnswer(results as PortalResults)));
        else settle(() => resolve(cancelled));
      },
    );
    const stopWatching = bus.watchOwner(portalName, (isOwned) => {
      if (!isOwned) missing("it went away");
    });
    cleanUp = () => {
      stopListening();
      stopWatching();
    };
    close = () => {
      closeRequest(bus, handle);
      settle(() => resolve(cancelled));
    };
    call(bus, parent, request, token).catch((error: unknown) => {
      // It may show the dialog after all, too late.
      closeRequest(bus, handle);
      missing(error instanceof Error ? error.message : String(error));
    });
  } catch (error) {
    missing(error instanceof Error ? error.message : String(error));
  }
  return { answer: promise, close: () => close() };
}

function call(bus: SessionBus, parent: string, request: FileRequest, token: string): Promise<unknown> {
  const member = request.mode === "save" ? "SaveFile" : "OpenFile";
  const method = {
    name: portalName,
    path: portalPath,
    interface: "org.freedesktop.portal.FileChooser",
    member,
  };
  return bus.call(method, "ssa{sv}", [parent, titleOf(request), optionsOf(request, token)], patience);
}

function titleOf({ title, notice }: FileRequest): string {
  return [title, notice].filter((part) => part !== null).join(" – ");
}

/** Paths travel as bytes that end with NUL. */
const pathBytes = (path: string): Variant => new Variant("ay", Buffer.from(`${pathForC(path)}\0`));

function optionsOf(request: FileRequest, token: string): Record<string, Variant> {
  const { mode, folder, name, multiple } = request;
  const options: Record<string, Variant> = {
    handle_token: new Variant("s", token),
    modal: new Variant("b", true),
  };
  if (mode !== "save") options["multiple"] = new Variant("b", multiple);
  if (mode === "folder") options["directory"] = new Variant("b", true);
  if (folder !== null) options["current_folder"] = pathBytes(folder);
  if (name !== null && mode === "save") options["current_name"] = new Variant("s", name);
  const [first, ...others] = mode === "folder" ? [] : request.filters.map(filterOf);
  if (first !== undefined) {
    options["filters"] = new Variant("a(sa(us))", [first, ...others]);
    options["current_filter"] = new Variant("(sa(us))", first);
  }
  return options;
}

const GLOB = 0;

function filterOf({ name, extensions }: FileRequest["filters"][number]): unknown {
  return [name, extensions.map((extension) => [GLOB, extensionPattern(extension)])];
}

const cancelled: PortalAnswer = { paths: [], filter: null };

interface PortalResults {
  readonly uris?: readonly string[];
  readonly current_filter?: readonly [name: string, patterns: unknown];
}

async function readAnswer({ uris = [], current_filter: filter }: PortalResults): Promise<PortalAnswer> {
  return { paths: uris.map((uri) => pathOf(pathOfFileUri(uri))), filter: filter?.[0] ?? null };
}

function closeRequest(bus: SessionBus, handle: string): void {
  const method = { name: portalName, path: handle, interface: requestInterface, member: "Close" };
  // The request may be over already, and then nobody knows it.
  bus.call(method, "", [], patience).catch(() => {});
}

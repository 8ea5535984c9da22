import { existsSync } from "node:fs";
import type { FileRequest } from "../../../contract/ui/index.ts";
import { extensionPattern, pathOf, pathOfFileUri } from "../file-name.ts";
import { pathForC } from "../../path-for-c.ts";
import { Variant } from "../dbus/gvariant.ts";
import { requestPortal, type PortalResults } from "../dbus/portal-request.ts";

// org.freedesktop.portal.FileChooser: the desktop shows the dialog and gives the sandbox access to
// the chosen files. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html

/** This desktop has no portal for dialogs, or it does not answer. */
export class PortalMissing extends Error {
  override readonly name = "PortalMissing";
}

/**
 * Inside Flatpak and Snap only a portal can reach the user's files. `GTK_USE_PORTAL=1` requests it
 * elsewhere.
 */
export function isPortalWanted(): boolean {
  const { SNAP, GTK_USE_PORTAL } = process.env;
  return existsSync("/.flatpak-info") || (SNAP ?? "") !== "" || GTK_USE_PORTAL === "1";
}

export interface PortalAnswer {
  /** None when cancelled. */
  readonly paths: readonly string[];
  /** The name of the selected filter, if the portal reports it. */
  readonly filter: string | null;
}

/** A file dialog of the desktop. */
export interface PortalDialog {
  /** Rejects with `PortalMissing` when it cannot be shown. */
  readonly answer: Promise<PortalAnswer>;
  close(): void;
}

/** @param parent the window's handle for portals; empty when it has none */
export function openPortalDialog(parent: string, request: FileRequest): PortalDialog {
  const member = request.mode === "save" ? "SaveFile" : "OpenFile";
  const asked = requestPortal(
    { interface: "org.freedesktop.portal.FileChooser", member },
    "ssa{sv}",
    (token) => [parent, titleOf(request), optionsOf(request, token)],
  );
  const missing = (error: unknown): never => {
    throw new PortalMissing(error instanceof Error ? error.message : String(error));
  };
  return { answer: asked.answer.catch(missing).then(readAnswer), close: () => asked.close() };
}

function titleOf({ title, notice }: FileRequest): string {
  return [title, notice].filter((part) => part !== null).join(" – ");
}

/** Paths travel as bytes that end with NUL. */
const pathBytes = (path: string): Variant => new Variant("ay", Buffer.from(`${pathForC(path)}\0`));

function optionsOf(request: FileRequest, token: Variant): Record<string, Variant> {
  const { mode, folder, name, multiple } = request;
  const options: Record<string, Variant> = {
    handle_token: token,
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

interface ChosenFiles {
  readonly uris?: readonly string[];
  readonly current_filter?: readonly [name: string, patterns: unknown];
}

function readAnswer(results: PortalResults | null): PortalAnswer {
  const { uris = [], current_filter: filter } = (results ?? {}) as ChosenFiles;
  return { paths: uris.map((uri) => pathOf(pathOfFileUri(uri))), filter: filter?.[0] ?? null };
}

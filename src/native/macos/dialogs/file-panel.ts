import { FrameworkError } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import type { FileRequest } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { shown } from "../../shown-text.ts";
import { pathForC } from "../../path-for-c.ts";
import { fileUrl, pathOf } from "../file-name.ts";
import { NSOpenPanel, NSSavePanel } from "../lib/appkit/panels.ts";
import { nsArray, itemsOf } from "../objc/array.ts";
import { blockOnce } from "../objc/block.ts";
import type { ObjectOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import { nsString } from "../objc/text.ts";
import { contentTypes, savedTypes } from "./file-kinds.ts";
import { KindMenu } from "./kind-menu.ts";
import { letAppEnd, showOn } from "./sheets.ts";

const NSModalResponseOK = 1;
const NSModalResponseCancel = 0;

/** The user's choice. */
export interface Choice {
  /** Empty when cancelled. */
  readonly paths: readonly string[];
  /** The index of the selected file type. */
  readonly kind: number;
}

/**
 * Shows a panel for files: as a sheet on the window, or by itself if a sheet would be invisible.
 * The returned function closes it as cancelled.
 *
 * @param kind the index of the initially selected file type
 */
export function showFilePanel(
  window: Address,
  request: FileRequest,
  kind: number,
  resolve: (choice: Choice) => void,
  reject: (error: unknown) => void,
): () => void {
  const answer = (read: () => Choice): void => {
    try {
      resolve(read());
    } catch (error) {
      reject(error);
    }
  };
  return showOn<() => Choice>(
    window,
    (sheetOf, answered) => show(sheetOf, request, kind, answered),
    answer,
  );
}

function show(
  sheetOf: Address | null,
  request: FileRequest,
  kind: number,
  answer: (read: () => Choice) => void,
): () => void {
  return withPool(() => {
    using unshown = new DisposableStack();
    const panel = unshown.use(makePanel(request.mode).retain());
    const menu = unshown.use(prepare(panel, request, kind));
    const held = unshown.move();
    const answered = blockOnce("q>v", (response) => {
      const isChosen = response === NSModalResponseOK;
      try {
        answer(() => ({
          paths: isChosen ? chosenPaths(panel.address, request.mode) : [],
          kind: menu?.selected ?? 0,
        }));
      } finally {
        held.dispose();
      }
    });
    letAppEnd(panel.address);
    if (sheetOf === null) panel.send("beginWithCompletionHandler:", answered);
    else panel.send("beginSheetModalForWindow:completionHandler:", sheetOf, answered);
    return () => {
      if (!held.disposed) withPool(() => close(panel));
    };
  });
}

type FilePanel = ObjectOf<typeof NSSavePanel>;

/** The common methods of both kinds of panels are declared for both. */
function makePanel(mode: FileRequest["mode"]): FilePanel {
  const made = mode === "save" ? NSSavePanel.send("savePanel") : NSOpenPanel.send("openPanel");
  if (made === null)
    throw new FrameworkError("unavailable", "Cannot show a dialog for files: macOS gave none");
  return NSSavePanel.at(made);
}

function prepare(panel: FilePanel, request: FileRequest, kind: number): KindMenu | null {
  const { mode, title, notice, folder, name } = request;
  panel.send("setTreatsFilePackagesAsDirectories:", false);
  panel.send("setCanCreateDirectories:", mode !== "open");
  if (mode !== "save") prepareToOpen(NSOpenPanel.at(panel.address), request);
  else prepareToSave(panel);
  // Panels never show their title, but screen readers announce it.
  if (title !== null) panel.send("setTitle:", nsString(shown(title, limits.title)));
  const message = [title, notice].filter((part) => part !== null).join(" – ");
  if (message !== "") panel.send("setMessage:", nsString(shown(message, limits.title)));
  if (folder !== null) panel.send("setDirectoryURL:", fileUrl(folder, true));
  if (name !== null) panel.send("setNameFieldStringValue:", nsString(pathForC(name)));
  return mode === "folder" ? null : addKinds(panel, request, kind);
}

function prepareToSave(panel: FilePanel): void {
  panel.send("setExtensionHidden:", false);
  // The tags would not be applied to the file.
  panel.send("setShowsTagField:", false);
}

function prepareToOpen(panel: ObjectOf<typeof NSOpenPanel>, { mode, multiple }: FileRequest): void {
  panel.send("setCanChooseFiles:", mode === "open");
  panel.send("setCanChooseDirectories:", mode === "folder");
  panel.send("setAllowsMultipleSelection:", multiple);
  panel.send("setResolvesAliases:", true);
  // Users would not find the menu of file types behind a button.
  panel.send("setAccessoryViewDisclosed:", true);
}

function addKinds(
  panel: FilePanel,
  { mode, filters }: FileRequest,
  selected: number,
): KindMenu | null {
  const show = (kind: number): void => {
    const filter = filters[kind];
    if (filter === undefined) return;
    const types = mode === "save" ? savedTypes(filter) : contentTypes(filter);
    panel.send("setAllowedContentTypes:", nsArray(types));
  };
  show(selected);
  if (filters.length < 2) return null;
  const menu: KindMenu = new KindMenu(filters, selected, () => show(menu.selected));
  panel.send("setAccessoryView:", menu.view);
  return menu;
}

function chosenPaths(panel: Address, mode: FileRequest["mode"]): readonly string[] {
  if (mode !== "save") return itemsOf(NSOpenPanel.at(panel).send("URLs")).map(pathOf);
  const url = NSSavePanel.at(panel).send("URL");
  return url === null ? [] : [pathOf(url)];
}

function close(panel: FilePanel): void {
  // The question whether to replace a file is attached to it, and would keep it open.
  const question = panel.send("attachedSheet");
  if (question !== null) panel.send("endSheet:returnCode:", question, NSModalResponseCancel);
  panel.send("cancel:", null);
}

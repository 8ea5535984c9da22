import { toArrayBuffer, type Pointer } from "bun:ffi";
import { win32 } from "node:path";
import { limits } from "../../../contract/limits.ts";
import type { FileFilter, FileRequest } from "../../../contract/ui/index.ts";
import { entryAt, withExtension } from "../../saved-name.ts";
import { shown } from "../../shown-text.ts";
import { createObject, outText } from "../com/apartment.ts";
import { comObject, outNumber, outObject, type ComObject } from "../com/client.ts";
import { E_NOTIMPL, HResultError, S_OK } from "../com/hresult.ts";
import { lend, serve } from "../com/server.ts";
import { extensionPattern, pathForWindows } from "../file-name.ts";
import { wide } from "../wide-text.ts";
import { boxBefore, refuseBox, type Closing } from "./closing.ts";
import {
  COMDLG_FILTERSPEC,
  FileOpenDialog,
  FileSaveDialog,
  IFileDialogCustomize,
  IFileOpenDialog,
  IFileSaveDialog,
  IOleWindow,
  ServedFileDialogEvents,
} from "./file-interfaces.ts";
import { IShellItem, IShellItemArray, itemOf, pathOfItem } from "./shell-item.ts";
import { showMessageBox } from "./task-dialog.ts";

type FileDialog = ComObject<(typeof IFileSaveDialog)["methods"]>;

const FOS_OVERWRITEPROMPT = 0x2;
const FOS_NOCHANGEDIR = 0x8;
const FOS_PICKFOLDERS = 0x20;
const FOS_FORCEFILESYSTEM = 0x40;
const FOS_ALLOWMULTISELECT = 0x200;
const FOS_PATHMUSTEXIST = 0x800;
const FOS_FILEMUSTEXIST = 0x1000;

const modes = {
  open: FOS_PATHMUSTEXIST | FOS_FILEMUSTEXIST,
  save: FOS_PATHMUSTEXIST | FOS_OVERWRITEPROMPT,
  folder: FOS_PATHMUSTEXIST | FOS_FILEMUSTEXIST | FOS_PICKFOLDERS,
} as const;

const CANCELLED = 0x800704c7 | 0;

/** Shows a file dialog until it is answered: with the chosen paths, none when cancelled. */
export function chooseFiles(
  owner: number,
  request: FileRequest,
  closing: Closing,
): readonly string[] {
  if (request.mode === "save") {
    using dialog = createObject(FileSaveDialog, IFileSaveDialog);
    prepare(dialog, request);
    return save(owner, dialog, request, closing);
  }
  using dialog = createObject(FileOpenDialog, IFileOpenDialog);
  prepare(dialog, request);
  if (!show(owner, dialog, closing)) return [];
  using items = outObject(IShellItemArray, (out) => dialog.GetResults(out));
  return Array.from({ length: outNumber((out) => items.GetCount(out)) }, (_, index) => {
    using item = outObject(IShellItem, (out) => items.GetItemAt(index, out));
    return pathOfItem(item);
  });
}

function prepare(dialog: FileDialog, request: FileRequest): void {
  const { mode, title, multiple, folder, name, notice } = request;
  const options = outNumber((out) => dialog.GetOptions(out));
  const several = multiple && mode !== "save" ? FOS_ALLOWMULTISELECT : 0;
  dialog.SetOptions(options | FOS_FORCEFILESYSTEM | FOS_NOCHANGEDIR | modes[mode] | several);
  if (title !== null) dialog.SetTitle(wide(shown(title, limits.title)));
  const filters = mode === "folder" ? [] : request.filters;
  if (filters.length > 0) dialog.SetFileTypes(filters.length, filterSpecs(filters));
  const isThere = folder === null || showFolder(dialog, folder);
  if (name !== null && (mode === "save" || (mode === "open" && isThere)))
    dialog.SetFileName(wide(pathForWindows(name)));
  if (notice !== null) {
    using custom = dialog.query(IFileDialogCustomize);
    custom?.AddText(1, wide(shown(notice, limits.title)));
  }
}

/**
 * Returns whether it shows that folder, and not a parent: the shell may not support paths of its
 * length.
 */
function showFolder(dialog: FileDialog, folder: string): boolean {
  for (let path = folder; ; path = win32.dirname(path)) {
    using item = itemOf(path);
    if (item !== null) dialog.SetFolder(item.address);
    if (item !== null || path === win32.dirname(path)) return path === folder;
  }
}

function filterSpecs(filters: readonly FileFilter[]): Uint8Array {
  const specs = COMDLG_FILTERSPEC.array(
    filters.map(({ name, extensions }) => ({
      pszName: wide(shown(name, limits.title)),
      // Windows accepts no pattern that matches all files without an extension.
      pszSpec: wide(extensions.map(extensionPattern).join(";")),
    })),
  );
  return specs.bytes;
}

/** Returns whether a file was chosen. */
function show(owner: number, dialog: FileDialog, closing: Closing): boolean {
  const close = (): void => {
    const window = windowOf(dialog);
    const box = window === null ? null : boxBefore(window);
    if (box === null) dialog.Close(CANCELLED);
    else refuseBox(box);
  };
  try {
    closing.whileShown(close, () => dialog.Show(owner));
    return true;
  } catch (error) {
    if (error instanceof HResultError && error.code === CANCELLED) return false;
    throw error;
  }
}

/** The dialog's window, while it has one. */
function windowOf(dialog: FileDialog): number | null {
  using window = dialog.query(IOleWindow);
  if (window === null) return null;
  const out = new BigInt64Array(new ArrayBuffer(8));
  try {
    window.GetWindow(out);
  } catch {
    return null;
  }
  return out[0] === 0n ? null : Number(out[0]);
}

const S_FALSE = 1;
const FDEOR_ACCEPT = 1;

/**
 * A dialog for saving. Its answer is the final name, with the extension of the selected file type.
 * Usually the dialog has appended it itself, and asks before it replaces a file. If the final name
 * is another one, the question is ours, and the dialog's own question, about an irrelevant name, is
 * skipped.
 */
function save(
  owner: number,
  dialog: FileDialog,
  request: FileRequest,
  closing: Closing,
): readonly string[] {
  let final: string | undefined;
  const extensions = (): readonly string[] => {
    const index = outNumber((out) => dialog.GetFileTypeIndex(out));
    return request.filters[index - 1]?.extensions ?? [];
  };
  const finalName = (item: number): { readonly path: string; readonly final: string } => {
    const path = pathOfItem(comObject(item, IShellItem));
    return { path, final: withExtension(asTyped(path, dialog), extensions()) };
  };
  const setExtension = (): void => {
    const [first = "*"] = extensions();
    if (first !== "*") dialog.SetDefaultExtension(wide(first));
  };
  const events = serve([ServedFileDialogEvents], {
    OnFileOk: () => {
      using item = outObject(IShellItem, (out) => dialog.GetResult(out));
      const names = finalName(item.address);
      final = names.final;
      const isAsked = names.path === final;
      const isWanted = confirmSave(windowOf(dialog) ?? owner, final, isAsked, request, closing);
      return isWanted ? S_OK : S_FALSE;
    },
    OnFolderChanging: () => S_OK,
    OnFolderChange: () => S_OK,
    OnSelectionChange: () => S_OK,
    OnShareViolation: () => E_NOTIMPL,
    OnTypeChange: () => {
      setExtension();
      return S_OK;
    },
    OnOverwrite: (_dialog, item, answer) => {
      const names = finalName(item);
      if (names.path === names.final) return E_NOTIMPL;
      new DataView(toArrayBuffer(answer as Pointer, 0, 4)).setInt32(0, FDEOR_ACCEPT, true);
      return S_OK;
    },
  });
  return lend(events, () => {
    const cookie = outNumber((out) => dialog.Advise(events, out));
    try {
      setExtension();
      if (!show(owner, dialog, closing)) return [];
    } finally {
      dialog.Unadvise(cookie);
    }
    return final === undefined ? [] : [final];
  });
}

/**
 * The typed path, without an extension that the dialog has appended by rules of its own. An
 * existing file was chosen as it is; its extension may only be hidden in the field.
 */
function asTyped(path: string, dialog: FileDialog): string {
  if (entryAt(path) !== null) return path;
  const typed = win32.basename(outText((out) => dialog.GetFileName(out)) ?? "");
  const name = win32.basename(path);
  const isMore = typed !== "" && name.startsWith(`${typed}.`);
  return isMore ? path.slice(0, path.length - name.length + typed.length) : path;
}

/** Asks before a file is replaced, unless the dialog has done so; a folder is never replaced. */
function confirmSave(
  owner: number,
  path: string,
  isAsked: boolean,
  { title }: FileRequest,
  closing: Closing,
): boolean {
  const entry = entryAt(path);
  if (entry === null) return true;
  const name = win32.basename(path);
  const box = { owner, title: title ?? name };
  if (entry === "folder") {
    const text = `A folder with the name “${name}” already exists.`;
    showMessageBox({ ...box, kind: "error", text, buttons: [{ stock: "ok" }] }, closing);
    return false;
  }
  if (isAsked) return true;
  const text = `“${name}” already exists. Do you want to replace it?`;
  const buttons = [{ stock: "yes" }, { stock: "no" }] as const;
  return showMessageBox({ ...box, kind: "warning", text, buttons }, closing) === 0;
}

import type { FileDropTarget } from "../../toolkit.ts";
import type { Address } from "../../ffi/signature.ts";
import { openApartment } from "../com/apartment.ts";
import { comInterface, comObject, type ComObject } from "../com/client.ts";
import { check, S_OK } from "../com/hresult.ts";
import { lend, serve, servedInterface } from "../com/server.ts";
import { FORMATETC, ole32, STGMEDIUM } from "../lib/ole32.ts";
import { shell32 } from "../lib/shell32.ts";
import { user32 } from "../lib/user32.ts";
import { wide, wideRoom } from "../wide-text.ts";
import { struct } from "../../ffi/struct.ts";

// Data dragged from a page is the page's own: it may name any file, and a small movement of the
// pointer is no choice of the user's. It grants nothing.

export const IDataObject = comInterface("IDataObject", "0000010e-0000-0000-c000-000000000046", {
  // (FORMATETC, out STGMEDIUM)
  GetData: "3:pp>i",
  // A missing format is no failure.
  QueryGetData: "5:p>u",
});

// A POINTL by value is one number of 64 bits.
export const ServedDropTarget = servedInterface("00000122-0000-0000-c000-000000000046", {
  DragEnter: "nulp>i",
  DragOver: "ulp>i",
  DragLeave: ">i",
  Drop: "nulp>i",
});

const CF_HDROP = 15;
const DVASPECT_CONTENT = 1;
const TYMED_HGLOBAL = 1;
const allFiles = 0xffff_ffff;

const DROPEFFECT_NONE = 0;
const DROPEFFECT_COPY = 1;
const DROPEFFECT_LINK = 4;

type Data = ComObject<(typeof IDataObject)["methods"]>;

const effect = struct({ value: "u32" });

/**
 * Answers at the address where Windows has written the permitted effects. Only paths are read, so a
 * link is sufficient if copying is not permitted, as for a drive; an effect that is not permitted
 * would cancel the drop.
 */
function answer(
  address: Address,
  isTaken: boolean,
  allowed = effect.at(address).get("value"),
): number {
  const taken = allowed & DROPEFFECT_COPY || allowed & DROPEFFECT_LINK;
  effect.at(address).set("value", isTaken ? taken : DROPEFFECT_NONE);
  return S_OK;
}

/**
 * Reports files that are dragged over a window from other programs, until the returned function is
 * called.
 */
export function watchFileDrop(window: number, target: FileDropTarget): () => void {
  openApartment();
  lend(serveDrops(target), (address) =>
    check("RegisterDragDrop", ole32.RegisterDragDrop(window, address)),
  );
  return () => void ole32.RevokeDragDrop(window);
}

/** The drop target that Windows notifies. */
export function serveDrops(target: FileDropTarget): Address {
  /** Whether files are over the window now. */
  let isOver = false;
  return serve([ServedDropTarget], {
    DragEnter(data, _keys, _place, out) {
      const allowed = effect.at(out).get("value");
      // Also if reading fails.
      isOver = false;
      answer(out, false);
      const paths = draggedFiles(data);
      isOver = paths.length > 0;
      answer(out, isOver, allowed);
      if (isOver) target.filesDragged("hover", paths);
      return S_OK;
    },
    DragOver: (_keys, _place, out) => answer(out, isOver),
    DragLeave() {
      const wasOver = isOver;
      isOver = false;
      if (wasOver) target.filesDragged("cancel", []);
      return S_OK;
    },
    Drop(data, _keys, _place, out) {
      const [wasOver, allowed] = [isOver, effect.at(out).get("value")];
      isOver = false;
      answer(out, false);
      const paths = wasOver ? draggedFiles(data) : [];
      answer(out, paths.length > 0, allowed);
      if (paths.length > 0) target.filesDragged("drop", paths);
      return S_OK;
    },
  });
}

/** The dragged files; none when a page drags them. */
function draggedFiles(data: Address | null): string[] {
  if (data === null) return [];
  const dragged = comObject(data, IDataObject);
  return isFromPage(dragged) || !has(dragged, CF_HDROP) ? [] : filesOf(dragged);
}

function format(clipboardFormat: number): Uint8Array {
  const form = { dwAspect: DVASPECT_CONTENT, lindex: -1, tymed: TYMED_HGLOBAL };
  return FORMATETC.make({ cfFormat: clipboardFormat, ...form }).bytes;
}

function has(data: Data, clipboardFormat: number): boolean {
  return data.QueryGetData(format(clipboardFormat)) === S_OK;
}

let pageMark: number | undefined;

/**
 * The engine marks data that a page has created, its own and that of other browsers of its kind.
 */
function isFromPage(data: Data): boolean {
  pageMark ??= user32.RegisterClipboardFormatW(wide("chromium/x-renderer-taint"));
  return has(data, pageMark);
}

function filesOf(data: Data): string[] {
  const medium = STGMEDIUM.make();
  data.GetData(format(CF_HDROP), medium.bytes);
  try {
    const drop = medium.get("hGlobal");
    const count = shell32.DragQueryFileW(drop, allFiles, null, 0);
    return Array.from({ length: count }, (_, index) => fileOf(drop, index)).filter(
      (path) => path !== null,
    );
  } finally {
    ole32.ReleaseStgMedium(medium.bytes);
  }
}

/** `null`: its name is invalid Unicode, and would be another one afterwards. */
function fileOf(drop: number, index: number): string | null {
  const length = shell32.DragQueryFileW(drop, index, null, 0);
  const room = wideRoom(length + 1);
  shell32.DragQueryFileW(drop, index, room, length + 1);
  const path = Buffer.from(room.buffer, 0, length * 2).toString("utf16le");
  if (path.isWellFormed()) return path;
  process.stderr.write(
    `framework: a dragged file is left out: its name "${path.toWellFormed()}" is no valid Unicode\n`,
  );
  return null;
}

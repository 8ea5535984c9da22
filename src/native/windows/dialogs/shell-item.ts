import { comInterface, comObject, outPointer, type ComObject } from "../com/client.ts";
import { guid } from "../com/guid.ts";
import { pathForWindows, pathOf } from "../file-name.ts";
import { ole32 } from "../lib/ole32.ts";
import { shell32 } from "../lib/shell32.ts";
import { rawTextAt, wide } from "../wide-text.ts";

export const IShellItem = comInterface("IShellItem", "43826d1e-e718-42ee-bc55-a1e261c37bfe", {
  // (name form, out text)
  GetDisplayName: "5:up>i",
});
export type ShellItem = ComObject<(typeof IShellItem)["methods"]>;

export const IShellItemArray = comInterface(
  "IShellItemArray",
  "b63ea76d-1f85-456f-a19c-48159efa858b",
  {
    GetCount: "7:p>i",
    GetItemAt: "8:up>i",
  },
);

const SIGDN_FILESYSPATH = 0x8005_8000;

/** The path of an item, which must be one of the file system's. */
export function pathOfItem(item: ShellItem): string {
  const text = outPointer((out) => item.GetDisplayName(SIGDN_FILESYSPATH, out));
  try {
    return pathOf(rawTextAt(text));
  } finally {
    ole32.CoTaskMemFree(text);
  }
}

/**
 * The shell's item for a folder; `null`: the shell finds none, for example for an overlong path.
 */
export function itemOf(path: string): ShellItem | null {
  const out = new BigUint64Array(new ArrayBuffer(8));
  const result = shell32.SHCreateItemFromParsingName(
    wide(pathForWindows(path)),
    null,
    guid(IShellItem.iid),
    out,
  );
  return result < 0 ? null : comObject(Number(out[0]), IShellItem);
}

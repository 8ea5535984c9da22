import type { KnownFolderName, KnownFolders } from "../../../contract/host/windows-calls.ts";
import { guid, type Guid } from "../com/guid.ts";
import { ole32 } from "../lib/ole32.ts";
import { shlobj } from "../lib/shlobj.ts";
import { wideTextAt } from "../wide-text.ts";

/** The ids of the variables' folders. Source: KNOWNFOLDERID (knownfolders.h). */
const ids: Readonly<Record<KnownFolderName, Guid>> = {
  AUDIO: "4bd8d571-6d19-48d3-be97-422220080e43",
  CONFIG: "3eb685db-65f9-4cf6-a03a-e3ef65729f3d",
  DATA: "3eb685db-65f9-4cf6-a03a-e3ef65729f3d",
  DESKTOP: "b4bfcc3a-db2c-424c-b029-7fe99a87c641",
  DOCUMENT: "fdd39ad0-238f-46af-adb4-6c85480369c7",
  DOWNLOAD: "374de290-123f-4565-9164-39c4925e467b",
  HOME: "5e6c858f-0e22-4760-9afe-ea3317b67173",
  LOCALDATA: "f1b32785-6fba-4fcf-9d55-7b8e7f157091",
  PICTURE: "33e28130-4e1e-4676-835a-98395c3bc3bb",
  PUBLIC: "dfdf76a2-c82a-4d63-906a-5644ac457385",
  TEMPLATE: "a63293e8-664e-48db-a079-df759e0509f7",
  VIDEO: "18989b1d-99b5-455b-841c-ab7c74e4ddfc",
};

// Skips the check for existence: the folder may be on a share, and the check would wait for that.
const KF_FLAG_DONT_VERIFY = 0x4000;

/** The current paths of the user's folders, including moved ones. */
export function knownFolders(): KnownFolders {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, folderOf(id)]),
  ) as KnownFolders;
}

function folderOf(id: Guid): string | null {
  const out = new BigUint64Array(new ArrayBuffer(8));
  const result = shlobj.SHGetKnownFolderPath(guid(id), KF_FLAG_DONT_VERIFY, 0, out);
  const address = Number(out[0]);
  if (address === 0) return null;
  // It must be freed even when the call has failed.
  try {
    return result < 0 ? null : wideTextAt(address);
  } finally {
    ole32.CoTaskMemFree(address);
  }
}

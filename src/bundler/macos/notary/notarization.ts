import { basename, join } from "node:path";
import { setTimes, writeFile } from "../../../disk/write.ts";
import { fileSource, readSource, type Source } from "../../write/source.ts";
import { zip } from "../../write/zip.ts";
import { signatureOfImage, withTicket } from "../dmg/image-signature.ts";
import { readFolder } from "../folder-entries.ts";
import { codeHashOf, signatureOf } from "../signature/code-signature.ts";
import { notarize, ticketOf, type NotaryKey } from "./notary-service.ts";

// A notarized file carries a ticket, and starts on machines that cannot query Apple: in a bundle
// the ticket is a file, in a disk image a part of its signature.

export interface NotarizeOptions {
  readonly time: number;
  readonly progress: (done: number) => void;
}

/** Notarizes a signed bundle, and adds the ticket to it. */
export async function notarizeBundle(
  path: string,
  program: string,
  { key, time, progress }: NotarizeOptions & { readonly key: NotaryKey },
): Promise<void> {
  const name = basename(path);
  const bytes = zip(readFolder(path, name));
  await notarize({ name: `${name}.zip`, bytes, progress: () => progress(0.7) }, key);
  const codeHash = codeHashOf(signatureOf(fileSource(join(path, program))));
  const place = join(path, "Contents/CodeResources");
  writeFile(place, await ticketOf(codeHash, key), 0o644);
  for (const changed of [place, join(path, "Contents")]) setTimes(changed, time, time);
}

/** Notarizes a signed disk image, and returns it with its ticket. */
export async function notarizeImage(
  image: Source,
  name: string,
  { key, progress }: Pick<NotarizeOptions, "progress"> & { readonly key: NotaryKey },
): Promise<Source> {
  await notarize({ name, bytes: readSource(image), progress: () => progress(0.9) }, key);
  return withTicket(image, await ticketOf(codeHashOf(signatureOfImage(image)), key));
}

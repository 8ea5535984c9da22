import { readPart, type Source } from "../../write/source.ts";
import { trailerLength, udifParts, withSignature } from "../../write/udif.ts";
import { blob, blobsIn, magics, slots, superblob, type Slotted } from "../signature/blob.ts";
import { codeDirectory, flags } from "../signature/code-directory.ts";
import {
  embeddedSignature,
  requirementsSlot,
  type CodeSigner,
} from "../signature/code-signature.ts";

// The signature of a disk image lies before its trailer. Everything before it is one page, and the
// trailer is signed in the state in which it has the start of the signature, but not yet its
// length: so a ticket can be added.
//
// Source: Apple's open source, Security/OSX/libsecurity_codesigning/lib/diskimagerep.cpp.

/** Signs an unsigned disk image. @param by `null`: ad-hoc */
export async function signImage(
  image: Source,
  identifier: string,
  by: CodeSigner | null,
): Promise<Source> {
  const { content } = udifParts(image);
  const unsigned = withSignature(image, Buffer.alloc(0));
  const demands = requirementsSlot(identifier, by);
  const directory = codeDirectory(content, {
    identifier,
    team: by?.authority.team ?? null,
    flags: by === null ? flags.adHoc : 0,
    runtime: null,
    pageShift: null,
    others: new Map([
      [demands.slot, demands.blob],
      [slots.representation, readPart(unsigned, unsigned.length - trailerLength, unsigned.length)],
    ]),
    code: null,
  });
  return withSignature(image, await embeddedSignature(directory, [demands], by));
}

/** The blobs of a disk image's signature; empty when it has none. */
export function signatureOfImage(image: Source): readonly Slotted[] {
  const { signature } = udifParts(image);
  return signature.length === 0 ? [] : blobsIn(signature);
}

/** A signed disk image with the ticket of its notarization. */
export function withTicket(image: Source, ticket: Uint8Array): Source {
  const parts = signatureOfImage(image).filter(({ slot }) => slot !== slots.ticket);
  const added = { slot: slots.ticket, blob: blob(magics.wrapper, ticket) };
  return withSignature(image, superblob(magics.embeddedSignature, [...parts, added]));
}

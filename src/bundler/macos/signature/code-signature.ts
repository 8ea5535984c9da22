import type { Signer } from "../../signing/certificate.ts";
import { identifier as objectIdentifier, octets, sequence, time } from "../../signing/der.ts";
import { attribute, digests, signedData } from "../../signing/signed-data.ts";
import { timeStampToken } from "../../signing/time-stamp.ts";
import { joined, readPart, type Source } from "../../write/source.ts";
import {
  bodyForSignature,
  imagesOf,
  signedLength,
  universal,
  type Image,
} from "../../write/macho.ts";
import { parsePlist, xmlPlist } from "../../write/property-list.ts";
import type { Authority } from "./authority.ts";
import { blob, blobsIn, magics, slots, superblob, type Slotted } from "./blob.ts";
import {
  codeDirectory,
  codeDirectoryLength,
  codeHash,
  flags,
  type Directory,
} from "./code-directory.ts";
import { allowsDebuggers, entitlementBlobs, type Entitlements } from "./entitlements.ts";
import { requirement, requirements } from "./requirements.ts";

/** A signer with a certificate. */
export interface CodeSigner {
  readonly signer: Signer;
  readonly authority: Authority;
  /** Address of the time stamp server; `null`: without a time stamp. */
  readonly timeStamp: string | null;
  /** The signing time in the signature itself. */
  readonly time: Date;
}

/** The signed facts besides the code. */
export interface CodeFacts {
  readonly identifier: string;
  readonly entitlements: Entitlements;
  readonly isHardened: boolean;
  /** The Info.plist and the list of resources of a bundle. */
  readonly info: Uint8Array | null;
  readonly resources: Uint8Array | null;
}

/** The seal of code inside of a bundle. */
export interface Seal {
  readonly codeHash: Buffer;
  readonly requirement: string;
}

export interface SignedCode {
  readonly bytes: Source;
  readonly seal: Seal;
}

const DATA = "1.2.840.113549.1.7.1";
const SIGNING_TIME = "1.2.840.113549.1.9.5";
const CODE_HASHES = "1.2.840.113635.100.9.1";
const CODE_HASHES_BY_KIND = "1.2.840.113635.100.9.2";

/**
 * Space for certificates and a time stamp, whose length is unknown when the signed part already
 * contains the total.
 */
const roomForSignature = 32_768;

/**
 * Signs a program or library, replacing its signature.
 *
 * @param by `null`: ad-hoc; it only proves that the code is unchanged, and Apple's processors start
 * no code without it
 * @throws Error when it is no such file
 */
export async function signCode(
  bytes: Source,
  facts: CodeFacts,
  by: CodeSigner | null,
): Promise<SignedCode> {
  const signed: Source[] = [];
  const hashes: Buffer[] = [];
  for (const image of imagesOf(bytes)) {
    const { bytes: one, codeHash: hash } = await signImage(image, facts, by);
    signed.push(one);
    hashes.push(hash);
  }
  return { bytes: universal(signed), seal: sealOf(facts.identifier, hashes, by) };
}

async function signImage(
  image: Image,
  facts: CodeFacts,
  by: CodeSigner | null,
): Promise<{ bytes: Source; codeHash: Buffer }> {
  const { identifier, isHardened, info, resources } = facts;
  // Only programs have entitlements; a library has those of the program that loads it.
  const entitlements = image.isProgram ? entitlementBlobs(facts.entitlements) : [];
  const blobs = [requirementsSlot(identifier, by), ...entitlements];
  const about: Directory = {
    identifier,
    team: by?.authority.team ?? null,
    flags: (by === null ? flags.adHoc : 0) | (isHardened ? flags.hardenedRuntime : 0),
    runtime: isHardened ? (image.versions?.sdk ?? 0) : null,
    pageShift: image.pageShift,
    others: new Map([
      ...(info === null ? [] : [[slots.info, info] as const]),
      ...blobs.map((one) => [one.slot, one.blob] as const),
      ...(resources === null ? [] : [[slots.resources, resources] as const]),
    ]),
    code: {
      offset: image.text.offset,
      size: image.text.size,
      isProgram: image.isProgram,
      allowsDebuggers: allowsDebuggers(facts.entitlements),
    },
  };
  const rest = blobs.reduce((sum, one) => sum + 8 + one.blob.length, 12 + 8 + 8);
  const length =
    rest + codeDirectoryLength(signedLength(image), about) + (by === null ? 8 : roomForSignature);
  const room = Math.ceil(length / 16) * 16;
  const body = bodyForSignature(image, room);
  const directory = codeDirectory(body, about);
  const signature = await embeddedSignature(directory, blobs, by);
  if (signature.length > room) throw new Error("its signature is longer than the room for it");
  return {
    bytes: joined([body, signature, Buffer.alloc(room - signature.length)]),
    codeHash: codeHash(directory),
  };
}

/** The requirements of code, in their slot. */
export function requirementsSlot(identifier: string, by: CodeSigner | null): Slotted {
  return {
    slot: slots.requirements,
    blob: requirements(requirement(identifier, by?.authority ?? null)),
  };
}

/** All blobs of a signature, the code directory first and the signature itself last. */
export async function embeddedSignature(
  directory: Buffer,
  blobs: readonly Slotted[],
  by: CodeSigner | null,
): Promise<Buffer> {
  const content = by === null ? Buffer.alloc(0) : await cms(directory, by);
  return superblob(magics.embeddedSignature, [
    { slot: slots.codeDirectory, blob: directory },
    ...blobs,
    { slot: slots.signature, blob: blob(magics.wrapper, content) },
  ]);
}

function sealOf(identifier: string, hashes: readonly Buffer[], by: CodeSigner | null): Seal {
  const [first = Buffer.alloc(0)] = hashes;
  const own = requirement(identifier, by?.authority ?? null);
  const byHash = hashes.map((hash) => `cdhash H"${hash.toString("hex")}"`).join(" or ");
  return { codeHash: first, requirement: own?.text ?? byHash };
}

/** Signs a code directory by a certificate. */
async function cms(
  directory: Buffer,
  { signer, timeStamp, time: when }: CodeSigner,
): Promise<Buffer> {
  const hash = new Bun.CryptoHasher("sha256").update(directory).digest();
  return signedData(
    { type: DATA, content: null, bytes: directory },
    {
      signer,
      digest: "sha256",
      attributes: [
        attribute(SIGNING_TIME, time(when)),
        attribute(CODE_HASHES, octets(xmlPlist({ cdhashes: [codeHash(directory)] }))),
        attribute(
          CODE_HASHES_BY_KIND,
          sequence(objectIdentifier(digests.sha256.identifier), octets(hash)),
        ),
      ],
      stamp:
        timeStamp === null
          ? undefined
          : (signature) => timeStampToken(signature, "sha256", timeStamp),
    },
  );
}

/** The blobs of the first image's signature; empty when it is unsigned. */
export function signatureOf(bytes: Source): readonly Slotted[] {
  const [image] = imagesOf(bytes);
  if (image?.signature === null || image === undefined) return [];
  const { offset, size } = image.signature;
  return blobsIn(readPart(image.bytes, offset, offset + size));
}

/** The hash that identifies signed code. @throws Error when it is not signed */
export function codeHashOf(parts: readonly Slotted[]): Buffer {
  const directory = parts.find(({ slot }) => slot === slots.codeDirectory);
  if (directory === undefined) throw new Error("Cannot read signature: it has no code directory");
  return codeHash(directory.blob);
}

/** The earlier entitlements of a program; empty if they are unreadable. */
export function entitlementsOf(bytes: Source): Entitlements {
  try {
    const found = signatureOf(bytes).find(({ slot }) => slot === slots.entitlements);
    return found === undefined ? {} : parsePlist(found.blob.subarray(8));
  } catch {
    return {};
  }
}

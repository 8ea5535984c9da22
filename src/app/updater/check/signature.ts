import { createHash, createPublicKey, verify, type KeyObject } from "node:crypto";
import { FrameworkError, plainError } from "../../../contract/errors.ts";
import {
  parseFacts,
  parsePublicKeyText,
  parseSignature,
  type PublicKeyBytes,
  type SignatureText,
  type TrustedFacts,
} from "../../../contract/shipped/minisign.ts";
import { dayOf, secondsOf } from "./expiry.ts";
import type { Payload } from "../download/payload.ts";

/** `framework.updater.pubkey`. */
export interface PublicKey {
  readonly number: Buffer;
  readonly key: KeyObject;
}

/** The requirements for a signature. */
export interface Wanted {
  /** `framework.bundle.identifier` */
  readonly app: string;
  readonly version: string;
  /** `linux-x86_64`. */
  readonly target: string;
  /**
   * `framework.updater.acceptUnboundSignatures`: facts that the signature does not name are not
   * required.
   */
  readonly acceptUnbound: boolean;
  /** The time by the clock, in seconds since 1970. A signature that ends must not have ended. */
  readonly clock: number;
}

/** @throws FrameworkError `unavailable` when the text is no public key of minisign */
export function parsePublicKey(text: string): PublicKey {
  let bytes: PublicKeyBytes;
  try {
    bytes = parsePublicKeyText(text);
  } catch (cause) {
    const message = `Cannot check updates: framework.updater.pubkey ${plainError(cause).message}`;
    throw new FrameworkError("unavailable", message, { cause });
  }
  // SPKI is a fixed head and the key.
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.key]);
  return {
    number: Buffer.from(bytes.number),
    key: createPublicKey({ key: der, format: "der", type: "spki" }),
  };
}

/**
 * Checks that a download was signed with the key, as the wanted update.
 * @returns the SHA-512 of the checked bytes, hexadecimal
 * @throws FrameworkError `bad-update`
 */
export async function verifyPayload(
  payload: Payload,
  signature: string,
  publicKey: PublicKey,
  wanted: Wanted,
): Promise<string> {
  try {
    return await checkAll(payload, signature, publicKey, wanted);
  } catch (error) {
    throw refusal(wanted, error);
  }
}

/**
 * Checks the signature itself, before anything is downloaded for it.
 * @throws FrameworkError `bad-update`
 */
export function requireSignature(signature: string, publicKey: PublicKey, wanted: Wanted): void {
  try {
    checkFacts(openSignature(signature, publicKey).facts, null, wanted);
  } catch (error) {
    throw refusal(wanted, error);
  }
}

function refusal({ version }: Wanted, cause: unknown): FrameworkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FrameworkError("bad-update", `Cannot install version "${version}": ${reason}`, {
    cause,
  });
}

async function checkAll(
  payload: Payload,
  signature: string,
  publicKey: PublicKey,
  wanted: Wanted,
): Promise<string> {
  const { signed, isOfHash, facts } = openSignature(signature, publicKey);
  const sums = isOfHash ? await digest(payload) : await wholePayload(payload);
  if (!verify(null, sums.signed, publicKey.key, signed))
    throw new Error("it differs from the signed file");
  checkFacts(facts, sums.sha512, wanted);
  return sums.sha512;
}

/** A signature whose comment was signed with the key. The signed content is not known yet. */
interface OpenedSignature {
  readonly signed: Buffer;
  /** It signs the hash of a file, and not the file itself. */
  readonly isOfHash: boolean;
  readonly facts: TrustedFacts;
}

/** @throws Error with the reason why the signature does not belong to this key */
export function openSignature(signature: string, { number, key }: PublicKey): OpenedSignature {
  const text = parseSignature(unwrap(signature));
  const box = Buffer.from(text?.box ?? "", "base64");
  const algorithm = box.toString("latin1", 0, 2);
  if (text === null || box.length !== 74 || (algorithm !== "ED" && algorithm !== "Ed"))
    throw new Error("its signature must be the text of a .sig file");
  if (!box.subarray(2, 10).equals(number)) throw new Error("it was signed with another key");
  const signed = box.subarray(10);
  if (!isSealed(text, signed, key)) throw new Error("the comment of its signature was changed");
  return { signed, isOfHash: algorithm === "ED", facts: parseFacts(text.comment) };
}

function isSealed({ comment, seal }: SignatureText, signed: Buffer, key: KeyObject): boolean {
  return verify(
    null,
    Buffer.concat([signed, Buffer.from(comment)]),
    key,
    Buffer.from(seal, "base64"),
  );
}

/**
 * Checks that a signature is not for another app, because several apps may share one key.
 * Signatures from before they named an app name none, and are valid.
 * @throws Error
 */
export function requireApp({ app: reported }: TrustedFacts, app: string): void {
  if (reported !== undefined && reported !== app)
    throw new Error(`its signature is for app "${reported}", not "${app}"`);
}

/**
 * The bytes of a signature alone do not name a version. Without these checks any old update would
 * pass as a new one.
 * @param sha512 `null`: not known yet
 */
function checkFacts(
  facts: TrustedFacts,
  sha512: string | null,
  { app, version, target, acceptUnbound, clock }: Wanted,
): void {
  requireApp(facts, app);
  const expires = secondsOf(facts.expires);
  if (facts.expires !== undefined && expires === null)
    throw new Error(`its signature ends at "${facts.expires}", which is no time`);
  if (expires !== null && expires <= clock)
    throw new Error(
      `its signature was good until ${dayOf(expires)}; this machine's clock says ${dayOf(clock)}`,
    );
  const expected = { version, target, sha512 };
  for (const name of ["version", "target", "sha512"] as const) {
    const reported = facts[name];
    if (reported === undefined && acceptUnbound) continue;
    if (reported === undefined)
      throw new Error(
        `its signature names no ${name}: sign it with \`npx framework signer\`, or set framework.updater.acceptUnboundSignatures`,
      );
    if (expected[name] !== null && reported !== expected[name])
      throw new Error(`its signature is for ${name} "${reported}", not "${expected[name]}"`);
  }
}

interface Sums {
  /** The bytes that were signed. */
  readonly signed: Buffer;
  readonly sha512: string;
}

async function digest(payload: Payload): Promise<Sums> {
  const prehash = createHash("blake2b512");
  const sha512 = createHash("sha512");
  for await (const chunk of payload.read()) {
    prehash.update(chunk);
    sha512.update(chunk);
  }
  return { signed: prehash.digest(), sha512: sha512.digest("hex") };
}

/** Old signatures sign the file itself, which has to be in memory as a whole. */
async function wholePayload(payload: Payload): Promise<Sums> {
  const signed = Buffer.concat(await Array.fromAsync(payload.read()));
  return { signed, sha512: createHash("sha512").update(signed).digest("hex") };
}

/** Signatures are carried as base64 on one line. The form that minisign writes is accepted, too. */
function unwrap(text: string): string {
  return text.startsWith("untrusted comment:")
    ? text
    : Buffer.from(text, "base64").toString("utf8");
}

import { createHash } from "node:crypto";
import { derOf, identifier as objectIdentifier } from "../../signing/der.ts";
import { blob, magics, superblob, u32 } from "./blob.ts";
import type { Authority } from "./authority.ts";

// The conditions by which others recognise this code in its next version: a small language of
// numeric opcodes, big endian. Texts and bytes are prefixed with their length and padded to four.
//
// Source: Apple's open source, Security/OSX/libsecurity_codesigning/lib/{requirement.h,reqmaker.h}.

const words = {
  identifier: 2,
  anchorHash: 4,
  and: 6,
  field: 11,
  generic: 14,
  appleGeneric: 15,
} as const;
const matches = { exists: 0, equal: 1 } as const;
const leaf = 0;
const issuer = 1;
const designated = 3;

const DEVELOPER_ID_CA = "1.2.840.113635.100.6.2.6";
const DEVELOPER_ID_APPLICATION = "1.2.840.113635.100.6.1.13";

/** An app's requirement for its updates, as the blob of a signature and as text. */
export interface Requirement {
  readonly blob: Buffer;
  readonly text: string;
}

/**
 * The usual requirement: the same identifier and the same signer. Ad-hoc signed code only matches
 * itself.
 */
export function requirement(identifier: string, authority: Authority | null): Requirement | null {
  if (authority === null) return null;
  const named = Buffer.concat([u32(words.identifier), data(Buffer.from(identifier))]);
  const name = `identifier ${quoted(identifier)}`;
  const { team, isDeveloperId, certificate } = authority;
  if (isDeveloperId && team !== null) {
    const exists = (certificateAt: number, word: number, field: string): Buffer =>
      Buffer.concat([
        u32(word),
        u32(certificateAt),
        data(rawIdentifier(field)),
        u32(matches.exists),
      ]);
    const ofTeam = [
      u32(words.field),
      u32(leaf),
      data(Buffer.from("subject.OU")),
      u32(matches.equal),
    ];
    return wrapped(
      and(
        named,
        and(
          u32(words.appleGeneric),
          and(
            exists(issuer, words.generic, DEVELOPER_ID_CA),
            and(
              exists(leaf, words.generic, DEVELOPER_ID_APPLICATION),
              Buffer.concat([...ofTeam, data(Buffer.from(team))]),
            ),
          ),
        ),
      ),
      `${name} and anchor apple generic and certificate 1[field.${DEVELOPER_ID_CA}] /* exists */ and certificate leaf[field.${DEVELOPER_ID_APPLICATION}] /* exists */ and certificate leaf[subject.OU] = ${quoted(team)}`,
    );
  }
  const hash = createHash("sha1").update(certificate).digest();
  return wrapped(
    and(named, Buffer.concat([u32(words.anchorHash), u32(leaf), data(hash)])),
    `${name} and certificate leaf = H"${hash.toString("hex")}"`,
  );
}

/** The requirements of code, in the form of its signature. */
export function requirements(own: Requirement | null): Buffer {
  return superblob(magics.requirements, own === null ? [] : [{ slot: designated, blob: own.blob }]);
}

function wrapped(expression: Buffer, text: string): Requirement {
  // The first word announces an expression.
  return { blob: blob(magics.requirement, u32(1), expression), text };
}

function and(one: Buffer, other: Buffer): Buffer {
  return Buffer.concat([u32(words.and), one, other]);
}

function data(bytes: Buffer): Buffer {
  return Buffer.concat([u32(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** An ASN.1 identifier without its tag and length. */
function rawIdentifier(dotted: string): Buffer {
  return derOf(objectIdentifier(dotted)).subarray(2);
}

/** Words need no quotes, unless they begin with a digit. */
function quoted(text: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(text) ? text : JSON.stringify(text);
}

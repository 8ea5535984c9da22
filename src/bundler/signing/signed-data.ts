import { createHash, type X509Certificate } from "node:crypto";
import type { Signer } from "./certificate.ts";
import {
  derOf,
  identifier,
  implicit,
  inside,
  integer,
  nothing,
  octets,
  readDer,
  sequence,
  set,
  tagged,
  type Value,
} from "./der.ts";

// A signature in the form of CMS (RFC 5652, and PKCS #7 before it), as Windows and macOS read it:
//
//   signed content                     a type and, if it is included, the content
//   certificates                       the signer's and its issuers
//   the signer                         identified by issuer and serial number
//     signed attributes                the content's digest, and others
//     the signature
//     unsigned attributes              a time stamp: it is made of the signature

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const RSA = "1.2.840.113549.1.1.1";

/** The names of digests here, in CMS, and with a key of elliptic curves. */
export const digests = {
  sha256: { identifier: "2.16.840.1.101.3.4.2.1", ecdsa: "1.2.840.10045.4.3.2" },
  sha384: { identifier: "2.16.840.1.101.3.4.2.2", ecdsa: "1.2.840.10045.4.3.3" },
  sha512: { identifier: "2.16.840.1.101.3.4.2.3", ecdsa: "1.2.840.10045.4.3.4" },
} as const;

export type Digest = keyof typeof digests;

/** The content of a signature. */
export interface Signed {
  readonly type: string;
  /** Included in the signature; `null`: verifiers have it. */
  readonly content: Value | null;
  /** The input of the digest. */
  readonly bytes: Uint8Array;
}

export interface SignOptions {
  readonly signer: Signer;
  readonly digest: Digest;
  /** The signed attributes besides the content. */
  readonly attributes: readonly Value[];
  /** Adds a time stamp to the signature. */
  readonly stamp?: ((signature: Uint8Array) => Promise<Stamp>) | undefined;
}

/** The attribute of a time stamp. */
export interface Stamp {
  readonly attribute: Value;
  readonly certificates: readonly Value[];
}

export function attribute(type: string, ...values: readonly Value[]): Value {
  return sequence(identifier(type), set(...values));
}

export function algorithm(type: string): Value {
  return sequence(identifier(type), nothing());
}

/** Makes the signature: a `ContentInfo`. */
export async function signedData(
  { type, content, bytes }: Signed,
  { signer, digest, attributes, stamp }: SignOptions,
): Promise<Buffer> {
  const [own] = signer.chain;
  if (own === undefined) throw new Error("Cannot sign: want a certificate");
  const all = set(
    attribute(CONTENT_TYPE, identifier(type)),
    attribute(MESSAGE_DIGEST, octets(createHash(digest).update(bytes).digest())),
    ...attributes,
  );
  // Signed as a set, and written with another tag.
  const signature = await signer.sign(derOf(all), digest);
  const added = await stamp?.(signature);
  const isRsa = own.publicKey.asymmetricKeyType === "rsa";
  const { identifier: digestType, ecdsa } = digests[digest];
  const info = sequence(
    integer(1),
    issuerAndSerial(own),
    algorithm(digestType),
    tagged(0, ...inside(all)),
    isRsa ? algorithm(RSA) : sequence(identifier(ecdsa)),
    octets(signature),
    ...(added === undefined ? [] : [tagged(1, added.attribute)]),
  );
  const certificates = [
    ...signer.chain.map(({ raw }) => readDer(raw)),
    ...(added?.certificates ?? []),
  ];
  const signed = sequence(
    integer(1),
    set(algorithm(digestType)),
    sequence(identifier(type), ...(content === null ? [] : [tagged(0, content)])),
    tagged(0, ...certificates),
    set(info),
  );
  return derOf(sequence(identifier(SIGNED_DATA), tagged(0, signed)));
}

/** The issuer of a certificate, and its serial number, as encoded in the certificate itself. */
function issuerAndSerial({ raw }: X509Certificate): Value {
  const [body] = inside(readDer(raw));
  // version [0], unless it is the first; serial number, algorithm, issuer
  const fields = body === undefined ? [] : inside(body);
  const first = fields[0]?.tagClass === implicit(0, new Uint8Array()).tagClass ? 1 : 0;
  const [serial, , issuer] = fields.slice(first);
  if (serial === undefined || issuer === undefined)
    throw new Error("Cannot read certificate: it must have an issuer");
  return sequence(issuer, serial);
}

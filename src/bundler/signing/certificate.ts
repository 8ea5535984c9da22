import { createPrivateKey, sign, X509Certificate, type KeyObject } from "node:crypto";
import forge from "node-forge";
import { derOf } from "./der.ts";
import type { Digest } from "./signed-data.ts";

/** A signer: the certificate, its issuers that are sent along, and the operation of its key. */
export interface Signer {
  /** The signer's own first. */
  readonly chain: readonly X509Certificate[];
  /** Signs by the certificate's key: RSA in the form of PKCS #1, elliptic curves as DER. */
  sign(bytes: Uint8Array, digest: Digest): Promise<Uint8Array>;
}

/** A certificate with its key. */
interface KeyPair {
  readonly chain: readonly X509Certificate[];
  readonly key: KeyObject;
}

/**
 * Reads a certificate and its key: a PKCS #12 file (.p12, .pfx), or a PEM text with both.
 *
 * @param from its name in error messages
 * @throws Error with the reason
 */
export function readSigner(bytes: Uint8Array, password: string, from: string): Signer {
  const text = Buffer.from(bytes).toString("latin1");
  const { chain, key } = text.includes("-----BEGIN")
    ? fromPem(text, password, from)
    : fromPkcs12(text, password, from);
  const own = chain.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined)
    throw new Error(`Cannot use "${from}": none of its certificates is that of its key`);
  const others = chain.filter((certificate) => certificate !== own);
  return {
    chain: [own, ...ordered(own, others)],
    sign: (bytes, digest) => Promise.resolve(sign(digest, bytes, key)),
  };
}

/** The certificate chain, each followed by its issuer. */
function ordered(own: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const next = others.find((other) => own.checkIssued(other));
  if (next === undefined) return [];
  return [
    next,
    ...ordered(
      next,
      others.filter((other) => other !== next),
    ),
  ];
}

function fromPem(text: string, password: string, from: string): KeyPair {
  const certificates =
    text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? [];
  const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]+?-----END [A-Z ]*PRIVATE KEY-----/.exec(
    text,
  )?.[0];
  if (certificates.length === 0 || key === undefined)
    throw new Error(`Cannot use "${from}": it must hold a certificate and its private key`);
  try {
    return {
      chain: certificates.map((certificate) => new X509Certificate(certificate)),
      key: createPrivateKey({ key, passphrase: password }),
    };
  } catch (cause) {
    throw new Error(`Cannot open the key in "${from}": check its password`, { cause });
  }
}

const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;

function fromPkcs12(bytes: string, password: string, from: string): KeyPair {
  let store: forge.pkcs12.Pkcs12Pfx;
  try {
    const value = forge.asn1.fromDer(forge.util.createBuffer(bytes));
    store = forge.pkcs12.pkcs12FromAsn1(value, false, password);
  } catch (cause) {
    throw new Error(`Cannot open "${from}": it must be PKCS #12 or PEM, and fit its password`, {
      cause,
    });
  }
  const bagsOf = (type: string | undefined): readonly forge.pkcs12.Bag[] =>
    type === undefined ? [] : (store.getBags({ bagType: type })[type] ?? []);
  const [keyIn] = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)];
  const certificates = bagsOf(certBag);
  if (keyIn === undefined || certificates.length === 0)
    throw new Error(`Cannot use "${from}": it must hold a certificate and its private key`);
  return {
    chain: certificates.map((bag) => new X509Certificate(certificateDer(bag))),
    key: privateKey(keyIn),
  };
}

// The library models RSA only; it keeps unknown values in their written form.

function certificateDer({ cert, asn1 }: forge.pkcs12.Bag): Buffer {
  return derOf(cert === undefined || cert === null ? asn1 : forge.pki.certificateToAsn1(cert));
}

function privateKey({ key, asn1 }: forge.pkcs12.Bag): KeyObject {
  const value =
    key === undefined || key === null
      ? asn1
      : forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key));
  return createPrivateKey({ key: derOf(value), format: "der", type: "pkcs8" });
}

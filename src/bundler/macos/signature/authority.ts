import type { Signer } from "../../signing/certificate.ts";
import { dottedOf, inside, readDer, type Value } from "../../signing/der.ts";

/** The signer, as macOS identifies it. */
export interface Authority {
  /** The certificate itself. */
  readonly certificate: Buffer;
  /** Apple's team identifier; `null`: the certificate is not Apple's. */
  readonly team: string | null;
  /** Its apps may be distributed outside of the store; only these can be notarized. */
  readonly isDeveloperId: boolean;
}

/** Apple's extension in certificates for distribution. */
const DEVELOPER_ID_APPLICATION = "1.2.840.113635.100.6.1.13";
/** The prefix of Apple's extensions. */
const appleMarks = "1.2.840.113635.100.6.1.";

/** The facts of the signer's certificate. @throws Error when its issuers are missing */
export function authorityOf({ chain }: Signer): Authority {
  const [own] = chain;
  const last = chain.at(-1);
  if (own === undefined || last === undefined) throw new Error("Cannot sign: want a certificate");
  // The machines of users have no intermediate certificates; the signature must include them.
  if (!last.checkIssued(last)) {
    throw new Error(
      `Cannot sign with the certificate "${commonNameOf(own.subject)}": its file must hold those above it, too, up to "${commonNameOf(last.issuer)}"`,
    );
  }
  const marks = extensionsOf(readDer(own.raw));
  const isApples = marks.some((mark) => mark.startsWith(appleMarks));
  return {
    certificate: own.raw,
    team: isApples ? (/^OU=(.+)$/m.exec(own.subject)?.[1] ?? null) : null,
    isDeveloperId: marks.includes(DEVELOPER_ID_APPLICATION),
  };
}

/** `Developer ID Application: Ada Byron (ABCDE12345)` */
export function commonNameOf(subject: string): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject;
}

/** The identifiers of a certificate's extensions. */
function extensionsOf(certificate: Value): string[] {
  const [body] = inside(certificate);
  const [extensions] = body === undefined ? [] : inside(body).filter(isExtensions).flatMap(inside);
  if (extensions === undefined) return [];
  return inside(extensions).flatMap((extension) => {
    const [name] = inside(extension);
    return name === undefined ? [] : [dottedOf(name)];
  });
}

/** They are under [3]. */
function isExtensions({ tagClass, type }: Value): boolean {
  return tagClass !== 0 && Number(type) === 3;
}

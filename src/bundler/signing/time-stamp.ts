import { createHash, randomBytes } from "node:crypto";
import { algorithm, attribute, digests, type Digest, type Stamp } from "./signed-data.ts";
import {
  contentOf,
  derOf,
  dottedOf,
  identifier,
  inside,
  integer,
  octets,
  readDer,
  sequence,
  tagged,
  truth,
  type Value,
} from "./der.ts";

/** A time stamp server. */
export interface TimeStampServer {
  readonly address: string;
  /** It supports the Time-Stamp Protocol (RFC 3161); otherwise Authenticode's own, older one. */
  readonly tsp: boolean;
}

const DATA = "1.2.840.113549.1.7.1";
const COUNTER_SIGNATURE = "1.2.840.113549.1.9.6";
const SPC_TIME_STAMP_REQUEST = "1.3.6.1.4.1.311.3.2.1";
/** The attribute of an RFC 3161 time stamp in Authenticode, and in all other formats. */
const SPC_RFC3161 = "1.3.6.1.4.1.311.3.3.1";
const TIME_STAMP_TOKEN = "1.2.840.113549.1.9.16.2.14";

/** Requests a time stamp for a signature, for Windows. @throws Error naming the server */
export function timeStamp(
  signature: Uint8Array,
  digest: Digest,
  { address, tsp }: TimeStampServer,
): Promise<Stamp> {
  return named(address, () =>
    tsp
      ? stampByProtocol(signature, digest, { address, type: SPC_RFC3161 })
      : stampByAuthenticode(signature, address),
  );
}

/** The same in the standard form of CMS, which macOS reads. @throws Error naming the server */
export function timeStampToken(
  signature: Uint8Array,
  digest: Digest,
  address: string,
): Promise<Stamp> {
  return named(address, () =>
    stampByProtocol(signature, digest, { address, type: TIME_STAMP_TOKEN }),
  );
}

async function named(address: string, ask: () => Promise<Stamp>): Promise<Stamp> {
  try {
    return await ask();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot get a time stamp from "${address}": ${reason}`, { cause });
  }
}

// The time limit for an unresponsive server: milliseconds.
const patience = 60_000;

async function post(address: string, type: string, body: Uint8Array | string): Promise<Buffer> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : new Uint8Array(body),
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new Error(`it answered with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** @param to the server, and the type of the attribute for its answer */
async function stampByProtocol(
  signature: Uint8Array,
  digest: Digest,
  { address, type }: { readonly address: string; readonly type: string },
): Promise<Stamp> {
  const hash = createHash(digest).update(signature).digest();
  // Positive, so that it is encoded unchanged.
  const nonce = randomBytes(16);
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const imprint = sequence(algorithm(digests[digest].identifier), octets(hash));
  const request = sequence(integer(1), imprint, integer(nonce), truth());
  const answer = await post(address, "application/timestamp-query", derOf(request));
  const [status, token] = inside(readDer(answer));
  const granted = status === undefined ? -1 : contentOf(inside(status)[0] ?? status).readUInt8(0);
  if (granted > 1 || granted < 0 || token === undefined) throw new Error("it refused");
  checkToken(token, hash, nonce);
  return { attribute: attribute(type, token), certificates: [] };
}

/** The stamp must match this signature, and the answer this request. */
function checkToken(token: Value, hash: Buffer, nonce: Buffer): void {
  const [, wrapped] = inside(token);
  const [signed] = wrapped === undefined ? [] : inside(wrapped);
  const [, , content] = signed === undefined ? [] : inside(signed);
  const [, eContent] = content === undefined ? [] : inside(content);
  const [bytes] = eContent === undefined ? [] : inside(eContent);
  if (bytes === undefined) throw new Error("its answer holds no stamp");
  const fields = inside(readDer(contentOf(bytes)));
  const imprint = fields[2];
  const stamped = imprint === undefined ? undefined : inside(imprint)[1];
  const isOurs = stamped !== undefined && contentOf(stamped).equals(hash);
  const answersUs = fields.some(
    ({ value }) => typeof value === "string" && Buffer.from(value, "latin1").equals(nonce),
  );
  if (!isOurs || !answersUs) throw new Error("its answer is to another question");
}

async function stampByAuthenticode(signature: Uint8Array, address: string): Promise<Stamp> {
  const request = sequence(
    identifier(SPC_TIME_STAMP_REQUEST),
    sequence(identifier(DATA), tagged(0, octets(signature))),
  );
  const answer = await post(address, "application/octet-stream", derOf(request).toString("base64"));
  const [type, wrapped] = inside(readDer(Buffer.from(answer.toString("latin1"), "base64")));
  const [signed] = wrapped === undefined ? [] : inside(wrapped);
  if (type === undefined || signed === undefined) throw new Error("its answer holds no stamp");
  const fields = inside(signed);
  const last = fields.at(-1);
  const [info] = last === undefined ? [] : inside(last);
  if (info === undefined || !dottedOf(type).startsWith("1.2.840.113549.1.7"))
    throw new Error("its answer holds no stamp");
  const certificates = fields[3] === undefined || fields[3] === last ? [] : inside(fields[3]);
  return { attribute: attribute(COUNTER_SIGNATURE, info), certificates };
}

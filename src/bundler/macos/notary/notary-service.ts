import { createHash, sign, type KeyObject } from "node:crypto";

/** A key of App Store Connect, for notarization by Apple. */
export interface NotaryKey {
  readonly key: KeyObject;
  readonly keyId: string;
  /** The issuer of the key; `null`: it is an individual key, not a team's. */
  readonly issuer: string | null;
  readonly service: NotaryService;
}

export interface NotaryService {
  /** The web service. */
  readonly address: string;
  /** The address of its storage, an Amazon S3. */
  readonly storage: string;
  /** The address of tickets. */
  readonly tickets: string;
  /** Between two queries, in milliseconds. */
  readonly pause: number;
}

const region = "us-west-2";

/**
 * Source: https://developer.apple.com/documentation/notaryapi; tickets are requested as Apple's
 * `stapler` does.
 */
export const appleNotary: NotaryService = {
  address: "https://appstoreconnect.apple.com/notary/v2",
  // Named, because of AWS_ENDPOINT: `framework publish` to another service needs that variable.
  storage: `https://s3.${region}.amazonaws.com`,
  tickets:
    "https://api.apple-cloudkit.com/database/1/com.apple.gk.ticket-delivery/production/public/records/lookup",
  pause: 5000,
};

/** The time limit for an unresponsive server: milliseconds. */
const patience = 60_000;
/** The maximum number of consecutive failed queries. */
const maxFailures = 5;

export interface Submission {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Called while it waits. Throws when the build has to stop. */
  readonly progress: () => void;
}

/**
 * Submits a file to Apple and waits for the answer, which takes minutes.
 *
 * @throws Error with Apple's findings
 */
export async function notarize(
  { name, bytes, progress }: Submission,
  key: NotaryKey,
): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { id, attributes: place } = dataOf(
    await ask(key, "submissions", { submissionName: name, sha256 }),
  );
  progress();
  await upload(bytes, place, key);
  const status = await decided(id, key, progress);
  if (status === "Accepted") return;
  throw new Error(
    `Cannot notarize "${name}": Apple's answer is "${status}"\n${await logOf(id, key)}`,
  );
}

/** Waits for the decision. */
async function decided(id: string, key: NotaryKey, progress: () => void): Promise<string> {
  let failures = 0;
  for (;;) {
    progress();
    try {
      const { status } = dataOf(await ask(key, `submissions/${id}`)).attributes;
      if (status !== "In Progress") return status ?? "";
      failures = 0;
    } catch (error) {
      // It was accepted before; a missing submission may appear in a moment.
      if (error instanceof Refusal || ++failures === maxFailures) throw error;
    }
    await Bun.sleep(key.service.pause);
  }
}

/** Apple's findings, one per line. */
async function logOf(id: string, key: NotaryKey): Promise<string> {
  try {
    const { developerLogUrl } = dataOf(await ask(key, `submissions/${id}/logs`)).attributes;
    const response = await fetch(developerLogUrl ?? "", { signal: AbortSignal.timeout(patience) });
    const { statusSummary, issues } = (await response.json()) as {
      readonly statusSummary?: string;
      readonly issues?: readonly {
        readonly severity?: string;
        readonly path?: string;
        readonly message?: string;
      }[];
    };
    const lines = (issues ?? []).map(
      ({ severity, path, message }) => `${severity}: ${path}: ${message}`,
    );
    return [statusSummary, ...lines].join("\n");
  } catch (error) {
    return `Its log cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * The ticket of a notarized file, which is then attached to it.
 *
 * @param codeHash the hash that identifies the file
 */
export async function ticketOf(codeHash: Buffer, { service }: NotaryKey): Promise<Buffer> {
  // 2: by a SHA-256.
  const record = { recordName: `2/2/${codeHash.toString("hex")}` };
  let reason = "";
  for (let failures = 0; failures < maxFailures; failures++) {
    // Other machines than those that decide distribute them.
    if (failures > 0) await Bun.sleep(service.pause);
    try {
      const ticket = await askForTicket(service.tickets, record);
      if (ticket !== null) return ticket;
      reason = "it has none";
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new Error(`Cannot get the notarization ticket from "${service.tickets}": ${reason}`);
}

/** `null`: there is none yet. */
async function askForTicket(address: string, record: object): Promise<Buffer | null> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ records: [record] }),
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new Error(`it answered with ${response.status}`);
  const { records } = (await response.json()) as {
    readonly records?: readonly {
      readonly fields?: { readonly signedTicket?: { readonly value?: string } };
    }[];
  };
  const ticket = records?.[0]?.fields?.signedTicket?.value;
  return ticket === undefined ? null : Buffer.from(ticket, "base64");
}

/** Uploads the bytes to the address of the service. */
async function upload(bytes: Uint8Array, place: Attributes, { service }: NotaryKey): Promise<void> {
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken, bucket, object } = place;
  if (object === undefined)
    throw new Error("Cannot hand the app to Apple: its answer names no place for it");
  const storage = new Bun.S3Client({
    ...(awsAccessKeyId !== undefined && { accessKeyId: awsAccessKeyId }),
    ...(awsSecretAccessKey !== undefined && { secretAccessKey: awsSecretAccessKey }),
    ...(awsSessionToken !== undefined && { sessionToken: awsSessionToken }),
    ...(bucket !== undefined && { bucket }),
    region,
    endpoint: service.storage,
  });
  try {
    await storage.write(object, new Uint8Array(bytes), { type: "application/octet-stream" });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot hand the app to Apple: ${reason}`, { cause });
  }
}

/** An answer that would be the same next time. */
class Refusal extends Error {}

async function ask(key: NotaryKey, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${key.service.address}/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token(key)}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  });
  if (response.ok) return response.json();
  const output = (await response.text()).trim().slice(0, 500);
  if (response.status === 401)
    throw new Refusal(
      `Cannot notarize: Apple knows no key "${key.keyId}" of this issuer; check the key and both numbers`,
    );
  const message = `Cannot notarize: Apple's service answered with ${response.status}: ${output}`;
  throw response.status < 500 ? new Refusal(message) : new Error(message);
}

interface Attributes {
  readonly status?: string;
  readonly awsAccessKeyId?: string;
  readonly awsSecretAccessKey?: string;
  readonly awsSessionToken?: string;
  readonly bucket?: string;
  readonly object?: string;
  readonly developerLogUrl?: string;
}

function dataOf(answer: unknown): { readonly id: string; readonly attributes: Attributes } {
  const { data } = answer as {
    readonly data?: { readonly id?: string; readonly attributes?: Attributes };
  };
  if (data?.id === undefined || data.attributes === undefined)
    throw new Error("Cannot notarize: Apple's service answered something else than it was asked");
  return { id: data.id, attributes: data.attributes };
}

/** A JSON Web Token by the key; it is valid for ten of the permitted twenty minutes. */
function token({ key, keyId, issuer }: NotaryKey): string {
  const now = Math.floor(Date.now() / 1000);
  const head = { alg: "ES256", kid: keyId, typ: "JWT" };
  const who = issuer === null ? { sub: "user" } : { iss: issuer };
  const body = { ...who, iat: now, exp: now + 600, aud: "appstoreconnect-v1" };
  const text = [head, body]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

import { createHash, generateKeyPairSync, verify, type KeyObject } from "node:crypto";
import type { NotaryKey } from "../../../src/bundler/macos/notary/notary-service.ts";

export interface NotaryCase {
  /** The final decision of Apple. */
  readonly status?: string;
  /**
   * The number of times that it is not decided yet, and the number of failures of each such
   * question.
   */
  readonly slow?: number;
  readonly failures?: number;
  /** The number of times that the server of tickets fails, and then has no ticket yet. */
  readonly broken?: number;
  readonly late?: number;
  /** It does not know the submissions. */
  readonly isForgetful?: boolean;
  /** It never decides. */
  readonly isEndless?: boolean;
}

export interface NotaryStandIn extends Disposable {
  readonly key: NotaryKey;
  /** One that it does not know. */
  readonly strange: NotaryKey;
  /** The submissions, by name. */
  readonly handed: ReadonlyMap<string, Buffer>;
  /** The hashes that tickets were asked for by, and the tickets. */
  readonly tickets: readonly string[];
  readonly asked: readonly string[];
}

const keyId = "2X9R4HXF34";
const issuer = "57246542-96fe-1a63-e053-0824d011072a";

/** Apple's web service, its storage and its tickets, as its documents describe them. */
export function startNotary(wanted: NotaryCase = {}): NotaryStandIn {
  const { status = "Accepted", isEndless = false, isForgetful = false, failures = 0 } = wanted;
  let { slow = 0, broken = 0, late = 0 } = wanted;
  let failed = 0;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const submissions: { readonly name: string; readonly sha256: string }[] = [];
  const handed = new Map<string, Buffer>();
  const tickets: string[] = [];
  const asked: string[] = [];
  const uploads = new Map<string, Buffer[]>();

  const data = (id: string, attributes: object): Response =>
    Response.json({ data: { id, attributes } });

  async function byService(request: Request, path: string): Promise<Response> {
    if (!isAllowed(request.headers.get("authorization") ?? "", publicKey))
      return new Response("NOT_AUTHORIZED", { status: 401 });
    if (request.method === "POST") {
      const { submissionName, sha256 } = (await request.json()) as {
        submissionName: string;
        sha256: string;
      };
      submissions.push({ name: submissionName, sha256 });
      return data(`id-${submissions.length}`, {
        awsAccessKeyId: "ACCESS",
        awsSecretAccessKey: "secret",
        awsSessionToken: "session",
        bucket: "notary-submissions",
        object: `prod/${submissionName}`,
      });
    }
    const [, id = "", logs] = path.split("/");
    const submission = submissions[Number(id.slice(3)) - 1];
    if (submission === undefined || isForgetful)
      return new Response("no such submission", { status: 404 });
    if (logs === "logs") return data(id, { developerLogUrl: `${server.url.href}log` });
    if (failed++ < failures) return new Response("try again", { status: 503 });
    failed = 0;
    if (isEndless || slow-- > 0) return data(id, { status: "In Progress" });
    const bytes = handed.get(submission.name) ?? Buffer.alloc(0);
    const isWhole = createHash("sha256").update(bytes).digest("hex") === submission.sha256;
    return data(id, { status: isWhole ? status : "Invalid" });
  }

  async function byStorage(request: Request, { pathname, searchParams }: URL): Promise<Response> {
    const isSigned =
      request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 Credential=ACCESS/") ===
        true && request.headers.get("x-amz-security-token") === "session";
    if (!isSigned) return new Response("AccessDenied", { status: 403 });
    const name = decodeURIComponent(pathname).replace("/notary-submissions/prod/", "");
    const body = Buffer.from(await request.arrayBuffer());
    const xml = (text: string): Response =>
      new Response(text, { headers: { "content-type": "application/xml" } });
    if (searchParams.has("uploads")) {
      uploads.set(name, []);
      return xml(
        "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>",
      );
    }
    const part = Number(searchParams.get("partNumber") ?? 0);
    if (part > 0) {
      const parts = uploads.get(name) ?? [];
      parts[part - 1] = body;
      return new Response(null, { headers: { etag: `"${part}"` } });
    }
    const parts = uploads.get(name);
    handed.set(name, parts === undefined ? body : Buffer.concat(parts));
    return parts === undefined
      ? new Response(null, { headers: { etag: '"1"' } })
      : xml("<CompleteMultipartUploadResult/>");
  }

  async function byTickets(request: Request): Promise<Response> {
    const { records } = (await request.json()) as {
      records: readonly { readonly recordName: string }[];
    };
    const name = records[0]?.recordName ?? "";
    if (broken-- > 0) return new Response("<p>Service Unavailable</p>", { status: 503 });
    if (late-- > 0)
      return Response.json({ records: [{ recordName: name, serverErrorCode: "NOT_FOUND" }] });
    tickets.push(name);
    const value = Buffer.from(`ticket of ${name}`).toString("base64");
    return Response.json({ records: [{ recordName: name, fields: { signedTicket: { value } } }] });
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const url = new URL(request.url);
      const path = url.pathname.slice(1);
      asked.push(`${request.method} ${path}`);
      if (path.startsWith("submissions")) return byService(request, path);
      if (path === "tickets") return byTickets(request);
      if (path === "log") {
        const issue = {
          severity: "error",
          path: "Greeter.app",
          message: "The signature is not valid.",
        };
        return Response.json({
          statusSummary: "Archive contains critical validation errors",
          issues: [issue],
        });
      }
      return byStorage(request, url);
    },
  });
  const address = server.url.origin;
  const keyOf = (key: KeyObject): NotaryKey => ({
    key,
    keyId,
    issuer,
    service: { address, storage: address, tickets: `${address}/tickets`, pause: 1 },
  });
  return {
    key: keyOf(privateKey),
    strange: keyOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey),
    handed,
    tickets,
    asked,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function isAllowed(authorization: string, key: KeyObject): boolean {
  const [head = "", body = "", signature = ""] = authorization.replace("Bearer ", "").split(".");
  const part = (text: string) =>
    JSON.parse(Buffer.from(text, "base64url").toString()) as Record<string, unknown>;
  const { iss, aud, iat, exp } = part(body) as {
    iss: string;
    aud: string;
    iat: number;
    exp: number;
  };
  const { alg, kid } = part(head);
  const isFor = alg === "ES256" && kid === keyId && iss === issuer && aud === "appstoreconnect-v1";
  const isGood = iat <= Date.now() / 1000 && exp > Date.now() / 1000 && exp - iat <= 20 * 60;
  const signed = Buffer.from(`${head}.${body}`);
  const by = { key, dsaEncoding: "ieee-p1363" } as const;
  return isFor && isGood && verify("sha256", signed, by, Buffer.from(signature, "base64url"));
}

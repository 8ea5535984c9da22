import { randomBytes } from "node:crypto";
import type { PagePolicy } from "../../contract/page/csp.ts";

/** An engine's interpretation of an answer. */
type Kind =
  | "page"
  /** It also runs scripts, but is no HTML: a drawing, XML, several answers in one. */
  | "other document"
  /** It has no type that the engine knows, so the engine sniffs its content. */
  | "unknown"
  | "part of a page";

/**
 * An answer unchanged, unless an engine shows it as a document: that is sent with the policy, and a
 * page with nonces of its own.
 */
export async function protectedPage(response: Response, policy: PagePolicy): Promise<Response> {
  const kind = kindOf(response.headers.get("content-type"));
  const { body } = response;
  if (kind === "part of a page" || body === null) return response;
  if (kind === "page") return withNonces(response, await response.arrayBuffer(), policy);
  if (kind === "other document") return withHeaders(response, body, policy.header);
  const [start, whole] = await peek(body);
  return looksLikePage(start)
    ? withNonces(response, await new Response(whole).arrayBuffer(), policy)
    : withHeaders(response, whole, policy.header);
}

/** In the reading of the MIME Sniffing Standard: letters of either case, and blanks around it. */
function kindOf(contentType: string | null): Kind {
  const type = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/html") return "page";
  if (/^(?:text|application)\/xml$|^text\/xsl$|\+xml$|^multipart\//.test(type))
    return "other document";
  const isKnown = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(type);
  const isNone = ["unknown/unknown", "application/unknown", "*/*"].includes(type);
  return isKnown && !isNone ? "part of a page" : "unknown";
}

/**
 * For an answer without a type: markup begins with "<", after blanks, or after a byte order mark.
 */
function looksLikePage(start: Uint8Array): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(Buffer.from(start).toString("latin1"));
}

/** The beginning of a stream, and the stream unchanged. */
async function peek(
  body: ReadableStream<Uint8Array>,
): Promise<readonly [start: Uint8Array, whole: ReadableStream<Uint8Array>]> {
  const reader = body.getReader();
  const first = await reader.read();
  const start: Uint8Array = first.value ?? new Uint8Array();
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => await reader.cancel(reason),
  });
  return [start, whole];
}

function withNonces(response: Response, bytes: ArrayBuffer, policy: PagePolicy): Response {
  const page = Buffer.from(bytes).toString("latin1");
  const { header, html } = policy.protect(page, () => randomBytes(16).toString("base64"));
  return withHeaders(response, Buffer.from(html, "latin1"), header);
}

function withHeaders(response: Response, body: Bun.BodyInit, policy: string): Response {
  const headers = new Headers(response.headers);
  // Headers of the original page, which the engine may cache without the policy.
  for (const name of ["content-length", "etag"]) headers.delete(name);
  // A policy of the server's own stays in force.
  headers.append("content-security-policy", policy);
  headers.set("cache-control", "no-store");
  return new Response(body, { status: response.status, headers });
}

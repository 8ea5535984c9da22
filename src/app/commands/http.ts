import type { CommandArgs } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { RequestBody } from "../../contract/commands/http.ts";
import { limits } from "../../contract/limits.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import type { CallRecorder } from "../calls/recorder.ts";
import { Turns } from "../calls/turns.ts";
import { checkHeaders, send, type Outgoing } from "../network/http-request.ts";
import { HttpScope } from "../scope/http.ts";
import { openFile } from "../scope/open-checked.ts";
import type { Services } from "../services.ts";
import { during } from "../paths/path-problem.ts";
import { check, readOpen } from "./fs-path.ts";
import { pathsOf } from "../paths/dialect.ts";

export type HttpPart = (services: Pick<Services, "config">) => Handlers<"http">;

/** The handler of the http module. Every address goes through the scope, also each that a redirect names. */
export const http: HttpPart = ({ config }) => {
  const scope = new HttpScope(config.framework.allowlist.http.scope);
  const turns = new Turns(limits.httpRequests.most);
  return {
    "http.request": async (request, context) => {
      const begin = (signal: AbortSignal) => turns.take(context.sender.document, signal);
      const ready = await outgoing(request, context);
      return await send(ready, heardBy(context.uses, ready.method, scope), context.signal, begin);
    },
  };
};

/** A scope whose decisions are recorded. A query is not compared, and may hold what is secret. */
function heardBy(uses: CallRecorder | null, method: string, scope: HttpScope): Pick<HttpScope, "decide"> {
  if (uses === null) return scope;
  return {
    decide(address) {
      const decision = scope.decide(address);
      const url = URL.parse(address);
      uses.note({
        kind: "http",
        outcome: decision.allowed ? "allowed" : "refused",
        rule: decision.allowed ? decision.pattern : "",
        detail: `${method} ${url === null ? address : url.protocol + "//" + url.host + url.pathname}`,
      });
      return decision;
    },
  };
}

async function outgoing(request: CommandArgs<"http.request">, context: CommandContext): Promise<Outgoing> {
  const headers = checkHeaders(request.headers ?? {}, request.url);
  const isMultipart = headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data") === true;
  // What fetch makes of a form has a boundary that only fetch knows.
  const given = request.body ?? null;
  if (given?.type === "form") headers.delete("content-type");
  if (given !== null && (request.method === "GET" || request.method === "HEAD")) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot request "${request.url}": a request by ${request.method} has no body, for Bun's fetch sends none; use "query", or another method such as POST, QUERY or SEARCH`,
    );
  }
  const { body, type } = await bodyOf(given, isMultipart, context);
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  return {
    method: request.method,
    url: withQuery(request.url, request.query ?? {}),
    headers,
    body,
    timeout: milliseconds(request.timeout),
    connectTimeout: milliseconds(request.client?.connectTimeout),
    maxRedirections: request.client?.maxRedirections ?? 10,
    maxBytes: request.maxBytes ?? limits.httpAnswer.most,
  };
}

/** The body, and its type where nothing else would tell. */
async function bodyOf(
  body: RequestBody | null,
  isMultipart: boolean,
  context: CommandContext,
): Promise<{ body: Outgoing["body"]; type: string | null }> {
  if (body === null) return { body: null, type: null };
  if (body.type === "json") return { body: body.text, type: "application/json" };
  if (body.type === "text") return { body: body.text, type: "text/plain;charset=UTF-8" };
  if (body.type === "bytes")
    return { body: body.bytes as Uint8Array<ArrayBuffer>, type: "application/octet-stream" };
  const texts = new URLSearchParams();
  for (const { name, value } of body.fields) if (typeof value === "string") texts.append(name, value);
  // Bytes have no other form.
  if (!isMultipart && texts.size === body.fields.length) return { body: texts, type: null };
  const form = new FormData();
  for (const { name, value } of body.fields) {
    if (typeof value === "string") {
      form.append(name, value);
      continue;
    }
    const { file, mime, fileName } =
      value instanceof Uint8Array ? { file: value, mime: null, fileName: null } : value;
    const bytes =
      typeof file === "string" ? await readFormFile(file, context) : (file as Uint8Array<ArrayBuffer>);
    const shown =
      fileName ?? (typeof file === "string" ? pathsOf(context.services.host.system).basename(file) : name);
    form.append(name, new Blob([bytes], { type: mime ?? "application/octet-stream" }), shown);
  }
  return { body: form, type: null };
}

function readFormFile(path: string, context: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  return during("send", path, async () => {
    using file = openFile(() => check(path, context), "read", context.services.host.opener);
    return await readOpen(file, context);
  });
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const entries = Object.entries(query);
  if (entries.length === 0) return address;
  if (!URL.canParse(address))
    throw new FrameworkError("bad-argument", `Cannot request "${address}": must be a whole address`);
  const url = new URL(address);
  for (const [name, value] of entries) url.searchParams.append(name, value);
  return url.href;
}

/** 25 days. What is asked to wait longer does not wait at all. */
const longestTimer = 2 ** 31 - 1;

function milliseconds(duration: CommandArgs<"http.request">["timeout"]): number | null {
  if (duration === null || duration === undefined) return null;
  const wanted = typeof duration === "number" ? duration * 1000 : duration.secs * 1000 + duration.nanos / 1e6;
  return Math.min(wanted, longestTimer);
}

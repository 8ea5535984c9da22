import type { CommandArgs } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { RequestBody } from "../../contract/commands/http.ts";
import { limits } from "../../contract/limits.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import type { CallRecorder } from "../calls/recorder.ts";
import { Semaphore } from "../calls/semaphore.ts";
import { checkHeaders, send, type Outgoing } from "../network/http-request.ts";
import { formBody, type FormField, type FormFile } from "../network/form-body.ts";
import { streamedBytes } from "../network/streamed-body.ts";
import { HttpScope } from "../scope/network/http.ts";
import type { Services } from "../services.ts";
import { afterChanges } from "./fs-order.ts";
import { sentFile } from "./fs-path.ts";
import { pathsOf } from "../paths/dialect.ts";
import { during } from "../paths/path-problem.ts";

export type HttpPart = (services: Pick<Services, "config">) => Handlers<"http">;

/**
 * The handler of the http module. Every address goes through the scope, including each redirect.
 */
export const http: HttpPart = ({ config }) => {
  const scope = new HttpScope(config.framework.allowlist.http.scope);
  const turns = new Semaphore(limits.httpRequests.most);
  const running = new Map<string, AbortController>();
  const keyOf = ({ sender }: CommandContext, id: number): string => `${sender.document} ${id}`;
  return {
    "http.request": async (request, context) => {
      const cancel = new AbortController();
      const key = keyOf(context, request.id ?? 0);
      if (typeof request.id === "number") running.set(key, cancel);
      try {
        const begin = (signal: AbortSignal) => turns.acquire(context.sender.document, signal);
        const ready = await outgoing(request, context);
        const heard = heardBy(context.uses, ready.method, scope);
        const page = AbortSignal.any([context.signal, cancel.signal]);
        return await send(ready, { scope: heard, page, begin, room: context.room });
      } finally {
        if (running.get(key) === cancel) running.delete(key);
      }
    },
    "http.cancel": ({ id }, context) => running.get(keyOf(context, id))?.abort(),
  };
};

/**
 * A scope whose decisions are recorded. The query is left out: it is not compared, and may hold
 * secrets.
 */
function heardBy(
  uses: CallRecorder | null,
  method: string,
  scope: HttpScope,
): Pick<HttpScope, "decide"> {
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

async function outgoing(
  request: CommandArgs<"http.request">,
  context: CommandContext,
): Promise<Outgoing> {
  const headers = checkHeaders(request.headers ?? {}, request.url);
  const isMultipart =
    headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data") === true;
  // A form has a boundary of its own.
  const given = request.body ?? null;
  if (given?.type === "form") headers.delete("content-type");
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

/**
 * The body, and its type if no header has one. Files are opened here, and streamed while they are
 * sent.
 */
async function bodyOf(
  body: RequestBody | null,
  isMultipart: boolean,
  context: CommandContext,
): Promise<{ body: Outgoing["body"]; type: string | null }> {
  if (body === null) return { body: null, type: null };
  if (body.type === "json") return { body: body.text, type: "application/json" };
  if (body.type === "text") return { body: body.text, type: "text/plain;charset=UTF-8" };
  if (body.type === "bytes")
    return { body: streamedBytes(body.bytes), type: "application/octet-stream" };
  const texts = new URLSearchParams();
  for (const { name, value } of body.fields)
    if (typeof value === "string") texts.append(name, value);
  // Bytes need a multipart form.
  if (!isMultipart && texts.size === body.fields.length)
    return { body: texts.toString(), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  const fields: FormField[] = [];
  for (const { name, value } of body.fields) {
    if (typeof value === "string") fields.push({ name, value });
    else fields.push({ name, value: await fileOf(name, value, context) });
  }
  return formBody(fields);
}

type GivenFile = Exclude<Extract<RequestBody, { type: "form" }>["fields"][number]["value"], string>;

async function fileOf(name: string, given: GivenFile, context: CommandContext): Promise<FormFile> {
  const { file, mime, fileName } =
    given instanceof Uint8Array ? { file: given, mime: null, fileName: null } : given;
  const isPath = typeof file === "string";
  // A form that follows a save holds what was saved.
  if (isPath) await during("send", file, () => afterChanges(file, null, context));
  return {
    fileName: fileName ?? (isPath ? pathsOf(context.services.host.system).basename(file) : name),
    type: fieldType(mime),
    content: isPath ? await sentFile(file, context) : streamedBytes(file),
  };
}

/** A type that breaks no line, unchanged: a `Blob` would add a character set to some types. */
function fieldType(mime: string | null | undefined): string {
  return mime && /^[\x20-\x7e]+$/.test(mime) ? mime : "application/octet-stream";
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const entries = Object.entries(query);
  if (entries.length === 0) return address;
  if (!URL.canParse(address))
    throw new FrameworkError(
      "bad-argument",
      `Cannot request "${address}": must be a whole address`,
    );
  const url = new URL(address);
  // `searchParams` would encode the given query anew, and break the signature of a signed address.
  const added = new URLSearchParams(entries).toString();
  const given = url.search;
  url.search = given === "" || given.endsWith("&") ? given + added : `${given}&${added}`;
  return url.href;
}

/** 25 days. A longer timer would fire at once. */
const longestTimer = 2 ** 31 - 1;

function milliseconds(duration: CommandArgs<"http.request">["timeout"]): number | null {
  if (duration === null || duration === undefined) return null;
  const wanted =
    typeof duration === "number" ? duration * 1000 : duration.secs * 1000 + duration.nanos / 1e6;
  return Math.min(wanted, longestTimer);
}

import * as v from "valibot";
import { Bytes } from "../page/bytes.ts";
import { command } from "./command.ts";
import { limits } from "../limits.ts";

const httpVerbs = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "PATCH",
  "HEAD",
  "OPTIONS",
  "CONNECT",
  "TRACE",
] as const;
/**
 * Of WebDAV and other extensions: those that Bun's `fetch` knows. It sends any other one as GET.
 */
const extensionMethods = [
  "ACL",
  "BIND",
  "CHECKOUT",
  "COPY",
  "LINK",
  "LOCK",
  "M-SEARCH",
  "MERGE",
  "MKACTIVITY",
  "MKCALENDAR",
  "MKCOL",
  "MOVE",
  "NOTIFY",
  "PROPFIND",
  "PROPPATCH",
  "PURGE",
  "QUERY",
  "REBIND",
  "REPORT",
  "SEARCH",
  "SOURCE",
  "SUBSCRIBE",
  "UNBIND",
  "UNLINK",
  "UNLOCK",
  "UNSUBSCRIBE",
] as const;
export type HttpVerb = (typeof httpVerbs | typeof extensionMethods)[number];

const time = v.pipe(v.number(), v.minValue(0, "at least 0"));

/** Seconds and billionths of one. */
const Duration = v.strictObject({ secs: time, nanos: time });
export type Duration = v.InferInput<typeof Duration>;

/** Seconds, whole or in parts. */
const Timeout = v.union([time, Duration]);

const ClientOptions = v.strictObject({
  /** How many redirects are followed; with 0 the redirect itself is the response. Default: 10. */
  maxRedirections: v.nullish(
    v.pipe(v.number(), v.integer("a whole number"), v.minValue(0, "at least 0")),
  ),
  /** How long it may take to reach the server. */
  connectTimeout: v.nullish(Timeout),
});
export type ClientOptions = v.InferInput<typeof ClientOptions>;

/** A file of a form: a path within the filesystem scope, or the bytes themselves. */
const FormFile = v.strictObject({
  file: v.union([v.string(), Bytes]),
  mime: v.nullish(v.string()),
  fileName: v.nullish(v.string()),
});

const FormField = v.strictObject({
  name: v.string(),
  value: v.union([v.string(), Bytes, FormFile]),
});

const RequestBody = v.variant("type", [
  v.strictObject({ type: v.literal("form"), fields: v.array(FormField) }),
  v.strictObject({ type: v.literal("json"), text: v.string() }),
  v.strictObject({ type: v.literal("text"), text: v.string() }),
  v.strictObject({ type: v.literal("bytes"), bytes: Bytes }),
]);
export type RequestBody = v.InferOutput<typeof RequestBody>;

const HttpRequest = v.strictObject({
  method: v.picklist([...httpVerbs, ...extensionMethods]),
  url: v.string(),
  headers: v.nullish(v.record(v.string(), v.string())),
  query: v.nullish(v.record(v.string(), v.string())),
  body: v.nullish(RequestBody),
  /** How long the whole may take. */
  timeout: v.nullish(Timeout),
  /** How many bytes the answer may have, unpacked. */
  maxBytes: v.nullish(
    v.pipe(
      v.number(),
      v.integer("a whole number"),
      v.minValue(0, "at least 0"),
      v.maxValue(limits.longestHttpAnswer.most, `at most ${limits.longestHttpAnswer.most}`),
    ),
  ),
  client: v.nullish(ClientOptions),
});
export type HttpRequest = v.InferOutput<typeof HttpRequest>;

/** What the server answered. */
export interface HttpAnswer {
  /** Where the last redirect led to. */
  readonly url: string;
  readonly status: number;
  /** Names are lower case. */
  readonly rawHeaders: Record<string, string[]>;
  readonly bytes: Uint8Array;
}

export const httpCommands = {
  "http.request": command<HttpAnswer>()("http.request", HttpRequest),
} as const;

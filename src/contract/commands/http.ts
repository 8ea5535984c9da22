import * as v from "valibot";
import { Bytes } from "../page/bytes.ts";
import { command } from "./command.ts";
import { limits } from "../limits.ts";

/** The usual methods. Any other method may be sent, too. */
export type HttpVerb =
  | ("GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS" | "CONNECT" | "TRACE")
  | (string & {});

/** Source: RFC 9110, section 5.6.2. */
const Method = v.pipe(
  v.string(),
  v.maxLength(limits.httpMethod.most, `at most ${limits.httpMethod.most} characters`),
  v.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "letters, digits and any of !#$%&'*+-.^_`|~"),
);

const time = v.pipe(v.number(), v.minValue(0, "at least 0"));

/** Seconds and nanoseconds. */
const Duration = v.strictObject({ secs: time, nanos: time });
export type Duration = v.InferInput<typeof Duration>;

/** Seconds, with or without a fraction. */
const Timeout = v.union([time, Duration]);

const ClientOptions = v.strictObject({
  /** The maximum number of redirects; with 0 the redirect itself is the response. Default: 10. */
  maxRedirections: v.nullish(
    v.pipe(v.number(), v.integer("a whole number"), v.minValue(0, "at least 0")),
  ),
  /** The time limit for connecting to the server. */
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

/** A request that its page may cancel, numbered by the page. */
const id = v.pipe(v.number(), v.integer("a whole number"));

const HttpRequest = v.strictObject({
  id: v.nullish(id),
  method: Method,
  url: v.string(),
  headers: v.nullish(v.record(v.string(), v.string())),
  query: v.nullish(v.record(v.string(), v.string())),
  body: v.nullish(RequestBody),
  /** The time limit for the whole request. */
  timeout: v.nullish(Timeout),
  /** The maximum size of the response in bytes, after decompression. */
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

/** The answer of the server. */
export interface HttpAnswer {
  /** The address after the last redirect. */
  readonly url: string;
  readonly status: number;
  /** Names are lower case. */
  readonly rawHeaders: Record<string, string[]>;
  readonly bytes: Uint8Array;
}

export const httpCommands = {
  "http.request": command<HttpAnswer>()("http.request", HttpRequest),
  "http.cancel": command<void>()(null, v.strictObject({ id })),
} as const;

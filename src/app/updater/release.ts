import * as v from "valibot";
import { FrameworkError } from "../../contract/errors.ts";
import { isSemver } from "../../contract/shipped/semver.ts";
import { describeIssue } from "../calls/arguments.ts";

/** A version that a server offers for what the app runs on. */
export interface Release {
  readonly version: string;
  /** RFC 3339. */
  readonly date: string | null;
  readonly notes: string;
  readonly url: string;
  /** What the `.sig` file beside the download holds. */
  readonly signature: string;
  /** The index of its chunks; `null`: it can only be downloaded as a whole. */
  readonly chunks: ReleaseChunks | null;
}

/** Addresses of what parts of a release are found by. */
export interface ReleaseChunks {
  readonly url: string;
  /** The index, and its own signature. */
  readonly index: string;
  readonly signature: string;
}

// A feed is JSON in one of two forms. Fixed, for a file:
//
//   { "version": "1.2.0", "notes": "…", "pub_date": "2026-01-31T12:00:00Z",
//     "platforms": { "linux-x86_64": { "url": "https://…", "signature": "…",
//                                      "chunks": { "url": "https://…", "index": "https://…", "signature": "…" } } } }
//
// An address may be one beside the feed: "my-app_1.2.0_x86_64.AppImage.tar.gz".
//
// Made for who asks, by a server that knows the variables of the address:
//
//   { "version": "1.2.0", "notes": "…", "pub_date": "…", "url": "https://…", "signature": "…", "chunks": … }
//
// "name" may stand for "version", which may begin with "v"; "chunks" may be missing. Other fields are not looked at.

const version = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^v+/, "")),
  v.check(isSemver, "a version such as 1.2.0"),
);
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const date = v.pipe(
  v.string(),
  v.check(
    (text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)),
    "a date such as 2026-01-31T12:00:00Z",
  ),
);
const common = { version, pub_date: v.nullish(date), notes: v.nullish(v.string()) };
/** An address without scheme and host, as in the feed that `framework build` writes, lies beside the feed. */
const downloadFrom = (feed: string) => {
  const url = v.pipe(
    v.string(),
    v.check(
      (text) => /^https?:$/.test(URL.parse(text, feed)?.protocol ?? ""),
      "an address that begins with https://, or one beside the feed",
    ),
    v.transform((text) => new URL(text, feed).href),
  );
  const signature = v.pipe(v.string(), v.nonEmpty("the text of a .sig file"));
  return { url, signature, chunks: v.nullish(v.object({ url, index: url, signature })) };
};
type Download = ReturnType<typeof downloadFrom>;

/**
 * Reads what a server answered.
 * @param from the address it was asked for at
 * @param platform what the app runs on: `linux-x86_64`
 * @throws FrameworkError `bad-update`, naming each field that does not fit
 */
export function parseRelease(text: string, from: string, platform: string): Release {
  const fail = (reason: string, cause?: unknown) =>
    new FrameworkError("bad-update", `Cannot read the feed "${from}": ${reason}`, { cause });
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch (cause) {
    throw fail("it must be JSON", cause);
  }
  const given = typeof feed === "object" && feed !== null ? { ...feed } : feed;
  if (isRecord(given) && given["version"] === undefined) given["version"] = given["name"];
  const isFixed = isRecord(given) && given["platforms"] !== undefined;
  const download = downloadFrom(from);
  const schema = isFixed
    ? v.object({ ...common, platforms: v.object({ [platform]: v.object(download) }) })
    : v.object({ ...common, ...download });
  const result = v.safeParse(schema, given);
  if (!result.success) throw fail(result.issues.map((issue) => describeIssue(issue, "feed")).join("; "));
  const found = result.output as v.InferOutput<v.ObjectSchema<typeof common & Download, undefined>> & {
    readonly platforms?: Readonly<Record<string, v.InferOutput<v.ObjectSchema<Download, undefined>>>>;
  };
  const { url, signature, chunks } = found.platforms?.[platform] ?? found;
  return {
    version: found.version,
    date: found.pub_date ?? null,
    notes: found.notes ?? "",
    url,
    signature,
    chunks: chunks ?? null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

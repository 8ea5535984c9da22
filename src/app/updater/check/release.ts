import * as v from "valibot";
import { FrameworkError } from "../../../contract/errors.ts";
import { isSemver } from "../../../contract/shipped/semver.ts";
import { describeIssue } from "../../calls/arguments.ts";

/** A version that a server offers for the system and architecture of the app. */
export interface Release {
  readonly version: string;
  /** RFC 3339. */
  readonly date: string | null;
  readonly notes: string;
  /** The percentage of the installed apps that may have it by now. `null`: all. */
  readonly rollout: number | null;
  readonly url: string;
  /** The content of the `.sig` file beside the download. */
  readonly signature: string;
  /** The index of its chunks. `null`: it can only be downloaded as a whole. */
  readonly chunks: ReleaseChunks | null;
}

/** The addresses that lead to the parts of a release. */
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
// For one client, from a server that knows the variables of the address:
//
//   { "version": "1.2.0", "notes": "…", "pub_date": "…", "url": "https://…", "signature": "…",
//   "chunks": … }
//
// "name" may stand for "version", which may begin with "v". "chunks" may be missing. "rollout": 25
// is for a quarter of the apps. Other fields are ignored. If a field that is not necessary for an
// update ("pub_date", "notes", "rollout", "chunks") cannot be read, it is left out and the log says
// so.

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
const percentage = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
/**
 * Fields that an update can do without. People read the first two. Without the third, all apps get
 * the update at once. Without the fourth, the app downloads the whole update.
 */
type Dispensable = "pub_date" | "notes" | "rollout" | "chunks";
/**
 * An address without scheme and host, as in the feed that `framework build` writes, lies beside the
 * feed.
 */
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
  return { download: { url, signature }, chunks: v.object({ url, index: url, signature }) };
};
type Download = ReturnType<typeof downloadFrom>["download"];

/**
 * Reads the answer of a server.
 * @param from the address it was asked for at
 * @param platform the platform that the app runs on: `linux-x86_64`
 * @param log receives a line for each field that is left out
 * @throws FrameworkError `bad-update`, naming each field that does not fit
 */
export function parseRelease(
  text: string,
  from: string,
  platform: string,
  log = (line: string): void => void process.stderr.write(line),
): Release {
  const fail = (reason: string, cause?: unknown) =>
    new FrameworkError("bad-update", `Cannot read the feed "${from}": ${reason}`, { cause });
  let feed: unknown;
  try {
    // Some Windows programs write a byte order mark in front of UTF-8.
    feed = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw fail("it must be JSON", cause);
  }
  const given = isRecord(feed) ? { ...feed } : feed;
  if (isRecord(given) && given["version"] === undefined) given["version"] = given["name"];
  const isFixed = isRecord(given) && given["platforms"] !== undefined;
  const { download, chunks } = downloadFrom(from);
  const schema = isFixed
    ? v.object({ version, platforms: v.object({ [platform]: v.object(download) }) })
    : v.object({ version, ...download });
  const result = v.safeParse(schema, given);
  if (!result.success)
    throw fail(result.issues.map((issue) => describeIssue(issue, "feed")).join("; "));
  const found = result.output as { readonly version: string } & Downloaded & {
      readonly platforms?: Readonly<Record<string, Downloaded>>;
    };
  const { url, signature } = found.platforms?.[platform] ?? found;
  const all = given as Record<string, unknown>;
  const own = isFixed
    ? (all["platforms"] as Record<string, Record<string, unknown>>)[platform]
    : all;

  const orNothing = <T>(
    name: Dispensable,
    shape: v.GenericSchema<unknown, T>,
    value: unknown,
  ): T | null => {
    if (value === undefined || value === null || value === "") return null;
    const read = v.safeParse(v.object({ [name]: shape }), { [name]: value });
    if (read.success) return read.output[name] as T;
    const reasons = read.issues.map((issue) => describeIssue(issue, "feed")).join("; ");
    log(`framework: "${name}" in the feed "${from}" is left out: ${reasons}\n`);
    return null;
  };
  return {
    version: found.version,
    date: orNothing("pub_date", date, all["pub_date"]),
    notes: orNothing("notes", v.string(), all["notes"]) ?? "",
    rollout: orNothing("rollout", percentage, all["rollout"]),
    url,
    signature,
    chunks: orNothing("chunks", chunks, own?.["chunks"]),
  };
}

type Downloaded = Readonly<v.InferOutput<v.ObjectSchema<Download, undefined>>>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

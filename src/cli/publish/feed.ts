import * as v from "valibot";
import { isSemver } from "../../contract/shipped/semver.ts";
import { UserError } from "../terminal.ts";

const platform = v.object({
  signature: v.string(),
  url: v.string(),
  chunks: v.optional(v.object({ url: v.string(), index: v.string(), signature: v.string() })),
});

const feed = v.object({
  // It becomes a part of paths.
  version: v.pipe(v.string(), v.check(isSemver)),
  pub_date: v.optional(v.string()),
  notes: v.optional(v.string()),
  rollout: v.optional(v.number()),
  platforms: v.record(v.string(), platform),
});

/** A feed as `framework build` and `framework publish` write it. */
export type Feed = Readonly<v.InferOutput<typeof feed>>;
export type FeedPlatform = Feed["platforms"][string];

/**
 * Reads a feed that the tool has written.
 * @param where the path of the feed, for error messages
 */
export function readFeed(text: string, where: string): Feed {
  try {
    return v.parse(feed, JSON.parse(text));
  } catch (cause) {
    throw new UserError(
      `Cannot read the feed "${where}": it must be one that the tool has written`,
      {
        cause,
      },
    );
  }
}

export function feedText(written: Feed): string {
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** A platform of a feed with its files at other addresses. */
export function withLinks(one: FeedPlatform, link: (file: string) => string): FeedPlatform {
  const { signature, url, chunks } = one;
  return {
    signature,
    url: link(url),
    ...(chunks !== undefined && {
      chunks: { ...chunks, url: link(chunks.url), index: link(chunks.index) },
    }),
  };
}

/** A variable of an endpoint. */
const variable = /\{\{(\w+)\}\}/g;

/**
 * The path where apps request a feed, below the published folder: the part of an endpoint's path
 * that begins with its first variable, or its last name.
 *
 * @returns `{{channel}}/{{target}}-{{arch}}.json`
 * @throws UserError for an endpoint that no static file can answer
 */
export function feedPattern(endpoint: string): string {
  const { pathname, search } = new URL(endpoint.replace(variable, "__$1__"));
  const parts = pathname.split("/").map((part) => part.replaceAll(/__(\w+?)__/g, "{{$1}}"));
  const first = parts.findIndex((part) => part.includes("{{"));
  const pattern = parts.slice(first < 0 ? -1 : first).join("/");
  if (search !== "" || pattern === "" || pattern.includes("{{current_version}}"))
    throw new UserError(
      `Cannot publish for the endpoint "${endpoint}": it must be the address of a file, without a query and {{current_version}}`,
    );
  return pattern;
}

/** The path of the feed of a platform on a channel. */
export function feedPath(pattern: string, channel: string, name: string): string {
  const at = name.indexOf("-");
  const values: Readonly<Record<string, string>> = {
    channel,
    target: name.slice(0, at),
    arch: name.slice(at + 1),
  };
  return pattern.replace(variable, (_, key: string) => values[key] ?? "");
}

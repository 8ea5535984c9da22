import { resolve } from "node:path";
import { existsSync, statSync } from "node:fs";
import { readUserFile } from "../../disk/read.ts";
import { isSemver } from "../../contract/shipped/semver.ts";
import { updatePlatform } from "../../contract/target.ts";
import { targets } from "../build/build-target.ts";
import { Programs } from "../programs/programs.ts";
import { Progress } from "../progress.ts";
import { openProject, type Project } from "../project/project.ts";
import { isAttended, UserError, type Terminal } from "../terminal.ts";
import { findRelease, type BuiltRelease } from "./built-release.ts";
import { releasePath, type Destination } from "./destinations/destination.ts";
import { openDestination } from "./destinations/open.ts";
import { feedPath, feedPattern, feedText, readFeed, withLinks, type Feed } from "./feed.ts";

export interface PublishOptions {
  readonly config?: readonly string[] | undefined;
  /** A folder, `user@host:/folder`, `s3://bucket/folder` or `github:owner/name`. */
  readonly to?: string | undefined;
  /** Absent: `framework.updater.channel`. */
  readonly channel?: readonly string[] | undefined;
  readonly rollout?: string | undefined;
  /** A text, or the path of a file. */
  readonly notes?: string | undefined;
  /** An earlier published version. */
  readonly release?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly ci?: boolean | undefined;
}

/** The files to write, in order: feeds refer to files, so they come last. */
interface Plan {
  readonly version: string;
  readonly files: ReadonlyMap<string, string>;
  readonly feeds: ReadonlyMap<string, Feed>;
}

/**
 * `framework publish`: uploads the output of builds, and the feeds by which apps find it. With
 * `--release`, only the feeds: to raise a roll-out, or to roll back.
 */
export async function publishCommand(terminal: Terminal, options: PublishOptions): Promise<number> {
  const project = openProject(terminal, {
    system: terminal.host.system,
    command: "build",
    overrides: options.config,
    onRefusedTarget: () => {},
  });
  const pattern = feedPattern(endpointOf(project));
  const channels = channelsOf(project, pattern, options);
  const rollout = percentage(options.rollout);
  await using programs = new Programs();
  const destination = openDestination(terminal, options.to, programs);
  const settings = {
    pattern,
    channels,
    rollout,
    notes: notesOf(terminal, options.notes),
  };
  const plan =
    options.release === undefined
      ? await planNew(destination, findRelease(project.outputFolder, versionOf(project)), settings)
      : await planOld(destination, options.release, settings);
  if (options.dryRun !== true)
    await write(destination, plan, new Progress(terminal, isAttended(terminal, options.ci)));
  terminal.out(options.json === true ? asJson(destination, plan) : asLines(destination, plan));
  return 0;
}

function endpointOf({ config }: Project): string {
  const { active, endpoints } = config.framework.updater;
  const [first] = endpoints ?? [];
  if (active && first !== undefined) return first;
  throw new UserError(
    "Cannot publish: set framework.updater.active, and in framework.updater.endpoints where apps look for updates",
  );
}

function versionOf({ config }: Project): string {
  const { version } = config.package;
  if (version !== null) return version;
  throw new UserError("Cannot publish: set package.version");
}

function channelsOf({ config }: Project, pattern: string, { channel }: PublishOptions): string[] {
  const given = (channel ?? []).flatMap((names) => names.split(",")).filter((name) => name !== "");
  if (given.length === 0) return [config.framework.updater.channel];
  if (!pattern.includes("{{channel}}"))
    throw new UserError(
      "Cannot publish on a channel: the first of framework.updater.endpoints must name {{channel}}",
    );
  const strange = given.find((name) => !/^[a-z0-9][a-z0-9-]*$/.test(name));
  if (strange === undefined) return given;
  throw new UserError(
    `Cannot publish on the channel "${strange}": it may hold only lower case letters, digits and hyphens`,
  );
}

function percentage(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text.replace(/\s*%$/, ""));
  if (text !== "" && number >= 0 && number <= 100) return number;
  throw new UserError(`Cannot roll out to "${text}": want a percentage from 0 to 100`);
}

function notesOf({ cwd }: Terminal, given: string | undefined): string | null {
  if (given === undefined) return null;
  const file = resolve(cwd, given);
  // A text may also be the name of a folder, and an empty one is that of the working folder.
  return given.length < 1000 && existsSync(file) && !statSync(file).isDirectory()
    ? readUserFile(file).toString("utf8").trim()
    : given;
}

interface Settings {
  readonly pattern: string;
  readonly channels: readonly string[];
  readonly rollout: number | null;
  readonly notes: string | null;
}

/** The path of a version's own feed, for a later return to it. */
const kept = (version: string, platform: string): string =>
  releasePath(version, `${platform}.feed.json`);

async function planNew(
  destination: Destination,
  { version, date, platforms, files: built }: BuiltRelease,
  settings: Settings,
): Promise<Plan> {
  const before = new Map<string, Feed>();
  for (const name of platforms.keys()) {
    const text = await destination.read(kept(version, name));
    if (text !== null) before.set(name, readFeed(text, kept(version, name)));
  }
  for (const [name, { signature }] of platforms) {
    const there = before.get(name)?.platforms[name];
    if (there !== undefined && there.signature !== signature)
      throw new UserError(
        `Cannot publish version "${version}" for ${name}: another build of it is published; raise package.version`,
      );
  }
  const isThere = before.size === platforms.size;
  const files = new Map(
    [...built].map(([name, path]) => [releasePath(version, name), path] as const),
  );
  const feeds = [...platforms].map(([name, platform]): [string, Feed] => [
    name,
    {
      version,
      ...(date !== null && { pub_date: date }),
      ...notesPart(settings.notes ?? before.get(name)?.notes ?? null),
      platforms: { [name]: platform },
    },
  ]);
  return {
    version,
    files: isThere ? new Map() : files,
    feeds: await allFeeds(destination, new Map(feeds), settings),
  };
}

async function planOld(
  destination: Destination,
  version: string,
  settings: Settings,
): Promise<Plan> {
  if (!isSemver(version))
    throw new UserError(`Cannot offer version "${version}": want one such as 1.2.0`);
  const feeds = new Map<string, Feed>();
  for (const name of targets.map(updatePlatform)) {
    const text = await destination.read(kept(version, name));
    if (text === null) continue;
    const { notes = null, ...feed } = readFeed(text, kept(version, name));
    feeds.set(name, { ...feed, ...notesPart(settings.notes ?? notes) });
  }
  if (feeds.size === 0)
    throw new UserError(
      `Cannot offer version "${version}": it was not published to ${destination.name}`,
    );
  return { version, files: new Map(), feeds: await allFeeds(destination, feeds, settings) };
}

function notesPart(notes: string | null): { readonly notes?: string } {
  return notes === null || notes === "" ? {} : { notes };
}

/**
 * The feeds that stay with the version, whose addresses are names of files, and after them those of
 * channels. Platforms that share one are merged, also with those that another machine has
 * published.
 */
async function allFeeds(
  destination: Destination,
  versions: ReadonlyMap<string, Feed>,
  { pattern, channels, rollout }: Settings,
): Promise<Map<string, Feed>> {
  const feeds = new Map<string, Feed>();
  for (const [name, feed] of versions) feeds.set(kept(feed.version, name), feed);
  for (const channel of channels) {
    for (const [name, { platforms, ...feed }] of versions) {
      const path = feedPath(pattern, channel, name);
      const shared = feeds.get(path) ?? (await publishedFeed(destination, path, feed.version));
      const link = (file: string): string =>
        destination.link(path, releasePath(feed.version, decodeURIComponent(file)));
      const own = Object.entries(platforms).map(([key, one]) => [key, withLinks(one, link)]);
      feeds.set(path, {
        ...feed,
        ...(rollout !== null && rollout < 100 && { rollout }),
        platforms: { ...shared?.platforms, ...Object.fromEntries(own) },
      });
    }
  }
  return feeds;
}

/** The present offer of a channel, if it is the same version. */
async function publishedFeed(
  destination: Destination,
  path: string,
  version: string,
): Promise<Feed | null> {
  const text = await destination.read(path);
  if (text === null) return null;
  const feed = readFeed(text, path);
  return feed.version === version ? feed : null;
}

async function write(
  destination: Destination,
  { files, feeds }: Plan,
  progress: Progress,
): Promise<void> {
  for (const [path, file] of files)
    await progress.step(`Uploading ${path}`, () => destination.put(path, { file }));
  for (const [path, feed] of feeds)
    await progress.step(`Uploading ${path}`, () => destination.put(path, { text: feedText(feed) }));
}

function asLines({ name }: Destination, { files, feeds }: Plan): string {
  const paths = [...files.keys(), ...feeds.keys()];
  return `${[name, ...paths.map((path) => `  ${path}`)].join("\n")}\n`;
}

function asJson({ name }: Destination, { version, files, feeds }: Plan): string {
  const all = {
    destination: name,
    version,
    files: [...files.keys()],
    feeds: Object.fromEntries(feeds),
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}

import { basename, dirname, join } from "node:path";
import { updatePlatform } from "../contract/target.ts";
import type { Package } from "./bundle.ts";
import { writeWhole } from "./output.ts";
import { releaseDate } from "./source-date.ts";
import type { StagedApp } from "./staged-app.ts";

/** The paths of what lies beside the updater's archive. */
export interface UpdateFiles {
  /** What a feed gives as `signature`, on one line. */
  readonly signature: string;
  /** The part of a static feed that tells of this archive. Its `url` is the name of the archive. */
  readonly feed: string;
}

/** Writes `<archive>.sig` and `<name>.update.json`. */
export function writeUpdateFiles(staged: StagedApp, archive: Package, signature: string): UpdateFiles {
  const { version, time } = staged;
  const date = releaseDate(time);
  const url = encodeURIComponent(basename(archive.path));
  const feed = {
    version,
    ...(date !== null && { pub_date: date.toISOString() }),
    platforms: { [updatePlatform(staged.target)]: { signature, url } },
  };
  const files = {
    signature: `${archive.path}.sig`,
    feed: join(dirname(archive.path), `${staged.packageName}.update.json`),
  };
  writeWhole(files.signature, Buffer.from(signature), 0o644);
  writeWhole(files.feed, Buffer.from(`${JSON.stringify(feed, null, 2)}\n`), 0o644);
  return files;
}

import { basename, dirname, join } from "node:path";
import { updatePlatform } from "../contract/target.ts";
import type { Package } from "./bundle.ts";
import { writeNamed } from "./output.ts";
import { releaseDate } from "./source-date.ts";
import { chunkIndexName } from "./update-chunks.ts";
import type { StagedApp } from "./staged-app.ts";

/** The paths of the files beside the updater's archive. */
export interface UpdateFiles {
  /** The `signature` of a feed, on one line. */
  readonly signature: string;
  /** The part of a static feed about this archive. Its `url` is the name of the archive. */
  readonly feed: string;
}

/** A signed update; signatures are on one line. */
export interface SignedUpdate {
  readonly archive: Package;
  readonly signature: string;
  /** The index of its chunks; `null`: there is none. */
  readonly chunks: { readonly index: Package; readonly signature: string } | null;
}

/** The chunk index among the updater's files; `null`: parts of this update cannot be downloaded. */
export function chunkIndexIn(packages: readonly Package[]): Package | null {
  return (
    packages.find(
      ({ format, path }) => format === "updater" && path.endsWith(chunkIndexName("")),
    ) ?? null
  );
}

/** Writes `<archive>.sig` and `<name>.update.json`. */
export function writeUpdateFiles(
  staged: StagedApp,
  { archive, signature, chunks }: SignedUpdate,
): UpdateFiles {
  const { version, time } = staged;
  const date = releaseDate(time);
  const address = (path: string): string => encodeURIComponent(basename(path));
  const url = address(archive.path);
  const feed = {
    version,
    ...(date !== null && { pub_date: date.toISOString() }),
    platforms: {
      [updatePlatform(staged.target)]: {
        signature,
        url,
        ...(chunks !== null && { chunks: chunksOf(chunks, address) }),
      },
    },
  };
  const files = {
    signature: `${archive.path}.sig`,
    feed: join(dirname(archive.path), `${staged.packageName}.update.json`),
  };
  writeNamed(files.signature, Buffer.from(signature), 0o644);
  writeNamed(files.feed, Buffer.from(`${JSON.stringify(feed, null, 2)}\n`), 0o644);
  return files;
}

function chunksOf(
  { index, signature }: NonNullable<SignedUpdate["chunks"]>,
  address: (path: string) => string,
): { readonly url: string; readonly index: string; readonly signature: string } {
  const chunks = index.path.slice(0, -chunkIndexName("").length);
  return { url: address(chunks), index: address(index.path), signature };
}

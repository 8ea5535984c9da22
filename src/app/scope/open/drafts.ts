import { fstatSync } from "node:fs";
import type { System } from "../../../contract/target.ts";
import { childOf, type AbsolutePath } from "../path/absolute-path.ts";
import { openFile, openFolder, openPlace } from "./open-checked.ts";
import type { Opener } from "./open-handle.ts";
import type { RealPath } from "../path/real-path.ts";

// A draft is a file that is being written and not yet in place: ".framework-<32 hexadecimal
// digits>.tmp". A killed process leaves its drafts. The first process that writes in the same
// folder an hour later evicts them.

const form = /^\.framework-[0-9a-f]{32}\.tmp$/;

/** Milliseconds. Writing modifies a draft repeatedly. */
const longestWrite = 3_600_000;

/** An unguessable name. */
export function draftName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `.framework-${bytes.toHex()}.tmp`;
}

/** Whether an entry of a folder is a draft, which is hidden from pages. */
export function isDraftName(name: string): boolean {
  return form.test(name);
}

interface DraftHost {
  readonly opener: Opener;
  readonly system: System;
}

/** The folders whose drafts this process has evicted. */
const clean = new Set<string>();
const maxClean = 1000;

/**
 * Removes drafts that no process is writing any more, once per folder and process.
 *
 * @param now milliseconds, by the clock of the folder's disk
 */
export async function evictDrafts(
  folder: AbsolutePath,
  now: number,
  { opener, system }: DraftHost,
): Promise<void> {
  if (clean.has(folder.text)) return;
  if (clean.size === maxClean) clean.clear();
  clean.add(folder.text);
  try {
    await removeStaleDrafts(folder, now, { opener, system });
  } catch {
    // The written file is in place. The next process tries again.
  }
}

/** Removes drafts that no process is writing any more. Fails as the system fails. */
export async function removeStaleDrafts(
  folder: AbsolutePath,
  now: number,
  { opener, system }: DraftHost,
): Promise<void> {
  const real: RealPath = { ...folder, found: opener.lstat(folder) };
  using open = openFolder(() => real, opener);
  for (const { name, kind } of await open.entries(new AbortController().signal)) {
    if (kind !== "file" || !isDraftName(name)) continue;
    const path = childOf(folder, name, system);
    if (isStale({ ...path, found: opener.lstat(path) }, now, opener)) {
      using place = openPlace(() => path, opener);
      place.removeFile();
    }
  }
}

function isStale(real: RealPath, now: number, opener: Opener): boolean {
  using file = openFile(() => real, "read", opener);
  return now - fstatSync(file.fd).mtimeMs > longestWrite;
}

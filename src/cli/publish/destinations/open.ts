import { resolve } from "node:path";
import type { Programs } from "../../programs/programs.ts";
import { UserError, type Terminal } from "../../terminal.ts";
import type { Destination } from "./destination.ts";
import { folderDestination } from "./folder.ts";
import { githubDestination } from "./github.ts";
import { rsyncDestination } from "./rsync.ts";
import { s3Destination } from "./s3.ts";

/** Opens the destination that a text names. @throws UserError if it names none */
export function openDestination(
  { cwd }: Terminal,
  text: string | undefined,
  programs: Programs,
): Destination {
  if (text === undefined || text === "")
    throw new UserError(
      "Cannot publish: --to wants a folder, user@host:/folder, s3://bucket/folder or github:owner/name",
    );
  const [, bucket, prefix = ""] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(text) ?? [];
  if (bucket !== undefined) return s3Destination(bucket, prefix);
  const [, repository] = /^github:([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  if (repository !== undefined) return githubDestination(repository, process.env);
  // A host has two or more characters before the colon. One letter is a drive of Windows.
  if (/^(?:rsync:\/\/|[\w.@-]{2,}:(?!\/\/))/.test(text) && !text.startsWith("-"))
    return rsyncDestination(text, programs);
  if (/^[a-z][\w+.-]+:/i.test(text))
    throw new UserError(
      `Cannot publish to "${text}": want a folder, user@host:/folder, s3://bucket/folder or github:owner/name`,
    );
  return folderDestination(resolve(cwd, text));
}

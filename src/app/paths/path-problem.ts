import { FrameworkError, type ErrorCode } from "../../contract/errors.ts";

/**
 * The reason why a path cannot be used, phrased to follow `Cannot read "/x":`. A caller that knows
 * the action makes a FrameworkError of it.
 */
export class PathProblem extends Error {
  override readonly name = "PathProblem";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}

/** A path without a root, for callers with no option that names a folder. */
export class RelativePath extends PathProblem {
  constructor() {
    super(
      "bad-argument",
      "must be a whole path: join it with appDataDir() or the like of framework/api/path, in own code with a folder of app.paths",
    );
  }
}

/** Runs a step of `action` on `path`; every error is reported with both. */
export async function during<Result>(
  action: string,
  path: string,
  step: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw failure(action, path, error);
  }
}

/** The error for a step of `action` on `path` that threw `error`. */
export function failure(action: string, path: string, error: unknown): FrameworkError {
  if (error instanceof FrameworkError) return error;
  const { code, message } = problemOf(error);
  return new FrameworkError(code, `Cannot ${action} "${path}": ${message}`, { cause: error });
}

/** A failed file operation as a phrase. */
export function problemOf(error: unknown): PathProblem {
  if (error instanceof PathProblem) return error;
  const code = systemCode(error);
  if (code === null)
    return new PathProblem("internal", error instanceof Error ? error.message : String(error));
  const known = problems[code];
  return known === undefined
    ? new PathProblem("io", `the system answered ${code}`, { cause: error })
    : new PathProblem(known[0], known[1], { cause: error });
}

/** `ENOENT` and similar codes, or `null` for an error that is not from the system. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

const problems: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ["not-found", "there is no such file or folder"],
  ENOTDIR: ["not-found", "it, or a part of its path, is not a folder"],
  EEXIST: ["already-exists", "it exists already"],
  EACCES: ["io", "the system does not permit it"],
  EPERM: ["io", "the system does not permit it"],
  EISDIR: ["io", "it is a folder"],
  ENOTEMPTY: ["io", "the folder is not empty"],
  EXDEV: ["io", "the new path is on another disk; copy it there, then remove it here"],
  ENOSPC: ["io", "no space is left on the disk"],
  EDQUOT: ["io", "no space is left for this user on the disk"],
  EROFS: ["io", "the disk is read-only"],
  EFBIG: ["io", "the file is too large for the disk"],
  EBUSY: ["io", "it is in use"],
  ETXTBSY: ["io", "it is a program that is running"],
  ELOOP: ["bad-path", "its links lead in a circle"],
  ENAMETOOLONG: ["bad-path", "a name in it is too long"],
  EMFILE: ["io", "too many files are open"],
  ENFILE: ["io", "too many files are open"],
  EIO: ["io", "the disk failed"],
  EAGAIN: ["io", "it has no data now, and may never have any"],
  ENXIO: ["io", "it is a device, pipe or socket, not a file"],
};

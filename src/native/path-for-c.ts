import { FrameworkError } from "../contract/errors.ts";

/** A path for C, which would end at the first NUL. */
export function pathForC(path: string): string {
  if (!path.includes("\0") && path.isWellFormed()) return path;
  throw new FrameworkError(
    "bad-path",
    `Cannot use the path ${JSON.stringify(path)}: it must be text without NUL`,
  );
}

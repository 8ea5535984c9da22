import type { FrameworkError } from "../../contract/errors.ts";
import { failure } from "../paths/path-problem.ts";

/**
 * The error for a step of `action` on `path` that threw `error`: the code of `framework/api/fs` for
 * an error of the system, and a message with both and the reason. A `FrameworkError` stays as it
 * is.
 *
 * @example
 * try {
 *   mkdirSync(folder, { recursive: true });
 * } catch (error) {
 *   throw fileError("make folder", folder, error);
 * }
 */
export function fileError(action: string, path: string, error: unknown): FrameworkError {
  return failure(action, path, error);
}

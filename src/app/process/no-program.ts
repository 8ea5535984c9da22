import { FrameworkError } from "../../contract/errors.ts";

/** For a page that names a program which was released, or never belonged to it. */
export function noProgram(id: number): FrameworkError {
  return new FrameworkError(
    "not-found",
    `Cannot find program ${id}: this page has none of that number running`,
  );
}

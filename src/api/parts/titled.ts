import { FrameworkError } from "../../contract/errors.ts";

/** The options of a command that also accepts a text in their place: the title. */
export function titled<Options extends object>(
  command: string,
  options: string | Options | null | undefined,
): Options | { title: string } | null | undefined {
  if (typeof options === "string") return { title: options };
  if (typeof options === "object" || options === undefined) return options;
  throw new FrameworkError(
    "bad-argument",
    `Cannot run "${command}": "options" is ${String(options)}, it must be a string or an object`,
  );
}

import { dirname, resolve, sep } from "node:path";
import type { RuleContext } from "./rule.ts";

/**
 * Programs that configurations of other frameworks name there, or that also run TypeScript, and are
 * no Bun.
 */
const otherRunners = /^(?:cargo|cross|deno|node|npm|npx|pnpm|tsx|yarn)(?:\.exe|\.cmd)?$/i;

/** A program whose name is inconclusive is checked when it is used. */
export function runner(context: RuleContext): void {
  const { runner: program } = context.config.build;
  if (program === null || !otherRunners.test(program.slice(program.search(/[^/\\]*$/)))) return;
  context.error(
    ["build", "runner"],
    "must be a Bun executable, or a script that starts one with its arguments: leave it out for the one that comes with the framework",
    { code: "bad-value" },
  );
}

/**
 * `localhost:5173`, also with a path: a browser reads it as an address, and the tool as a folder.
 */
const withoutScheme = /^(?:\/\/)?((?:[a-z\d.-]+|\[[\da-f:]+\]):\d+(?:[/?#].*)?)$/i;

/** `C:` is the drive of a path, so a scheme has two letters. */
const withScheme = /^[a-z][a-z\d+.-]+:\/\//i;

/** Checks the places of pages in development and in production. */
export function pagePlaces(context: RuleContext): void {
  for (const field of ["devPath", "distDir"] as const) {
    const place = context.config.build[field];
    const problem = typeof place === "string" ? pagePlaceProblem(place, context.folder) : null;
    if (problem === null) continue;
    const { message, meant } = problem;
    const suggestions = meant === null ? [] : [JSON.stringify(meant)];
    context.error(["build", field], message, { code: "bad-value", suggestions });
  }
}

/**
 * The problem of a `devPath` or `distDir`. The tool would wait for the server of an invalid
 * address, or miss a folder of its name. A folder around the project holds much more than a page:
 * `/` would be searched, served and packed as a whole.
 *
 * @param source the application's source directory
 */
export function pagePlaceProblem(
  place: string,
  source: string,
): { readonly message: string; readonly meant: string | null } | null {
  if (/^https?:\/\//i.test(place) && URL.parse(place) !== null) return null;
  const [, host] = withoutScheme.exec(place) ?? [];
  if (host !== undefined || withScheme.test(place))
    return {
      message: 'must be a whole address, such as "http://localhost:5173", or a path',
      meant: host === undefined ? null : `http://${host}`,
    };
  const folder = resolve(source, place);
  if (!dirname(source).startsWith(folder.endsWith(sep) ? folder : folder + sep)) return null;
  return {
    message: "may not be a folder around the project: name the one with the page",
    meant: null,
  };
}

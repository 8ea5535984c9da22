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

/** The tool would wait for the server of an invalid address, or miss a folder of its name. */
export function pageAddresses(context: RuleContext): void {
  for (const field of ["devPath", "distDir"] as const) {
    const place = context.config.build[field];
    if (typeof place !== "string") continue;
    const [, host] = withoutScheme.exec(place) ?? [];
    const isAddress = /^https?:\/\//i.test(place) && URL.parse(place) !== null;
    if (isAddress || (host === undefined && !withScheme.test(place))) continue;
    context.error(
      ["build", field],
      'must be a whole address, such as "http://localhost:5173", or a path',
      {
        code: "bad-value",
        suggestions: host === undefined ? [] : [JSON.stringify(`http://${host}`)],
      },
    );
  }
}

/**
 * A folder around the project holds much more than a page: `/` would be searched, served and packed
 * as a whole.
 */
export function pageFolders(context: RuleContext): void {
  const around = dirname(context.folder);
  for (const field of ["devPath", "distDir"] as const) {
    const place = context.config.build[field];
    if (typeof place !== "string" || /^https?:\/\//i.test(place)) continue;
    const folder = resolve(context.folder, place);
    if (!around.startsWith(folder.endsWith(sep) ? folder : folder + sep)) continue;
    context.error(
      ["build", field],
      "may not be a folder around the project: name the one with the page",
      {
        code: "bad-value",
      },
    );
  }
}

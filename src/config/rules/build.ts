import type { RuleContext } from "./rule.ts";

/** Programs that configurations of other frameworks name there, or that run TypeScript as well, and are no Bun. */
const otherRunners = /^(?:cargo|cross|deno|node|npm|npx|pnpm|tsx|yarn)(?:\.exe|\.cmd)?$/i;

/** What cannot be told by its name is asked when it is used. */
export function runner(context: RuleContext): void {
  const { runner: program } = context.config.build;
  if (program === null || !otherRunners.test(program.slice(program.search(/[^/\\]*$/)))) return;
  context.error(
    ["build", "runner"],
    "must be a Bun executable, or a script that starts one with its arguments: leave it out for the one that comes with the framework",
    { code: "bad-value" },
  );
}

/** What looks like an address and is none would be waited for. */
export function pageAddresses(context: RuleContext): void {
  for (const field of ["devPath", "distDir"] as const) {
    const place = context.config.build[field];
    if (typeof place !== "string" || !/^https?:\/\//i.test(place) || URL.parse(place) !== null) continue;
    context.error(["build", field], 'must be a whole address, such as "http://localhost:5173", or a path', {
      code: "bad-value",
    });
  }
}

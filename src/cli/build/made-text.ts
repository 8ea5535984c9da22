import { relative } from "node:path";
import { sizeOf } from "../../bundler/index.ts";
import { megabytes, seconds } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import type { Made } from "./make.ts";

/** The output of a build, one path in each line. */
export function madeText(
  { cwd }: Terminal,
  { executable, app, packages, update, sbom }: Made,
): string {
  const rows = [
    ...[executable, app].flatMap((path) =>
      path === null ? [] : [{ path, facts: megabytes(sizeOf(path)) }],
    ),
    ...packages.map(({ path, bytes: size, ms }) => ({
      path,
      facts: `${megabytes(size)}  ${seconds(ms)}`,
    })),
    ...[update?.signature, update?.feed, sbom]
      .filter((path) => typeof path === "string")
      .map((path) => ({ path, facts: "" })),
  ];
  const width = Math.max(...rows.map(({ path }) => relative(cwd, path).length));
  return rows
    .map(({ path, facts }) => `${relative(cwd, path).padEnd(width)}  ${facts}`.trimEnd() + "\n")
    .join("");
}

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { nearestAbove } from "../../config/read/ancestors.ts";
import { readRecord, record } from "../project/json-record.ts";
import { installedName, packageName } from "../project/package-name.ts";
import { packageRoot } from "../project/package-root.ts";

/**
 * The package specifier of the framework in a new folder, as in the project that the tool runs for.
 */
export function frameworkFor(folder: string, cwd: string): string {
  // Beside the packages that include the tool: those of a project, or those that npx has fetched.
  const beside =
    installedName(packageRoot) === null ? null : packageRoot.split(`${sep}node_modules${sep}`)[0];
  const above = nearestAbove(cwd, "package.json");
  for (const manifest of [above, beside === null ? null : join(beside ?? "", "package.json")]) {
    if (manifest === null || !existsSync(manifest)) continue;
    const { dependencies, devDependencies } = readRecord(manifest) ?? {};
    const found = { ...record(dependencies), ...record(devDependencies) }[packageName];
    if (typeof found !== "string") continue;
    const [, kind, path] = /^(file|link):(.*)$/.exec(found) ?? [];
    return path === undefined
      ? found
      : `${kind}:${linkTo(folder, resolve(dirname(manifest), path))}`;
  }
  return beside === null ? `file:${linkTo(folder, packageRoot)}` : `^${packageJson.version}`;
}

function linkTo(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

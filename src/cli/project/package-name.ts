import packageJson from "../../../package.json" with { type: "json" };
import { packageRoot } from "./package-root.ts";

/**
 * The name of a package's folder in `node_modules`, including an alias; `null`: it is in no such
 * folder.
 */
export function installedName(folder: string): string | null {
  const [, name] = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)$/.exec(folder) ?? [];
  return name?.replace("\\", "/") ?? null;
}

/**
 * The name by which projects import this package. If it is installed, that is the name of its
 * folder, so that an alias counts: `npm install framework@npm:@scope/name`. In a checkout it is the
 * `name` in package.json, the only place where it is set.
 */
export const packageName: string = installedName(packageRoot) ?? packageJson.name;

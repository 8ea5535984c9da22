import { join } from "node:path";
import { makeFolder, writeFile } from "../../disk/write.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { nearestAbove, refuseForeignAbove } from "../../config/read/ancestors.ts";
import { packageName } from "./package-name.ts";
import { packageRoot } from "./package-root.ts";

export interface FrameworkPackageOptions {
  /** The app source directory. */
  readonly sourceFolder: string;
  /** A folder for a file of ours. */
  readonly workFolder: string;
}

/** Whether the package is among those of the project. */
export function hasFrameworkPackage(sourceFolder: string): boolean {
  return nearestAbove(sourceFolder, `node_modules/${packageName}`) !== null;
}

/** The nearest `tsconfig.json` of a folder: its own or a parent's. */
export function nearestSettings(folder: string): string | null {
  return nearestAbove(folder, "tsconfig.json");
}

/**
 * Options for Bun with which the app's code finds `framework/app`. Empty if the package is among
 * those of the project. A folder without packages uses the package that contains this tool.
 * @throws ForeignPath when Bun would find another user's packages or settings by itself
 */
export async function frameworkPackageOptions({
  sourceFolder,
  workFolder,
}: FrameworkPackageOptions): Promise<readonly string[]> {
  refuseForeignAbove(sourceFolder);
  if (hasFrameworkPackage(sourceFolder)) return [];
  const own = nearestSettings(sourceFolder);
  const settings = {
    // Bun reads no other file beside this one.
    ...(own !== null && { extends: own }),
    compilerOptions: {
      paths: Object.fromEntries(
        Object.entries(packageJson.exports).flatMap(([name, file]) =>
          file !== null && typeof file === "object"
            ? [[`${packageName}${name.slice(1)}`, [join(packageRoot, file.bun)]]]
            : [],
        ),
      ),
    },
  };
  makeFolder(workFolder);
  // Vite reloads all pages when a file named tsconfig.json is written anywhere in its project.
  const file = join(workFolder, "package-paths.json");
  writeFile(file, JSON.stringify(settings));
  return [`--tsconfig-override=${file}`];
}

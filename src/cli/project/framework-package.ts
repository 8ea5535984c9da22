import { join } from "node:path";
import { makeFolder, writeFile } from "../../disk/write.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { nearestAbove, refuseForeignAbove } from "../../config/read/ancestors.ts";
import { packageName } from "./package-name.ts";
import { packageRoot } from "./package-root.ts";

export interface FrameworkPackageOptions {
  /** The app source directory. */
  readonly sourceFolder: string;
  /** For a file of ours. */
  readonly workFolder: string;
}

/** Whether the package is among those of the project. */
export function hasFrameworkPackage(sourceFolder: string): boolean {
  return nearestAbove(sourceFolder, `node_modules/${packageName}`) !== null;
}

/** The nearest `tsconfig.json` of a folder, its own or one above. */
export function nearestSettings(folder: string): string | null {
  return nearestAbove(folder, "tsconfig.json");
}

/**
 * Options for Bun with which the app's code finds `framework/app`. None where the package is among
 * those of the project. A folder without packages has no other than the one this tool is a part of.
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
    // Bun looks at no other file beside this one.
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
  const file = join(workFolder, "tsconfig.json");
  writeFile(file, JSON.stringify(settings));
  return [`--tsconfig-override=${file}`];
}

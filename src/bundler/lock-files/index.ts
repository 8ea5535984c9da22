import { basename, dirname } from "node:path";
import { nearestAbove } from "../../config/read/ancestors.ts";
import { readMarkedText } from "../../disk/read.ts";
import { readBunLock } from "./bun.ts";
import type { LockedPackage, LockFile } from "./locked-package.ts";
import { readNpmLock } from "./npm.ts";
import { readPnpmLock } from "./pnpm.ts";
import { readYarnLock } from "./yarn.ts";

export type { LockedPackage } from "./locked-package.ts";

/** By the name of the file. */
const readers: Readonly<Record<string, (lock: LockFile) => LockedPackage[]>> = {
  "package-lock.json": readNpmLock,
  "bun.lock": readBunLock,
  "pnpm-lock.yaml": readPnpmLock,
  "yarn.lock": readYarnLock,
};

/** The packages that an app is built with, without development dependencies; sorted. */
export function readLockedPackages(folder: string): LockedPackage[] {
  const path = nearestAbove(folder, ...Object.keys(readers));
  const read = readers[basename(path ?? "")];
  if (path === null || read === undefined) return [];
  try {
    const locked = read({ text: readMarkedText(path), folder: dirname(path) });
    const byId = new Map(locked.map((one) => [`${one.name}@${one.version}`, one]));
    return [...byId.keys()].sort().flatMap((id) => byId.get(id) ?? []);
  } catch (cause) {
    // For deep nesting the readers only report a stack overflow.
    const isTooDeep = cause instanceof RangeError;
    const reason = isTooDeep
      ? "it is nested too deeply"
      : cause instanceof Error
        ? cause.message
        : String(cause);
    throw new Error(`Cannot read "${path}": ${reason}`, { cause });
  }
}

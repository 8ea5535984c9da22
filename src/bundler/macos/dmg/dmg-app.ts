import { resolve } from "node:path";
import { reasonAgainstChunks } from "../../../contract/picture/png.ts";
import { readFile } from "../../../disk/read.ts";
import type { DmgSettings } from "../../settings.ts";
import type { Staging } from "../../staging.ts";
import { reasonAgainstLicense } from "../../write/rtf.ts";

/** The settings of the disk image, with their files read. */
export interface DmgApp extends Omit<DmgSettings, "background"> {
  readonly background: Background | null;
  /** The licence to accept before the image opens. */
  readonly license: Uint8Array | null;
}

export interface Background {
  /** `png`, `jpg` or `gif` */
  readonly ending: string;
  readonly bytes: Uint8Array;
}

const starts: Readonly<Record<string, string>> = {
  png: "89504e47",
  jpg: "ffd8ff",
  gif: "47494638",
};

/** Finds and checks the files of the settings. */
export function stageDmg(dmg: DmgSettings, license: string | null, staging: Staging): DmgApp {
  return {
    ...dmg,
    background: staging.attempt("bundle.dmg.background", null, () =>
      readBackground(dmg.background, staging),
    ),
    license: staging.attempt("bundle.macOS.license", null, () =>
      license ? readLicense(license, staging) : null,
    ),
  };
}

function readBackground(path: string | null, staging: Staging): Background | null {
  if (path === null || path === "") return null;
  const bytes = readBytes(path, staging);
  const kind = Object.entries(starts).find(([, start]) =>
    bytes.toString("hex", 0, 4).startsWith(start),
  );
  if (kind === undefined)
    throw new Error(`Cannot use "${path}": it must be a PNG, JPEG or GIF file`);
  const damage = kind[0] === "png" ? reasonAgainstChunks(bytes) : null;
  if (damage !== null) throw new Error(`Cannot use "${path}": it ${damage}`);
  return { ending: kind[0], bytes };
}

function readLicense(path: string, staging: Staging): Buffer {
  const bytes = readBytes(path, staging);
  const reason = reasonAgainstLicense(bytes);
  if (reason !== null) throw new Error(`Cannot use "${path}": ${reason}`);
  return bytes;
}

function readBytes(path: string, { folder }: Staging): Buffer {
  try {
    return readFile(resolve(folder, path));
  } catch (cause) {
    throw new Error(`Cannot read "${path}": it must be a file in "${folder}"`, { cause });
  }
}

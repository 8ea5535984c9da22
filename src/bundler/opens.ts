import { resolve } from "node:path";
import { pngSize, reasonAgainstChunks } from "../contract/picture/png.ts";
import { limits, readFile } from "../disk/read.ts";
import { statusAt } from "../disk/status.ts";
import type { BundleFields } from "./settings.ts";
import type { Staging } from "./staging.ts";

/** The files and addresses that the system opens with an app. */
export interface Opens {
  readonly files: readonly OpenedFiles[];
  /** Schemes of addresses. */
  readonly schemes: readonly string[];
  /** The subset on which other apps rely. */
  readonly reserved: readonly string[];
  /** `framework.singleInstance`. */
  readonly isOnce: boolean;
}

/** Files of one type. */
export interface OpenedFiles {
  /** In lower case, without a dot; never empty. */
  readonly extensions: readonly [string, ...string[]];
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** That type, and those by which systems know the extensions. */
  readonly mimeTypes: readonly string[];
  /** Linux does not know the type by this name. */
  readonly isOwn: boolean;
  readonly role: BundleFields["fileAssociations"][number]["role"];
  /** A PNG of 256 × 256 pixels. */
  readonly icon: Uint8Array | null;
}

/** Settles the configuration of files and addresses. */
export function stageOpens(
  { fileAssociations, urlSchemes, reservedUrlSchemes }: BundleFields,
  staging: Staging,
  { isOnce }: { readonly isOnce: boolean },
): Opens {
  const files = fileAssociations.flatMap(
    ({ ext, name, description, mimeType, role, icon }, index) => {
      const [first, ...more] = ext.map((each) => each.toLowerCase());
      if (first === undefined) return [];
      const known = knownType(first);
      const called = name ?? `${first.toUpperCase()} file`;
      const type = mimeType ?? known ?? `application/x-extension-${first}`;
      const knownTypes = [first, ...more].map(knownType).filter((each) => each !== null);
      const opened: OpenedFiles = {
        extensions: [first, ...more],
        name: called,
        description: description ?? called,
        mimeType: type,
        mimeTypes: [...new Set([type, ...knownTypes])],
        isOwn: known === null || (mimeType !== null && mimeType !== known),
        role,
        icon: staging.attempt(`bundle.fileAssociations.${index}.icon`, null, () =>
          icon === null ? null : readIcon(staging.folder, icon),
        ),
      };
      return [opened];
    },
  );
  return {
    files,
    schemes: [...urlSchemes, ...reservedUrlSchemes],
    reserved: reservedUrlSchemes,
    isOnce,
  };
}

/** The MIME types of all files, each once. */
export function openedMimeTypes({ files }: Opens): string[] {
  return [...new Set(files.flatMap(({ mimeTypes }) => mimeTypes))];
}

/** Files that Windows itself runs or opens, although many lists of types do not have them. */
const ofWindows = new Set(
  "appref-ms cmd cpl hta inf jse msc msp pif ps1 reg scr sys url vbe vbs wsf wsh".split(" "),
);

/**
 * Whether other apps or the system open files with an extension, whatever type an app names for
 * them. An app that claimed `exe` would be started in place of every program.
 */
export function isCommon(extension: string): boolean {
  return knownType(extension) !== null || ofWindows.has(extension);
}

/** The MIME type of a common extension; `null`: it is not common. */
function knownType(extension: string): string | null {
  const [type = ""] = Bun.file(`file.${extension}`).type.split(";");
  return type === "" || type === "application/octet-stream" ? null : type;
}

const iconWidth = 256;

function readIcon(folder: string, path: string): Uint8Array {
  const whole = resolve(folder, path);
  if (!statusAt(whole)?.isFile())
    throw new Error(`Cannot find "${path}": it must be a file in "${folder}"`);
  const bytes = readFile(whole, { limit: limits.picture });
  const size = pngSize(bytes);
  if (size?.width !== iconWidth || size.height !== iconWidth)
    throw new Error(
      `Cannot use icon "${path}": it must be a PNG of ${iconWidth} × ${iconWidth} pixels`,
    );
  const damage = reasonAgainstChunks(bytes);
  if (damage !== null) throw new Error(`Cannot use icon "${path}": it ${damage}`);
  return bytes;
}

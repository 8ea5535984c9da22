import { existsSync } from "node:fs";
import { readFile, withOpenFile } from "../../../disk/read.ts";
import { compoundFile } from "../../write/cfb.ts";
import type { CabinetFile } from "../../write/cab.ts";
import { checksum, fileSource, type JoinedSource, type Source } from "../../write/source.ts";
import type { AuthenticodeOptions } from "../authenticode.ts";
import type { Compiled } from "../wix/compiler.ts";
import { WixError, type Place } from "../wix/place.ts";
import { codepageFor } from "./codepage.ts";
import { fileVersion } from "./file-version.ts";
import { guid } from "./guid.ts";
import { databaseClass, signatureStream } from "./signature.ts";
import { summaryInformation, summaryStream } from "./summary.ts";

/** Files that are not on the disk, by their placeholder paths. */
export type ProvidedFiles = ReadonlyMap<string, Uint8Array>;

export interface WriteOptions {
  readonly provided: ProvidedFiles;
  /** The language's code page before Unicode. */
  readonly codepage: number;
  /** Of all files, in seconds since 1970. */
  readonly time: number;
  /** Puts the files into a cabinet. */
  readonly pack: (files: readonly CabinetFile[]) => Promise<Source>;
  /** `null`: it is not signed here. */
  readonly signing: AuthenticodeOptions | null;
}

const cabinetName = "app.cab";

/** Windows Installer's names of processors. */
const platforms = { x86: "Intel", x64: "x64", arm64: "Arm64" } as const;

/**
 * Makes an installer. Its files are read once here, and once more when it is written.
 * @throws WixError naming a missing file
 */
export async function writeInstaller(
  compiled: Compiled,
  options: WriteOptions,
): Promise<JoinedSource> {
  const { database, product } = compiled;
  const { provided, codepage: ansi, time, pack, signing } = options;
  for (const { table, id, source, place } of compiled.streams)
    database.add(table, id, readSourceFile(source, provided, place));
  await addFiles(compiled, provided, pack);
  addProperties(compiled);
  // The codes are derived from the whole content, so any change makes another package, which
  // replaces the first.
  const digest = database.digest();
  const productCode = product.productCode ?? guid("product", product.upgradeCode, digest);
  database.add("Property", "ProductCode", productCode);

  const summary = {
    title: "Installation Database",
    subject: product.description === "" ? product.name : product.description,
    author: product.manufacturer,
    comments: product.comments,
    template: `${platforms[product.platform]};${product.language}`,
    packageCode: guid("package", productCode, digest),
    time,
    installer: product.installer,
    generator: "framework",
  };
  const texts = [...database.texts(), summary.subject, summary.author, summary.comments];
  const codepage = codepageFor(texts, ansi);
  const streams = [
    ...database.streams(codepage),
    { name: summaryStream, bytes: summaryInformation(summary, codepage) },
  ];
  if (signing !== null) streams.push(await signatureStream(streams, signing));
  return compoundFile(databaseClass, streams);
}

async function addFiles(
  { database, files }: Compiled,
  provided: ProvidedFiles,
  pack: WriteOptions["pack"],
): Promise<void> {
  const packed: CabinetFile[] = [];
  for (const [index, { id, component, name, source, attributes, place }] of files.entries()) {
    const bytes = sourceOf(source, provided, place);
    const version = fileVersion(bytes);
    const language = version === null ? null : "0";
    database.add(
      "File",
      id,
      component,
      name,
      bytes.length,
      version,
      language,
      attributes,
      index + 1,
    );
    if (version === null && bytes.length > 0)
      database.add("MsiFileHash", id, 0, ...hashParts(bytes));
    packed.push({ name: id, bytes });
  }
  if (files.length === 0) return;
  database.add("Media", 1, files.length, null, `#${cabinetName}`, null, null);
  database.addStream(cabinetName, await pack(packed));
}

/**
 * The fingerprint by which Windows Installer detects changes of a file without a version: an MD5 as
 * four numbers.
 */
function hashParts(bytes: Source): number[] {
  const hash = Buffer.from(checksum("md5", bytes), "hex");
  return [0, 4, 8, 12].map((at) => hash.readInt32LE(at));
}

function addProperties({ database, properties, secure, product }: Compiled): void {
  const given = properties.get("SecureCustomProperties");
  const all: Record<string, string> = {
    ALLUSERS: "1",
    ...Object.fromEntries(properties),
    ProductName: product.name,
    ProductVersion: product.version,
    Manufacturer: product.manufacturer,
    UpgradeCode: product.upgradeCode,
    ProductLanguage: String(product.language),
    SecureCustomProperties: [...(given === undefined ? [] : [given]), ...secure].join(";"),
  };
  for (const [name, value] of Object.entries(all))
    if (value !== "") database.add("Property", name, value);
}

/** Reads a file of a source. @throws WixError when it is missing */
export function readSourceFile(path: string, provided: ProvidedFiles, place: Place): Uint8Array {
  const bytes = provided.get(path);
  if (bytes !== undefined) return bytes;
  try {
    return readFile(path);
  } catch (cause) {
    throw missingFile(path, place, cause);
  }
}

/** The same for a file that may exceed the memory. */
function sourceOf(path: string, provided: ProvidedFiles, place: Place): Source {
  const bytes = provided.get(path);
  if (bytes !== undefined) return bytes;
  try {
    return withOpenFile(path, () => fileSource(path));
  } catch (cause) {
    throw missingFile(path, place, cause);
  }
}

/** Checks that all files of sources exist. */
export function checkSourceFiles({ files, streams }: Compiled, provided: ProvidedFiles): void {
  for (const { source, place } of [...files, ...streams])
    if (!provided.has(source) && !existsSync(source)) throw missingFile(source, place);
}

function missingFile(path: string, place: Place, cause?: unknown): WixError {
  return new WixError(place, `Cannot read "${path}": it must be a file`, { cause });
}

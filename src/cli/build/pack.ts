import { createHash } from "node:crypto";
import { appendFile, readFile, stat } from "node:fs/promises";
import {
  packAlignment,
  packEndAlignment,
  packMagic,
  packBlockSize,
  packPageSize,
  packTrailerLength,
  type AppSpec,
  type AssetSource,
  type IconFile,
  type PackedFile,
} from "../../contract/shipped/pack.ts";
import type { FrontEnd } from "../project/front-end.ts";
import type { SpecWithoutFiles } from "./app-spec.ts";
import type { IconFiles } from "./icon-files.ts";
import type { PageFile } from "./page-files.ts";

/** What lies behind an executable. */
export interface PackContent {
  readonly frontEnd: FrontEnd;
  readonly pageFiles: readonly PageFile[];
  /** Of the isolation application; `null`: there is none. */
  readonly isolationFiles: readonly PageFile[] | null;
  readonly iconFiles: IconFiles;
  readonly appSpec: SpecWithoutFiles;
}

/**
 * Appends the page's files and the app spec to a finished executable (the format: `contract/shipped/pack.ts`). The
 * same input gives the same bytes.
 */
export async function appendPack(executable: string, content: PackContent): Promise<void> {
  const { frontEnd, pageFiles, isolationFiles, iconFiles, appSpec } = content;
  const { size } = await stat(executable);
  const parts: Uint8Array[] = [];
  let end = size;
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes);
    end += bytes.length;
  };
  const alignTo = (boundary: number): void => add(new Uint8Array((boundary - (end % boundary)) % boundary));

  const addFile = (bytes: Uint8Array): { offset: number; length: number } => {
    const place = { offset: end, length: bytes.length };
    add(bytes);
    alignTo(packAlignment);
    return place;
  };
  const addOwn = async (path: string | null): Promise<IconFile | null> =>
    path === null ? null : { kind: "pack", ...addFile(await readFile(path)) };

  alignTo(appSpec.system === "linux" ? packBlockSize : packPageSize);
  const addPage = async (files: readonly PageFile[]): Promise<AssetSource> => {
    const packed: Record<string, PackedFile> = {};
    for (const file of files) {
      const bytes = await readFile(file.source);
      const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
      packed[file.path] = { ...addFile(bytes), tag };
    }
    return { kind: "pack", files: packed };
  };
  const assets = frontEnd.kind === "address" ? { ...frontEnd, proxy: null } : await addPage(pageFiles);
  const isolation = isolationFiles === null ? null : await addPage(isolationFiles);
  const icons = { window: await addOwn(iconFiles.window), tray: await addOwn(iconFiles.tray) };

  const text = new TextEncoder().encode(
    JSON.stringify({ ...appSpec, assets, isolation, icons } satisfies AppSpec),
  );
  const trailer = Buffer.alloc(packTrailerLength);
  trailer.writeBigUInt64LE(BigInt(end), 0);
  trailer.writeBigUInt64LE(BigInt(text.length), 8);
  trailer.write(packMagic, 16, "latin1");
  add(text);
  add(new Uint8Array(-(end + packTrailerLength) & (packEndAlignment - 1)));
  add(trailer);
  await appendFile(executable, Buffer.concat(parts));
}

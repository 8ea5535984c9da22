import { createHash } from "node:crypto";
import { type FileHandle } from "node:fs/promises";
import { openToRead } from "../../../disk/read.ts";
import { openForChange, withPath } from "../../../disk/write.ts";
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
} from "../../../contract/shipped/pack.ts";
import type { FrontEnd } from "../../project/front-end.ts";
import type { SpecWithoutFiles } from "../app-spec.ts";
import type { IconFiles } from "./icon-files.ts";
import type { PageFile } from "../pages/page-files.ts";

/** The content behind an executable. */
export interface PackContent {
  readonly frontEnd: FrontEnd;
  readonly pageFiles: readonly PageFile[];
  /** The files of the isolation application. `null`: there is none. */
  readonly isolationFiles: readonly PageFile[] | null;
  readonly iconFiles: IconFiles;
  readonly appSpec: SpecWithoutFiles;
}

/**
 * Appends the page's files and the app spec to a finished executable (the format:
 * `contract/shipped/pack.ts`). The same input gives the same bytes. Files are copied piece by
 * piece, so memory does not grow with the front end.
 */
export async function appendPack(executable: string, content: PackContent): Promise<void> {
  const { frontEnd, pageFiles, isolationFiles, iconFiles, appSpec } = content;
  await using pack = await PackWriter.open(executable);
  const addIcon = async (path: string | null): Promise<IconFile | null> => {
    if (path === null) return null;
    const { offset, length } = await pack.addFile(path);
    return { kind: "pack", offset, length };
  };
  const addPage = async (files: readonly PageFile[]): Promise<AssetSource> => {
    const packed: Record<string, PackedFile> = {};
    for (const { path, source } of files) packed[path] = await pack.addFile(source);
    return { kind: "pack", files: packed };
  };

  await pack.alignTo(appSpec.system === "linux" ? packBlockSize : packPageSize);
  const assets =
    frontEnd.kind === "address"
      ? { ...frontEnd, proxy: null, policyScript: null }
      : await addPage(pageFiles);
  const isolation = isolationFiles === null ? null : await addPage(isolationFiles);
  const icons = { window: await addIcon(iconFiles.window), tray: await addIcon(iconFiles.tray) };

  const text = new TextEncoder().encode(
    JSON.stringify({ ...appSpec, assets, isolation, icons } satisfies AppSpec),
  );
  const trailer = Buffer.alloc(packTrailerLength);
  trailer.writeBigUInt64LE(BigInt(pack.end), 0);
  trailer.writeBigUInt64LE(BigInt(text.length), 8);
  trailer.write(packMagic, 16, "latin1");
  await pack.add(text);
  await pack.add(new Uint8Array(-(pack.end + packTrailerLength) & (packEndAlignment - 1)));
  await pack.add(trailer);
}

/** The bytes of a page's file that are in memory at a time. */
const pieceLength = 4 << 20;

/** Appends to a file, and knows its length. */
class PackWriter implements AsyncDisposable {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #piece = Buffer.allocUnsafe(pieceLength);
  end: number;

  private constructor(path: string, file: FileHandle, end: number) {
    this.#path = path;
    this.#file = file;
    this.end = end;
  }

  static async open(path: string): Promise<PackWriter> {
    const file = await openForChange(path);
    const { size } = await file.stat();
    return new PackWriter(path, file, size);
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const rest = bytes.length - written;
      const { bytesWritten } = await this.#file
        .write(bytes, written, rest, this.end)
        .catch((error: unknown) => Promise.reject(withPath(error, this.#path) as Error));
      written += bytesWritten;
      this.end += bytesWritten;
    }
  }

  async alignTo(boundary: number): Promise<void> {
    await this.add(new Uint8Array((boundary - (this.end % boundary)) % boundary));
  }

  /** Adds the present content of a file. Its length is the number of bytes that were read. */
  async addFile(source: string): Promise<PackedFile> {
    const offset = this.end;
    const hash = createHash("sha256");
    await using file = await openToRead(source);
    for (;;) {
      const { bytesRead } = await file.read(this.#piece, 0, pieceLength, null);
      if (bytesRead === 0) break;
      const piece = this.#piece.subarray(0, bytesRead);
      hash.update(piece);
      await this.add(piece);
    }
    const length = this.end - offset;
    await this.alignTo(packAlignment);
    return { offset, length, tag: hash.digest("hex").slice(0, 32) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

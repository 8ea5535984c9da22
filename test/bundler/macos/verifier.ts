import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { parse } from "plist";
import { machOProblems } from "../../support/loader/mac-loader.ts";

// The system's checks before it starts an app, written again from Apple's description, so that the
// signing and the checking code have nothing in common.

export interface CodeDirectory {
  readonly identifier: string;
  readonly team: string | null;
  readonly version: number;
  readonly flags: number;
  readonly runtime: number | null;
  readonly executableFlags: bigint;
  readonly hash: string;
  /** Hashes of other data beside the code, by slot. */
  readonly others: ReadonlyMap<number, string>;
}

export interface Code {
  readonly directory: CodeDirectory;
  readonly blobs: ReadonlyMap<number, Buffer>;
  readonly problems: readonly string[];
}

const sha = (kind: string, bytes: Uint8Array): string =>
  createHash(kind).update(bytes).digest("hex");

/** The images of a program, each with its signature looked into. */
export function readCode(file: Buffer): Code[] {
  if (file.readUInt32BE(0) !== 0xcafebabe) return [readImage(file)];
  return Array.from({ length: file.readUInt32BE(4) }, (_, index) => {
    const offset = file.readUInt32BE(8 + 20 * index + 8);
    return readImage(file.subarray(offset, offset + file.readUInt32BE(8 + 20 * index + 12)));
  });
}

function readImage(image: Buffer): Code {
  let signature = { offset: 0, size: 0 };
  let linkeditEnd = 0;
  let at = 32;
  for (let command = 0; command < image.readUInt32LE(16); command++) {
    if (image.readUInt32LE(at) === 0x1d)
      signature = { offset: image.readUInt32LE(at + 8), size: image.readUInt32LE(at + 12) };
    if (
      image.readUInt32LE(at) === 0x19 &&
      image.toString("latin1", at + 8, at + 18) === "__LINKEDIT"
    )
      linkeditEnd = Number(image.readBigUInt64LE(at + 40) + image.readBigUInt64LE(at + 48));
    at += image.readUInt32LE(at + 4);
  }
  const problems = [...machOProblems(image)];
  if (signature.size === 0) problems.push("is not signed");
  const end = signature.offset + signature.size;
  if (end !== image.length || linkeditEnd !== image.length)
    problems.push("has bytes behind its last segment");
  const code = readSignature(
    image.subarray(signature.offset, end),
    image.subarray(0, signature.offset),
  );
  return { ...code, problems: [...problems, ...code.problems] };
}

/** Looks into a signature and compares it with the code. */
export function readSignature(signature: Buffer, code: Buffer): Code {
  const blobs = new Map<number, Buffer>();
  for (let index = 0; index < signature.readUInt32BE(8); index++) {
    const offset = signature.readUInt32BE(16 + 8 * index);
    const length = signature.readUInt32BE(offset + 4);
    blobs.set(signature.readUInt32BE(12 + 8 * index), signature.subarray(offset, offset + length));
  }
  const directory = blobs.get(0);
  if (directory === undefined) throw new Error("a signature has no code directory");
  const problems: string[] = [];
  const [version, hashes] = [directory.readUInt32BE(8), directory.readUInt32BE(16)];
  const textAt = (offset: number): string =>
    directory.toString("utf8", offset, directory.indexOf(0, offset));
  const [others, pages, limit] = [24, 28, 32].map((place) => directory.readUInt32BE(place));
  if (limit !== code.length) problems.push("signs less than all of its code");
  const shift = directory.readUInt8(39);
  const size = shift === 0 ? code.length : 1 << shift;
  for (let page = 0; page < (pages ?? 0); page++) {
    const wanted = directory.toString("hex", hashes + 32 * page, hashes + 32 * (page + 1));
    if (sha("sha256", code.subarray(page * size, (page + 1) * size)) !== wanted)
      problems.push(`page ${page} was changed`);
  }
  const found = new Map<number, string>();
  for (let slot = 1; slot <= (others ?? 0); slot++)
    found.set(slot, directory.toString("hex", hashes - 32 * slot, hashes - 32 * (slot - 1)));
  for (const slot of [2, 5, 7]) {
    const blob = blobs.get(slot);
    if (blob !== undefined && sha("sha256", blob) !== found.get(slot))
      problems.push(`slot ${slot} was changed`);
  }
  const team = directory.readUInt32BE(48);
  return {
    problems,
    blobs,
    directory: {
      identifier: textAt(directory.readUInt32BE(20)),
      team: team === 0 ? null : textAt(team),
      version,
      flags: directory.readUInt32BE(12),
      runtime: version >= 0x20500 ? directory.readUInt32BE(88) : null,
      executableFlags: version >= 0x20400 ? directory.readBigUInt64BE(80) : 0n,
      hash: sha("sha256", directory).slice(0, 40),
      others: found,
    },
  };
}

interface Listed {
  readonly hash2?: Uint8Array;
  readonly symlink?: string;
  readonly cdhash?: Uint8Array;
  readonly requirement?: string;
}

/**
 * Everything that is wrong with a bundle's signatures. @param base where its Info.plist and its
 * program are
 */
export function problemsOf(base: string, program: string, info = "Info.plist"): string[] {
  const problems: string[] = [];
  const list = readFileSync(join(base, "_CodeSignature/CodeResources"));
  for (const { directory, problems: found } of readCode(readFileSync(join(base, program)))) {
    problems.push(...found.map((problem) => `${program} ${problem}`));
    if (directory.others.get(1) !== sha("sha256", readFileSync(join(base, info))))
      problems.push("Info.plist was changed");
    if (directory.others.get(3) !== sha("sha256", list)) problems.push("CodeResources was changed");
  }
  const { files2 } = parse(list.toString()) as unknown as {
    files2: Readonly<Record<string, Listed>>;
  };
  const nested = Object.keys(files2).filter((path) => files2[path]?.cdhash !== undefined);
  const there = new Set(pathsIn(base, ""));
  for (const [path, { hash2, symlink, cdhash, requirement }] of Object.entries(files2)) {
    const full = join(base, path);
    if (cdhash !== undefined) {
      const isBundle = lstatSync(full).isDirectory();
      const main = isBundle ? join(full, path.replace(/^.*\/|\.framework$/g, "")) : full;
      const codes = readCode(readFileSync(main));
      const hashes = codes.map(({ directory }) => directory.hash);
      if (!hashes.includes(Buffer.from(cdhash).toString("hex")))
        problems.push(`${path} is other code`);
      if (
        requirement?.startsWith("cdhash") === true &&
        hashes.some((hash) => !requirement.includes(hash))
      )
        problems.push(`${path} is not the code that is demanded`);
      problems.push(
        ...codes.flatMap((code) => code.problems.map((problem) => `${path} ${problem}`)),
      );
    } else if (!there.has(path)) problems.push(`${path} is missing`);
    else if (symlink !== undefined) {
      if (readlinkSync(full) !== symlink) problems.push(`${path} leads elsewhere`);
    } else if (sha("sha256", readFileSync(full)) !== Buffer.from(hash2 ?? []).toString("hex"))
      problems.push(`${path} was changed`);
  }
  const isListed = (path: string): boolean =>
    path in files2 || nested.some((folder) => path.startsWith(`${folder}/`));
  const free = [info === "Info.plist" ? info : "", "PkgInfo", program, "CodeResources"];
  for (const path of there) {
    if (!isListed(path) && !free.includes(path) && !path.startsWith("_CodeSignature/"))
      problems.push(`${path} was added`);
  }
  return problems;
}

function pathsIn(folder: string, path: string): string[] {
  return readdirSync(join(folder, path)).flatMap((name) => {
    const below = path === "" ? name : `${path}/${name}`;
    return lstatSync(join(folder, below)).isDirectory() ? pathsIn(folder, below) : [below];
  });
}

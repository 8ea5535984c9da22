// The plugin of script installers, which unpacks an app's files: our own C around the decoder of
// liblzma.

import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pluginKinds, pluginPath, type PluginKind } from "../src/bundler/windows/nsis/plugin.ts";
import { aptIn, compileOptions, foreignHeaders, run, sourcesIn, sysroots } from "./toolchain.ts";

export const pluginKindNames = Object.keys(pluginKinds) as PluginKind[];

const xz = join(sysroots, "xz");

/**
 * `entry` as the compiler calls it: how arguments are passed is part of a name where 32 bits are.
 */
const compilers: Readonly<Record<PluginKind, { name: string; entry: string }>> = {
  "x86-unicode": { name: "i686-w64-mingw32-gcc", entry: "_DllMain@12" },
  "amd64-unicode": { name: "x86_64-w64-mingw32-gcc", entry: "DllMain" },
};

/**
 * The parts of liblzma that decode one LZMA2 stream with the filters for machine code that our
 * packages use.
 */
const decoder: Readonly<Record<string, readonly string[]>> = {
  common: [
    "common",
    "stream_decoder",
    "stream_flags_common",
    "stream_flags_decoder",
    "block_decoder",
    "block_header_decoder",
    "block_util",
    "index_hash",
    "filter_common",
    "filter_decoder",
    "filter_flags_decoder",
    "vli_decoder",
    "vli_size",
  ],
  check: ["check", "crc32_fast", "crc32_table"],
  lz: ["lz_decoder"],
  lzma: ["lzma_decoder", "lzma2_decoder"],
  simple: ["simple_coder", "simple_decoder", "x86", "arm64"],
};

const decoderOptions = [
  "NDEBUG",
  "LZMA_API_STATIC",
  "TUKLIB_SYMBOL_PREFIX=lzma_",
  "TUKLIB_FAST_UNALIGNED_ACCESS",
  ...["STDBOOL_H", "STDINT_H", "INTTYPES_H", "STRING_H", "LIMITS_H"].map((name) => `HAVE_${name}`),
  ...["DECODERS", "DECODER_LZMA2", "DECODER_X86", "DECODER_ARM64", "CHECK_CRC32"].map(
    (name) => `HAVE_${name}`,
  ),
];

/** The missing requirements of a build, or `null`. */
export function missingForPlugins(): string | null {
  const missing = pluginKindNames
    .map((kind) => compilers[kind].name)
    .find((name) => Bun.which(name) === null);
  if (missing !== undefined) return `needs ${missing}`;
  return existsSync(xz) ? null : `needs ${xz}: bun stub/build.ts --fetch`;
}

/** Builds the plugin for one kind of installer, where `pluginPath` has it below a folder. */
export function buildPlugin(kind: PluginKind, outDir: string): string {
  const { name: compiler, entry } = compilers[kind];
  const library = join(xz, "src/liblzma");
  const path = pluginPath(kind, outDir);
  mkdirSync(join(path, ".."), { recursive: true });
  const files = Object.entries(decoder).flatMap(([folder, names]) =>
    names.map((name) => join(library, folder, `${name}.c`)),
  );
  run(compiler, [
    ...compileOptions,
    "-O2",
    "-ffreestanding",
    "-fno-ident",
    ...decoderOptions.map((option) => `-D${option}`),
    ...foreignHeaders(
      ["api", ...Object.keys(decoder), "rangecoder", "delta", "../common"].map((name) =>
        join(library, name),
      ),
    ),
    "-shared",
    "-nostdlib",
    "-s",
    `-Wl,--gc-sections,--no-insert-timestamp,--exclude-all-symbols,--disable-auto-image-base,-e,${entry}`,
    "-o",
    path,
    ...sourcesIn("nsis"),
    ...files,
    ...["kernel32", "user32", "msvcrt", "gcc"].map((one) => `-l${one}`),
  ]);
  return path;
}

/** Downloads the sources of liblzma with apt, from where this machine gets its packages. */
export function fetchDecoder(): void {
  const work = mkdtempSync(join(tmpdir(), "stub-sources-"));
  mkdirSync(join(work, "sources"));
  for (const file of [
    "/etc/apt/sources.list",
    ...globSync("/etc/apt/sources.list.d/*.{list,sources}"),
  ]) {
    if (!existsSync(file)) continue;
    const binary = readFileSync(file, "utf8");
    // In both ways of writing them.
    const source = binary.replace(/^deb\s/gm, "deb-src ").replace(/^Types:.*$/gm, "Types: deb-src");
    writeFileSync(join(work, "sources", basename(file)), source);
  }
  const options = aptIn(work, [
    "Dir::Etc::SourceList=/dev/null",
    `Dir::Etc::SourceParts=${join(work, "sources")}`,
  ]);
  run("apt-get", [...options, "update", "-qq"]);
  run("apt-get", [...options, "source", "-qq", "--download-only", "xz-utils"], work);
  const [archive = ""] = globSync(join(work, "*.orig.tar.xz"));
  run("tar", ["--extract", "--file", archive, "--directory", work]);
  const [unpacked = ""] = globSync(join(work, "xz-*/"));
  rmSync(xz, { recursive: true, force: true });
  mkdirSync(join(xz, ".."), { recursive: true });
  run("mv", [unpacked, xz]);
  rmSync(work, { recursive: true });
}

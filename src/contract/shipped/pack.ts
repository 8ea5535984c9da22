import type { Architecture, System } from "../target.ts";
import type { DevProfile } from "../ui/app.ts";

/**
 * The asset pack at the end of a built executable. The system's loader ignores bytes behind an
 * executable; the app finds them from the end and maps them in place. A signature of the executable
 * follows them.
 *
 *   …            the executable, as the compiler wrote it
 *   padding      zeros up to the next page, so that the files can be mapped
 *   files        one after the other, each starting at a multiple of 64
 *   app spec     JSON, UTF-8: AppSpec
 *   padding      zeros, so that the pack ends at a multiple of 16: signatures begin at one
 *   trailer      24 bytes: offset of the spec (u64), its length (u64), both little endian, and the magic
 */
export const packMagic = "FRMWPCK1";
export const packTrailerLength = 24;
export const packPageSize = 4096;
/**
 * On Linux the pack begins at a block boundary of the AppImage: when only the page changes, the
 * earlier blocks stay the same, and an update need not contain them. The zeros up to there compress
 * to almost nothing.
 */
export const packBlockSize = 1 << 20;
export const packAlignment = 64;
export const packEndAlignment = 16;

/** A file inside the pack. */
export interface PackedFile {
  /** From the start of the executable, which in a universal file is the start of its slice. */
  readonly offset: number;
  readonly length: number;
  /** Hexadecimal SHA-256 of the content, its first 32 digits: the file's entity tag. */
  readonly tag: string;
}

/** The location of the page's files. */
export type AssetSource =
  | { readonly kind: "pack"; readonly files: Readonly<Record<string, PackedFile>> }
  | { readonly kind: "folder"; readonly folder: string }
  /** In development: a list of files, by their paths inside the app. */
  | { readonly kind: "files"; readonly files: Readonly<Record<string, string>> }
  /**
   * A server provides all files: `build.devPath` or `build.distDir` is an address. In development
   * the engine may have to use a proxy, which adds the policy. If it cannot, a script adds it.
   */
  | {
      readonly kind: "address";
      readonly address: string;
      readonly proxy: string | null;
      readonly policyScript: string | null;
    };

/**
 * A file that the app itself reads when it starts. It has no name in the pack, so that no page can
 * request it.
 */
export type IconFile =
  | { readonly kind: "pack"; readonly offset: number; readonly length: number }
  | { readonly kind: "file"; readonly path: string };

/** The pictures the app shows outside its pages. */
export interface AppIcons {
  /** For windows without an icon of their own. */
  readonly window: IconFile | null;
  readonly tray: IconFile | null;
}

/**
 * Everything that an app is started with. `Config` is the settled configuration; the contract does
 * not know its fields.
 */
export interface AppSpec<Config = unknown> {
  readonly mode: "dev" | "debug" | "release";
  /** In development: the engine's profile for the project. */
  readonly profile?: DevProfile;
  readonly system: System;
  readonly architecture: Architecture;
  /** The version of the framework that built the app. */
  readonly frameworkVersion: string;
  readonly config: Config;
  readonly assets: AssetSource;
  readonly icons: AppIcons;
  /** The isolation application; `null`: `framework.pattern` is not isolation. */
  readonly isolation: AssetSource | null;
  readonly scripts: PageScripts;
}

/** The scripts placed before page code, as text; `null`: the configuration does not need it. */
export interface PageScripts {
  readonly bridge: string;
  readonly links: string;
  readonly global: string | null;
  readonly dragRegion: string | null;
  readonly notification: string | null;
  readonly media: string | null;
  /** Never in a released app: it lets a testing tool run scripts in pages. */
  readonly automation: string | null;
  /**
   * Placed into the isolation frame; a function expression of one parameter, the key of the run.
   */
  readonly isolation: string | null;
}

import * as v from "valibot";
import { command } from "./command.ts";

/** The system's kernel. */
export type OsType = "Linux" | "Darwin" | "Windows_NT";
/** The system. Apps run on `linux`, `darwin` and `win32`; the other names exist for comparisons. */
export type Platform =
  | "linux"
  | "darwin"
  | "win32"
  | "ios"
  | "android"
  | "freebsd"
  | "dragonfly"
  | "netbsd"
  | "openbsd"
  | "solaris";
/**
 * The processor that the app was built for. Apps are built for `x86_64` and `aarch64`; the other
 * names exist for comparisons.
 */
export type Arch =
  | "x86_64"
  | "aarch64"
  | "x86"
  | "arm"
  | "mips"
  | "mips64"
  | "powerpc"
  | "powerpc64"
  | "riscv64"
  | "s390x"
  | "sparc64";

const nothing = v.strictObject({});

export const osCommands = {
  "os.platform": command<Platform>()("os.all", nothing),
  "os.version": command<string>()("os.all", nothing),
  "os.type": command<OsType>()("os.all", nothing),
  "os.arch": command<Arch>()("os.all", nothing),
  "os.tempdir": command<string>()("os.all", nothing),
  "os.locale": command<string | null>()("os.all", nothing),
} as const;

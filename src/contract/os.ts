import * as v from "valibot";
import { command } from "./command.ts";

/** The system's kernel. */
export type OsType = "Linux" | "Darwin" | "Windows_NT";
/** The system. */
export type Platform = "linux" | "darwin" | "win32";
/** The processor the app was built for. */
export type Arch = "x86_64" | "aarch64";

const nothing = v.strictObject({});

export const osCommands = {
  "os.platform": command<Platform>()("os.all", nothing),
  "os.version": command<string>()("os.all", nothing),
  "os.type": command<OsType>()("os.all", nothing),
  "os.arch": command<Arch>()("os.all", nothing),
  "os.tempdir": command<string>()("os.all", nothing),
  "os.locale": command<string | null>()("os.all", nothing),
} as const;

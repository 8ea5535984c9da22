import { release, type } from "node:os";
import type { Arch, OsType, Platform } from "../../contract/commands/os.ts";
import { targetOf } from "../../contract/target.ts";
import type { Handlers } from "../calls/context.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { locale } from "../process/locale.ts";

const architectures = { x64: "x86_64", arm64: "aarch64" } as const satisfies Record<string, Arch>;

/** The handlers of the os module. */
export const osHandlers: Handlers<"os"> = {
  "os.platform": () => process.platform as Platform,
  "os.version": () => release(),
  "os.type": () => type() as OsType,
  "os.arch": () => architectures[targetOf(process.platform, process.arch).architecture],
  "os.tempdir": (_, { services }) => {
    const { TEMP } = services.baseDirectories;
    if (TEMP === null)
      throw new FrameworkError("unavailable", "Cannot find the folder for temporary files: there is none");
    return TEMP;
  },
  "os.locale": () =>
    locale({
      system: targetOf(process.platform, process.arch).system,
      env: process.env,
      runtimeLocale: new Intl.DateTimeFormat().resolvedOptions().locale,
    }),
};

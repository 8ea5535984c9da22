import { release } from "node:os";
import type { Arch, OsType, Platform } from "../../contract/commands/os.ts";
import type { System } from "../../contract/target.ts";
import type { Handlers } from "../calls/context.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { locale } from "../process/locale.ts";

const architectures = { x64: "x86_64", arm64: "aarch64" } as const satisfies Record<string, Arch>;

const platforms = { linux: "linux", windows: "win32", macos: "darwin" } as const satisfies Record<
  System,
  Platform
>;
const types = { linux: "Linux", windows: "Windows_NT", macos: "Darwin" } as const satisfies Record<
  System,
  OsType
>;

/** The handlers of the os module. */
export const osHandlers: Handlers<"os"> = {
  "os.platform": (_, { services }) => platforms[services.host.system],
  "os.version": () => release(),
  "os.type": (_, { services }) => types[services.host.system],
  "os.arch": (_, { services }) => architectures[services.launch.architecture],
  "os.tempdir": (_, { services }) => {
    const { TEMP } = services.baseDirectories;
    if (TEMP === null)
      throw new FrameworkError(
        "unavailable",
        "Cannot find the folder for temporary files: there is none",
      );
    return TEMP;
  },
  "os.locale": (_, { services: { host } }) =>
    locale({
      system: host.system,
      env: host.env,
      preferredLanguage: host.preferredLanguage,
      runtimeLocale: new Intl.DateTimeFormat().resolvedOptions().locale,
    }),
};

import {
  boolean,
  choice,
  field,
  integer,
  list,
  optional,
  record,
  section,
  text,
  textOf,
} from "./field.ts";

const updaterWindowsConfig = record("UpdaterWindowsConfig", "The updater on Windows.", {
  installerArgs: field(list(text), [], "More arguments for the installer."),
  installMode: field(
    choice("WindowsUpdateInstallMode", {
      basicUi: "A simple window with a last page.",
      quiet: "Nothing to see or to click; needs administrator rights if the installer does.",
      passive: "Nothing to click; a progress bar only.",
    }),
    "passive",
    "How the installer runs.",
  ),
});

export const updaterConfig = record("UpdaterConfig", "How the application updates itself.", {
  acceptUnboundSignatures: field(
    boolean,
    false,
    "Also take updates whose signatures name no version, system and sum, as other signers make them. An attacker who controls the update server can then offer any old release as a newer one.",
    { ours: true },
  ),
  active: field(boolean, false, "The updater is on."),
  channel: field(
    textOf({
      pattern: "^[a-z0-9][a-z0-9-]*$",
      says: "may hold only lower case letters, digits and hyphens, and begins with a letter or digit",
      example: "beta",
    }),
    "stable",
    "Which versions the application asks for: `{{channel}}` in `endpoints`.",
    { ours: true },
  ),
  dialog: field(
    boolean,
    true,
    "Ask with the built-in dialog; when false, the application listens to events.",
  ),
  endpoints: optional(
    list(text),
    "Addresses of update servers, https in production. `{{current_version}}`, `{{channel}}`, `{{target}}` (`linux`, `windows`, `darwin`) and `{{arch}}` (`x86_64`, `i686`, `aarch64`, `armv7`) are filled in.",
  ),
  pubkey: field(text, null, "Public key that updates are checked with."),
  validDays: optional(
    integer(1),
    "For how many days a version that the build signs is the newest, unless you sign it again. With it, an application refuses servers that cannot show a signature of these days, so that no server can hide newer versions from it for longer. Absent: signatures are good for ever, and nothing is refused.",
    { ours: true },
  ),
  windows: section(updaterWindowsConfig, "Settings for Windows.", { systems: ["windows"] }),
});

import { appFolderMark, runtimeFlags, unsetVariables } from "../runtime/runtime-flags.ts";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import type { Content, Entry } from "../write/entries.ts";
import { executableOf } from "../staged-app.ts";
import { appFolder } from "./layout.ts";
import type { LinuxApp } from "./linux-app.ts";
import { runtimePath } from "./runtime-package.ts";

/**
 * The start of an installed app: its executable, or a script that executes the runtime it depends
 * on.
 */
export function launcher(staged: LinuxApp): Content {
  return staged.shared === null
    ? executableOf(staged)
    : Buffer.from(launchScript(staged, staged.shared.version));
}

/** The command that starts an installed app. */
export function installedCommand(staged: LinuxApp): Entry | undefined {
  // The launcher of an app with a shared runtime checks the folder itself.
  if (staged.shared !== null) return undefined;
  const { packageName: name } = staged;
  const script = ["#!/bin/sh", leaveDeletedFolder, `exec /${appFolder(staged)}/${name} "$@"`, ""];
  const bytes = Buffer.from(script.join("\n"));
  return { kind: "file", path: `usr/bin/${name}`, mode: 0o755, bytes };
}

/** The program that an AppImage runs in its mounted image. */
export function imageCommand(staged: LinuxApp): Entry {
  const { packageName: name } = staged;
  const script = [
    "#!/bin/sh",
    'here=${APPDIR:-$(dirname "$(readlink -f "$0")")}',
    leaveDeletedFolder,
    `exec "$here/${appFolder(staged)}/${name}" "$@"`,
    "",
  ];
  return { kind: "file", path: "AppRun", mode: 0o755, bytes: Buffer.from(script.join("\n")) };
}

// Bun ends before any code of an app whose working folder was deleted. Usually the shell itself
// knows that the folder exists; for a folder inside one that the user may not enter, only the
// kernel does.
export const leaveDeletedFolder = '[ . -ef "$PWD" ] || /bin/pwd >/dev/null 2>&1 || cd /';

// The names of packages and versions contain no special characters of a shell.
function launchScript(staged: LinuxApp, version: string): string {
  const folder = `/${appFolder(staged)}/${sharedFolder}`;
  const flags = runtimeFlags.map((flag) => flag.replace(appFolderMark, folder));
  return [
    "#!/bin/sh",
    `unset ${unsetVariables.join(" ")}`,
    leaveDeletedFolder,
    `exec ${[`/${runtimePath(version)}`, ...flags, `${folder}/main.js`].join(" ")} "$@"`,
    "",
  ].join("\n");
}

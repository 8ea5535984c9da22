import { win32 } from "node:path";
import type { ResolvedConfig } from "../../../config/index.ts";
import type { RegistryRoot } from "../../../contract/host/windows-calls.ts";
import type { InstallFailure } from "./installation.ts";
import type { InstallerKind } from "./installer-file.ts";
import { commandLine, windowsProgram, type AfterEnd } from "./windows-waiter.ts";

// `start` asks the user for rights where the installer wants them. Source: start /?.
const lines = [
  'start "" /wait "!FRAMEWORK_UPDATE_PROGRAM!" !FRAMEWORK_UPDATE_OPTIONS! <nul >nul 2>nul',
  'set "FRAMEWORK_UPDATE_CODE=!errorlevel!"',
  '>"!FRAMEWORK_UPDATE_RESULT!" echo !FRAMEWORK_UPDATE_CODE!',
  'if "!FRAMEWORK_UPDATE_RESTARTS!!FRAMEWORK_UPDATE_CODE!"=="no0" exit /b',
];

export interface RunPlaces {
  /** Gets the lines that are run. */
  readonly folder: string;
  /** Gets the code that the installer has ended with. */
  readonly result: string;
  /** Windows' own folder. */
  readonly windows: string;
}

/** How the app was put there. */
export interface Setup {
  readonly kind: InstallerKind;
  /** For whom. */
  readonly root: RegistryRoot;
}

/** How an installer is run. */
export interface InstallerRun {
  /** The installer's path, or the name of one of Windows' own. */
  readonly program: string;
  readonly options: readonly string[];
  /** The installer itself lets the user start the app, or does so, when it has done its work. */
  readonly restartsApp: boolean;
}

interface Wish {
  readonly installer: string;
  /** Installs what lies there with the rights of an administrator. */
  readonly task: string | null;
  readonly installMode: ResolvedConfig["framework"]["updater"]["windows"]["installMode"];
  readonly installerArgs: readonly string[];
}

const modes = {
  nsis: { basicUi: [], quiet: ["/S"], passive: ["/P"] },
  msi: { basicUi: ["/qb+"], quiet: ["/quiet"], passive: ["/passive"] },
} as const satisfies Record<InstallerKind, Record<Wish["installMode"], readonly string[]>>;

/** How the installer is run that the configuration describes. */
export function installerRun(
  { kind, root }: Setup,
  { installer, task, installMode, installerArgs }: Wish,
): InstallerRun {
  const mode = modes[kind][installMode];
  if (kind === "nsis") {
    // For those it was installed for; installers that ask nobody for whom do not look at it.
    const users = root === "user" ? "/CurrentUser" : "/AllUsers";
    return {
      program: installer,
      options: [...mode, "/UPDATE", users, ...installerArgs],
      restartsApp: installMode === "basicUi",
    };
  }
  // What it installs, and how, is said in the task. It is not waited for, so the installer starts
  // the app.
  if (task !== null)
    return { program: "schtasks.exe", options: ["/run", "/tn", task], restartsApp: true };
  const restart = installMode === "quiet" ? "/norestart" : "/promptrestart";
  return {
    program: "msiexec.exe",
    options: ["/i", installer, ...mode, restart, ...installerArgs],
    restartsApp: false,
  };
}

/** Why an installer did not do its work, by the code it ended with; `null`: it did. */
export function reasonOf(code: number, kind: InstallerKind): string | null {
  const known = reasons[kind][code];
  if (known === null) return null;
  return `the installer ended with ${code}${known === undefined ? "" : `: ${known}`}`;
}

// What Windows answers when the user gives no rights (ERROR_CANCELLED). Of the others:
// `installer.nsi`; Microsoft, "MsiExec and InstMsi error messages".
const declined = "the user gave it no rights";
const reasons: Readonly<Record<InstallerKind, Readonly<Record<number, string | null>>>> = {
  nsis: {
    0: null,
    1: "it was called off",
    2: "it cannot take the place of a newer version or of one that runs, cannot write a file, or cannot get what the app runs with",
    3: "it has begun, and could not write a file",
    1223: declined,
  },
  msi: {
    0: null,
    1223: declined,
    1602: "it was called off",
    1603: "it failed, and has put everything back",
    1618: "another installation is on its way",
    1625: "this machine's administrator forbids it",
    // With a restart of Windows to come, or begun.
    1641: null,
    3010: null,
  },
};

/** With these codes an installer has touched nothing, or has put everything back. */
const untouched: Readonly<Record<InstallerKind, readonly number[]>> = {
  nsis: [1, 2, 1223],
  msi: [1223, 1602, 1603, 1618, 1625],
};

/** How an installer ended that did not do its work; `null`: it did. */
export function failureOf(code: number, kind: InstallerKind): InstallFailure | null {
  const reason = reasonOf(code, kind);
  return reason === null ? null : { reason, isWhole: untouched[kind].includes(code) };
}

/** Has an installer run once the app has ended. */
export function afterEnd({ folder, result, windows }: RunPlaces, run: InstallerRun): AfterEnd {
  const { program, options, restartsApp } = run;
  return {
    folder,
    lines,
    values: {
      FRAMEWORK_UPDATE_PROGRAM: win32.isAbsolute(program)
        ? program
        : windowsProgram(windows, program),
      FRAMEWORK_UPDATE_OPTIONS: commandLine(options),
      FRAMEWORK_UPDATE_RESULT: result,
      FRAMEWORK_UPDATE_RESTARTS: restartsApp ? "no" : "yes",
    },
  };
}

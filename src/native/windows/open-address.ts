import { openProgramFile, type OpenProgram } from "../../contract/open-programs.ts";
import { lastError } from "./last-error.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { quotedArgument } from "../../process/quoted-argument.ts";
import { addressOfFunction } from "../ffi/library.ts";
import { withoutNul } from "../shown-text.ts";
import { kernel32, PROCESS_INFORMATION, STARTUPINFOW } from "./lib/kernel32.ts";
import { shell32, SHELLEXECUTEINFOW } from "./lib/shell32.ts";
import { shlwapi } from "./lib/shlwapi.ts";
import { isThere } from "./library.ts";
import { later } from "./loop.ts";
import { registryText } from "./registry.ts";
import { wide } from "./wide-text.ts";

const SEE_MASK_NOASYNC = 0x100;
const SEE_MASK_FLAG_NO_UI = 0x400;
const SW_SHOWNORMAL = 1;
const CTF_COINIT_STA = 8;
const WAIT_OBJECT_0 = 0;

/** The shell's error codes. Source: Microsoft's reference for SHELLEXECUTEINFOW. */
const reasons: Readonly<Record<number, string>> = {
  2: "there is no such file",
  3: "there is no such folder",
  5: "access denied",
  8: "there is not enough memory",
  11: "the program for it is broken",
  27: "no application opens addresses of this kind",
  28: "the application for it does not answer",
  29: "the application for it does not answer",
  30: "the application for it is busy",
  31: "no application opens addresses of this kind",
  32: "a library of the application for it is missing",
};

/**
 * Opens an address in the user's application for it. Settles when that has started.
 *
 * The shell asks its extensions, its policies and maybe a server, so it gets a thread of its own,
 * which runs the function itself and none of our code.
 */
export function openAddress(address: string): Promise<void> {
  const request = SHELLEXECUTEINFOW.make({
    cbSize: SHELLEXECUTEINFOW.size,
    fMask: SEE_MASK_NOASYNC | SEE_MASK_FLAG_NO_UI,
    lpFile: wide(withoutNul(address)),
    nShow: SW_SHOWNORMAL,
  });
  const refuse = (reason: string): FrameworkError =>
    new FrameworkError("unavailable", `Cannot open "${address}": ${reason}`);
  keepToOurselves();
  const thread = startThread(request.bytes);
  if (thread === 0) throw refuse(`its thread could not be started (${lastError()})`);
  return new Promise((resolve, reject) => {
    whenEnded(thread, (result) => {
      const code = request.get("hInstApp");
      if (result !== 0) resolve();
      else reject(refuse(reasons[code] ?? `the shell says error ${code}`));
    });
  });
}

/** Starts a thread that runs `ShellExecuteExW`. Extensions of the shell require a COM apartment. */
function startThread(request: Uint8Array): number {
  const run = addressOfFunction(shell32, "ShellExecuteExW");
  // Wine 8 lacks it, and opens addresses without COM.
  if (!isThere(() => shlwapi.SHCreateThreadWithHandle))
    return kernel32.CreateThread(null, 0, run, request, 0, null);
  const thread = new BigInt64Array(new ArrayBuffer(8));
  const isStarted = shlwapi.SHCreateThreadWithHandle(run, request, CTF_COINIT_STA, null, thread);
  return isStarted === 0 ? 0 : Number(thread[0]);
}

/** Milliseconds between two checks of a thread: short at first, because most end soon. */
const firstPause = 10;
const longestPause = 200;

/** Reports the result of a thread, and closes its handle. */
function whenEnded(thread: number, ended: (result: number) => void): void {
  const look = (pause: number): void => {
    if (kernel32.WaitForSingleObject(thread, 0) !== WAIT_OBJECT_0) {
      later(pause, () => look(Math.min(pause * 2, longestPause)));
      return;
    }
    const result = new Uint32Array(new ArrayBuffer(4));
    kernel32.GetExitCodeThread(thread, result);
    kernel32.CloseHandle(thread);
    ended(result[0] ?? 0);
  };
  look(firstPause);
}

/**
 * The shell passes all variables of this process to the started program: private ones must be
 * removed first.
 */
function keepToOurselves(): void {
  const others = environmentForOthers();
  for (const name of Object.keys(process.env))
    if (others[name] === undefined) kernel32.SetEnvironmentVariableW(wide(name), null);
}

const CREATE_UNICODE_ENVIRONMENT = 0x400;

/** Opens an address in a program of the user's. */
export function openWith(program: OpenProgram, address: string): void | Promise<void> {
  const name = openProgramFile(program, "windows");
  if (name === null) return openAddress(address);
  const environment = environmentForOthers();
  const file = registeredProgram(name) ?? Bun.which(name, { PATH: pathOf(environment) });
  if (file === null)
    throw new FrameworkError(
      "unavailable",
      `Cannot open "${address}" with "${program}": it is not installed`,
    );
  const start = STARTUPINFOW.make({ cb: STARTUPINFOW.size });
  const made = PROCESS_INFORMATION.make();
  const variables = Object.entries(environment).map(([key, value]) => `${key}=${value ?? ""}\0`);
  const isMade = kernel32.CreateProcessW(
    wide(file),
    wide(`${quotedArgument(file)} ${quotedArgument(withoutNul(address))}`),
    null,
    null,
    false,
    CREATE_UNICODE_ENVIRONMENT,
    new Uint8Array(Buffer.from(`${variables.join("")}\0`, "utf16le")),
    null,
    start.bytes,
    made.bytes,
  );
  if (isMade === 0)
    throw new FrameworkError(
      "io",
      `Cannot open "${address}" with "${program}": "${file}" did not start (${lastError()})`,
    );
  kernel32.CloseHandle(made.get("hThread"));
  kernel32.CloseHandle(made.get("hProcess"));
}

/** The registered path of an installed program; most browsers are not in PATH. */
function registeredProgram(name: string): string | null {
  const key = `Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\${name}`;
  for (const root of ["user", "machine"] as const) {
    const path = registryText({ root, key, value: null })?.replaceAll('"', "") ?? "";
    if (path !== "") return path;
  }
  return null;
}

/** The variable's name is written in several ways. */
function pathOf(environment: Readonly<Record<string, string | undefined>>): string {
  const [, path] =
    Object.entries(environment).find(([name]) => name.toUpperCase() === "PATH") ?? [];
  return path ?? "";
}

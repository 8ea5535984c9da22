import { unpolledFile, type StandardStreams } from "../standard-streams.ts";
import { fileapi } from "./lib/fileapi.ts";
import { kernel32 } from "./lib/kernel32.ts";
import { uv } from "./lib/uv.ts";
import { wide } from "./wide-text.ts";

const ATTACH_PARENT_PROCESS = 0xffff_ffff;
const STD_OUTPUT_HANDLE = 0xffff_fff5;
const STD_ERROR_HANDLE = 0xffff_fff4;
const GENERIC_READ = 0x8000_0000;
const GENERIC_WRITE = 0x4000_0000;
const FILE_SHARE_BOTH = 3;
const OPEN_EXISTING = 3;

/**
 * Finds the targets of this process's standard output and error. A program with windows has none,
 * unless it was started with some, as by `app > log.txt`; otherwise its output goes to the terminal
 * that it was started from, if there is one.
 */
export function openStreams(): StandardStreams {
  const given = { out: isGiven(STD_OUTPUT_HANDLE), err: isGiven(STD_ERROR_HANDLE) };
  const terminal = given.out && given.err ? null : openTerminal();
  const [out, err] = [given.out ? 1 : terminal, given.err ? 2 : terminal];
  const outFile = out === null ? null : unpolledFile(out);
  // One writer for both, if both are the terminal: lines keep their order.
  if (err === null || err === out) return { out: outFile, err: err === null ? null : outFile };
  return { out: outFile, err: unpolledFile(err) };
}

function isGiven(which: number): boolean {
  const handle = kernel32.GetStdHandle(which);
  return handle !== 0 && handle !== -1;
}

/** The file descriptor of the terminal; `null`: there is none. */
function openTerminal(): number | null {
  if (kernel32.AttachConsole(ATTACH_PARENT_PROCESS) === 0) return null;
  const handle = fileapi.CreateFileW(
    wide("CONOUT$"),
    GENERIC_READ + GENERIC_WRITE,
    FILE_SHARE_BOTH,
    null,
    OPEN_EXISTING,
    0,
    0,
  );
  if (handle === -1) return null;
  const file = uv.uv_open_osfhandle(handle);
  return file === -1 ? null : file;
}

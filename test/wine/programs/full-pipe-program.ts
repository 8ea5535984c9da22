// A program that starts an app with a pipe as its standard output, and never reads it.
//
//   bun full-pipe-program.ts APP ARGUMENT: says as JSON whether the app has ended by itself, and
//   its exit code

import {
  PROCESS_INFORMATION,
  STARTUPINFOW,
  kernel32,
} from "../../../src/native/windows/lib/kernel32.ts";
import { library } from "../../../src/native/windows/library.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";

const processes = library("kernel32.dll", {
  // (out: end to read, out: end to write, security, size)
  CreatePipe: "pppu>b",
  // (process, out: code)
  GetExitCodeProcess: "lp>b",
});
const STARTF_USESTDHANDLES = 0x100;

const [app = "", argument = ""] = process.argv.slice(2);
const [readEnd, writeEnd] = [new BigUint64Array(1), new BigUint64Array(1)];
// SECURITY_ATTRIBUTES: u32 length; void *descriptor; BOOL inherits.
const inherited = new BigUint64Array([24n, 0n, 1n]);
processes.CreatePipe(readEnd, writeEnd, inherited, 4096);
const write = Number(writeEnd[0]);
const started = PROCESS_INFORMATION.make();
const start = STARTUPINFOW.make({
  cb: STARTUPINFOW.size,
  dwFlags: STARTF_USESTDHANDLES,
  hStdOutput: write,
  hStdError: write,
});
kernel32.CreateProcessW(
  wide(app),
  wide(`"${app}" "${argument}"`),
  null,
  null,
  true,
  0,
  null,
  null,
  start.bytes,
  started.bytes,
);
const patience = 60_000;
const hasEnded = kernel32.WaitForSingleObject(started.get("hProcess"), patience) === 0;
const code = new Uint32Array(1);
processes.GetExitCodeProcess(started.get("hProcess"), code);
console.log(JSON.stringify({ hasEnded, code: code[0] }));

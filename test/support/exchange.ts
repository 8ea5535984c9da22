// oxlint-disable-next-line no-restricted-imports -- what the platform of macOS brings, done by Linux
import { dlopen, read } from "bun:ffi";
import { getSystemErrorName } from "node:util";
import type { Exchange } from "../../src/contract/host/macos-calls.ts";

// Linux has the same as macOS, by another name. Source: renameat2(2).

const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;

// On use: whoever imports a Mac of the tests' own may run on Windows.
const openLibrary = () =>
  dlopen("libc.so.6", {
    renameat2: { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" },
    __errno_location: { args: [], returns: "ptr" },
  }).symbols;
let opened: ReturnType<typeof openLibrary> | undefined;

/** The system functions of macOS's platform, on this machine. */
export const exchange: Exchange = (one, other) => {
  const [from, to] = [Buffer.from(`${one}\0`), Buffer.from(`${other}\0`)];
  const symbols = (opened ??= openLibrary());
  const place = symbols.__errno_location();
  if (symbols.renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) === 0) return;
  const code = place === null ? "EIO" : getSystemErrorName(-read.i32(place));
  throw Object.assign(new Error(`Cannot exchange "${one}" and "${other}": ${code}`), { code });
};

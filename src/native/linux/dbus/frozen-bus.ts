import { existsSync } from "node:fs";
import { join } from "node:path";
import { glib } from "../lib/glib.ts";
import { libc } from "../lib/libc.ts";

// GLib and the bridge to screen readers wait for the session bus without a limit when they connect,
// on the thread of the windows. A stopped bus would silently keep the app from starting.

/** Milliseconds for the bus to answer. A healthy one answers in less than one. */
const patience = 2000;

const variable = "DBUS_SESSION_BUS_ADDRESS";

/**
 * Makes the app run without an unresponsive session bus, with a warning. Call it before anything
 * connects.
 */
export function leaveFrozenBus(): void {
  if (answers()) return;
  process.stderr.write(
    `framework: the session bus did not answer within ${patience / 1000} s: the app goes on without it (no tray icon, notifications, portals and screen readers)\n`,
  );
  // The web engine's processes inherit it, too. Programs that the app starts get the environment
  // that Bun has read before.
  glib.g_setenv(variable, "unix:path=/dev/null/frozen", true);
}

/** @throws Error when the bus does not answer */
export function checkBusAnswers(): void {
  if (!answers()) throw new Error(`the session bus did not answer within ${patience / 1000} s`);
}

const AF_UNIX = 1;
const SOCK_STREAM_CLOEXEC_NONBLOCK = 1 | 0o2000000 | 0o4000;
const MSG_NOSIGNAL = 0x4000;
const POLLIN = 1;

/** Whether the bus answers; `true` also if there is none, because connecting fails at once then. */
function answers(): boolean {
  const name = socketName();
  if (name === null) return true;
  const socket = libc.socket(AF_UNIX, SOCK_STREAM_CLOEXEC_NONBLOCK, 0);
  if (socket < 0) return true;
  try {
    // struct sockaddr_un { sa_family_t family; char path[108]; }
    const address = Buffer.alloc(2 + name.length + (name[0] === 0 ? 0 : 1));
    address.writeUInt16LE(AF_UNIX);
    name.copy(address, 2);
    if (libc.connect(socket, address, address.length) !== 0) return true;
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString("hex");
    const greeting = Buffer.from(`\0AUTH EXTERNAL ${user}\r\n`);
    libc.send(socket, greeting, greeting.length, MSG_NOSIGNAL);
    // struct pollfd { int fd; short events; short revents; }
    const polled = new Int32Array([socket, POLLIN]);
    return libc.poll(polled, 1, patience) !== 0;
  } finally {
    libc.close(socket);
  }
}

const longestName = 107;

/**
 * The socket of the bus; a name in the abstract namespace begins with NUL. `null`: there is none,
 * or another kind.
 */
function socketName(): Buffer | null {
  const { [variable]: given, XDG_RUNTIME_DIR: folder } = process.env;
  const plain = folder === undefined ? null : join(folder, "bus");
  const address =
    given ?? (plain !== null && existsSync(plain) ? `unix:path=${encodeURIComponent(plain)}` : "");
  const [, kind, value = ""] = /^unix:(?:[^;]*,)?(path|abstract)=([^,;]*)/.exec(address) ?? [];
  if (kind === undefined) return null;
  const name = Buffer.from(`${kind === "abstract" ? "\0" : ""}${decodeURIComponent(value)}`);
  return name.length > longestName ? null : name;
}

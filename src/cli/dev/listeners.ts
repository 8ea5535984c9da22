import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { readText } from "../../disk/read.ts";
import type { Socket } from "node:net";
import { join } from "node:path";
import { userName } from "../../config/read/ancestors.ts";
import type { System } from "../../contract/target.ts";
import { environmentForOthers } from "../../process/environment.ts";

/** A socket that listens on a port of this machine. */
export interface Listener {
  /** `127.0.0.1`, `::1`; for all addresses `0.0.0.0` or `::`. */
  readonly address: string;
  /** The name of its user; `null`: the system does not report it. */
  readonly owner: string | null;
  /** Whether that is neither this user nor the system. */
  readonly isForeign: boolean;
  /** The processes that own it, as far as visible to this user. */
  readonly processes: readonly number[];
}

/**
 * Finds the listeners on a port. Empty if the system does not report them.
 * @param withProcesses on Linux a slower scan of all processes
 */
export function findListeners(port: number, system: System, withProcesses: boolean): Listener[] {
  const ask = (program: string, ...args: readonly string[]): string =>
    spawnSync(program, args, { encoding: "utf8", env: environmentForOthers() }).stdout ?? "";
  if (system === "windows")
    return readNetstat(
      ask(join(process.env["SYSTEMROOT"] ?? "C:\\Windows", "System32", "netstat.exe"), "-ano"),
      port,
    );
  if (system === "macos")
    return readLsof(ask("/usr/sbin/lsof", "-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpun"));
  const own = process.getuid?.() ?? 0;
  const found = ["tcp", "tcp6"].flatMap((name) => readSockets(textOf(`/proc/net/${name}`), port));
  const processes = withProcesses ? processesByInode() : new Map<string, number[]>();
  return found.map(({ address, user, inode }) => ({
    address,
    owner: userName(user),
    isForeign: user !== own && user !== 0,
    processes: processes.get(inode) ?? [],
  }));
}

/** The listener that a connection to a local address reaches: the most specific one comes first. */
export function listenerAt(address: string, listeners: readonly Listener[]): Listener | null {
  const order = address === "::1" ? ["::1", "::"] : [address, `::ffff:${address}`, "0.0.0.0", "::"];
  const found = order.map((one) => listeners.find((listener) => listener.address === one));
  return found.find((one) => one !== undefined) ?? null;
}

/** The user at the other end of a local connection, on Linux; `null`: it has ended. */
export function connectionOwner({ remoteAddress, remotePort, localPort }: Socket): number | null {
  for (const line of textOf("/proc/net/tcp").split("\n")) {
    const [, theirs = "", ours = "", , , , , user] = line.trim().split(/\s+/);
    const [address = "", port = ""] = theirs.split(":");
    if (addressOf(address) !== remoteAddress || Number.parseInt(port, 16) !== remotePort) continue;
    if (Number.parseInt(ours.split(":")[1] ?? "", 16) === localPort) return Number(user);
  }
  return null;
}

const LISTEN = "0A";

/**
 * Parses `/proc/net/tcp` or `tcp6`: number, local address and port, remote ones, state, queues,
 * timer, retransmits, user, timeout, inode. Addresses are hexadecimal, in 32-bit words in the
 * processor's byte order.
 */
export function readSockets(
  text: string,
  port: number,
): { readonly address: string; readonly user: number; readonly inode: string }[] {
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , user, , inode = ""] = line.trim().split(/\s+/);
    const [address = "", hex = ""] = local.split(":");
    if (state !== LISTEN || Number.parseInt(hex, 16) !== port) return [];
    return [{ address: addressOf(address), user: Number(user), inode }];
  });
}

function addressOf(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => [...Buffer.from(word, "hex").reverse()]);
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.every((byte) => byte === 0)) return "::";
  const mapped =
    bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  if (mapped) return `::ffff:${bytes.slice(12).join(".")}`;
  if (bytes.slice(0, 15).every((byte) => byte === 0)) return `::${bytes[15]}`;
  return hex;
}

function processesByInode(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const name of namesIn("/proc").filter((one) => /^\d+$/.test(one)))
    for (const descriptor of namesIn(`/proc/${name}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(linkAt(`/proc/${name}/fd/${descriptor}`))?.[1];
      if (inode !== undefined) found.set(inode, [...(found.get(inode) ?? []), Number(name)]);
    }
  return found;
}

/** Parses `netstat -ano`. The word for the state is localized; a listener has no remote port. */
export function readNetstat(text: string, port: number): Listener[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, host = "", local, remote, number] =
      /^\s*TCP\s+(\S+):(\d+)\s+\S+:(\d+)\s+.*?(\d+)\s*$/.exec(line) ?? [];
    if (Number(local) !== port || remote !== "0") return [];
    const address = host.replace(/^\[|\]$/g, "");
    return [{ address, owner: null, isForeign: false, processes: [Number(number)] }];
  });
}

/**
 * Parses `lsof -Fpun`, which shows only this user's processes: lines of a letter and a value, for
 * each process `p` and `u`, then for each of its sockets `f` and `n`. The name has no address
 * family for all addresses, so `*` means both.
 */
export function readLsof(text: string): Listener[] {
  const found: Listener[] = [];
  let [pid, user] = [0, ""];
  for (const line of text.split("\n")) {
    const [kind, value] = [line[0], line.slice(1)];
    if (kind === "p") pid = Number(value);
    else if (kind === "u") user = value;
    else if (kind === "n") {
      const address = value.slice(0, value.lastIndexOf(":")).replace(/^\[|\]$/g, "");
      for (const one of address === "*" ? ["0.0.0.0", "::"] : [address])
        found.push({ address: one, owner: user, isForeign: false, processes: [pid] });
    }
  }
  return found;
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch {
    return ""; // The system has no IPv6, or shows no such files.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Another user's process, or one that has ended.
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // It has been closed since.
  }
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Identity } from "../open/disk.ts";

// The lasting identity of a file, also across a restart of the system:
//
//   <file number>:<birth>:<volume>
//
// The birth is in nanoseconds, `0` if the disk stores none. A number alone is reused for a new file
// as soon as the old one is gone. The volume is one of
//
//   uuid-<UUID>              Linux: of the file system
//   mount-<type>-<source>    Linux: of one that has none, such as a share
//   serial-<number>          Windows
//   dev-<number>             any other: the system may number it anew at each start

/** The facts that it consists of. */
export interface FileFacts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
}

export function lastingIdentity(
  { dev, ino, birthtimeNs }: FileFacts,
  volumeOf: (device: bigint) => string,
): Identity {
  return `${ino}:${birthtimeNs}:${volumeOf(dev)}`;
}

/** Whether a file is the one that was identified before. */
export function isSameFile(kept: Identity, now: Identity): boolean {
  if (kept === now) return true;
  const [one, other] = [parse(kept), parse(now)];
  if (one.number !== other.number || one.birth !== other.birth || one.birth === "0") return false;
  // A drive may have another number now, and an earlier version of a system may have reported less.
  return !(
    isLasting(one.volume) &&
    isLasting(other.volume) &&
    kindOf(one.volume) === kindOf(other.volume)
  );
}

/** Whether two files are on different volumes. */
export function isOnOtherVolume(kept: Identity, now: Identity): boolean {
  return parse(kept).volume !== parse(now).volume;
}

function parse(identity: Identity): { number: string; birth: string; volume: string } {
  const [number = "", birth = "0", ...volume] = identity.split(":");
  return { number, birth, volume: volume.join(":") };
}

function isLasting(volume: string): boolean {
  return /^(?:uuid|serial)-/.test(volume);
}

function kindOf(volume: string): string {
  return volume.slice(0, volume.indexOf("-"));
}

const linuxVolumes = new Map<bigint, string>();

/** The volume of a device on Linux; on systems without these folders, its number. */
export function linuxVolume(device: bigint): string {
  let volume = linuxVolumes.get(device);
  if (volume === undefined) {
    volume = uuidOf(device) ?? mountOf(device) ?? `dev-${device}`;
    // Another drive may take the number of one that was unplugged.
    if (linuxVolumes.size === 0) setTimeout(() => linuxVolumes.clear(), 1000).unref();
    linuxVolumes.set(device, volume);
  }
  return volume;
}

const uuids = "/dev/disk/by-uuid";

function uuidOf(device: bigint): string | null {
  const isMeant = (name: string): boolean =>
    statSync(`${uuids}/${name}`, { bigint: true, throwIfNoEntry: false })?.rdev === device;
  const uuid = orNull(() => readdirSync(uuids))?.find(isMeant);
  return uuid === undefined ? null : `uuid-${uuid}`;
}

/** Source: proc_pid_mountinfo(5), and makedev(3) for the two numbers of a device. */
function mountOf(device: bigint): string | null {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn);
  const lines = orNull(() => readFileSync("/proc/self/mountinfo", "utf8"))?.split("\n") ?? [];
  for (const line of lines) {
    const [own = "", more = ""] = line.split(" - ");
    if (own.split(" ")[2] !== `${major}:${minor}`) continue;
    const [type = "", source = ""] = more.split(" ");
    // The number of a local disk is not lasting, either.
    return source.startsWith("/dev/") ? null : `mount-${type}-${source}`;
  }
  return null;
}

function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

// What the readers of app/runtime.conf take (stub/starter/conf.h has the same numbers). Whoever writes it takes no more.

/** THE LIMITS of what launchers read, lengths in bytes. */
export const runtimeConfLimits = {
  /** Of the whole file. */
  length: 65_536,
  /** How many lines one key may have. */
  lines: 64,
  /** Of a version and of a key, which are names of folders. */
  folderName: 100,
  /** Of the path of the runtime in its archive. */
  member: 99,
  /** Of an archive and of a runtime. */
  size: 4_294_967_296,
  /** Of an address. */
  host: 255,
  path: 2047,
  /** Of the app, and of all addresses together, so that the file is never longer than it may be. */
  name: 1000,
  addresses: 60_000,
} as const;

/** What folders of a store are called: Windows takes dots from the end of names. */
const folderName = /^(?!\.)[0-9A-Za-z.+-]+(?<!\.)$/;

/** Whether launchers take it for a folder of a store. */
export function isRuntimeFolderName(name: string): boolean {
  return name.length <= runtimeConfLimits.folderName && folderName.test(name);
}

const addressParts =
  /^(?<scheme>[a-z]+):\/\/(?<user>[^/?#@]*@)?(?<host>\[[0-9a-f:.]*\]|[^/?#@:[\]]*)(?::(?<port>[^/?#]*))?(?<path>[^#]*)(?<fragment>#.*)?$/i;

const loopback: readonly string[] = ["127.0.0.1", "[::1]"];

/** What keeps launchers from getting a runtime at an address, as it goes on after its name; `null`: nothing. */
export function reasonAgainstRuntimeAddress(address: string): string | null {
  if (!/^[!-~]*$/.test(address))
    return "may hold no other signs than those of ASCII, and no spaces: escape them";
  const parts = addressParts.exec(address)?.groups;
  const scheme = parts?.["scheme"];
  const { user, host = "", port = "443", path = "", fragment } = parts ?? {};
  if (scheme !== "https" && !(scheme === "http" && loopback.includes(host)))
    return "must be an https address";
  if (host === "") return "must name a host";
  if (host.length > runtimeConfLimits.host)
    return `must name a host of at most ${runtimeConfLimits.host} letters`;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    return "must have a port from 1 to 65535, or none";
  if (user !== undefined) return "may hold no name and no password: apps show their addresses";
  if (path.length > runtimeConfLimits.path)
    return `must be shorter: at most ${runtimeConfLimits.path} letters after the host`;
  return fragment === undefined ? null : 'may hold no "#"';
}

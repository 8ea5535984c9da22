import { PathProblem, RelativePath } from "../../paths/path-problem.ts";

// The Windows rules of paths, as far as a scope must know. One file has many spellings there; those
// that a scope cannot compare are refused, the others are normalized. Source: Microsoft, "Naming
// Files, Paths, and Namespaces" and "File path formats on Windows systems".
//
//   C:\a\b                 drive
//   \\server\share\a\b     share
//   \\?\C:\a\b             the same without any normalisation; \\?\UNC\server\share\a\b
//   \\.\pipe\x  \\?\Volume{…}\  \??\…      devices: refused
//   C:a  \a                from the current folder or drive: refused

/**
 * The names of a path; the first one is its root: `C:` or `\\server\share`.
 * @throws PathProblem for a path that names no file, or cannot be compared
 */
export function parseWindowsPath(text: string): readonly string[] {
  let rest = text.replaceAll("/", "\\");
  if (/^\\\\\?\\UNC\\/i.test(rest)) rest = `\\\\${rest.slice(8)}`;
  else if (/^\\\\\?\\[a-z]:\\/i.test(rest)) rest = rest.slice(4);
  if (/^\\\\[?.](\\|$)/.test(rest) || rest.startsWith("\\??\\")) refuse("must not name a device");

  const root = /^(?:[a-z]:(?=\\)|\\\\[^\\]+\\[^\\]+)/i.exec(rest)?.[0];
  if (root === undefined) {
    if (/^[a-z]:/i.test(rest)) refuse('must have a "\\" after the drive');
    if (rest.startsWith("\\")) return refuse("must begin with a drive or a share");
    throw new RelativePath();
  }
  if (isShare(root)) {
    const [server, share] = root.slice(2).split("\\") as [string, string];
    checkName(server);
    checkName(share);
    // C$, ADMIN$ and the like are second names of drives.
    if (share.endsWith("$")) refuse(`must not use the hidden share "${share}"`);
  }

  const names = rest
    .slice(root.length)
    .split("\\")
    .filter((name) => name !== "" && name !== ".");
  names.forEach(checkName);
  return [isShare(root) ? root : root.toUpperCase(), ...names];
}

function checkName(name: string): void {
  const problem = nameProblem(name);
  if (problem !== null) refuse(problem);
}

function refuse(reason: string): never {
  throw new PathProblem("bad-argument", reason);
}

export function formatWindowsPath(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}\\` : names.join("\\");
}

export function isShare(root: string): boolean {
  return root.startsWith("\\\\");
}

/** The reason why a name cannot be one part of a path, or `null` when it can. */
export function nameProblem(name: string): string | null {
  if (name === "..") return 'must not hold ".."';
  // A file may have several streams: "a.txt:b" and "a.txt::$DATA" are reached through a.txt.
  if (name.includes(":")) return `must not name a stream, as "${name}" does`;
  if (hasForbiddenCharacter(name)) return `must not hold control characters or any of < > " | ? *`;
  // Windows drops them, so the name would be another file's.
  if (/[. ]$/.test(name))
    return `must not have a name that ends in a dot or a blank, as "${name}" does`;
  if (isReserved(name)) return `must not use the device name "${name}"`;
  return null;
}

/** Devices exist in every folder, with any extension: `C:\x\nul.txt` is no file. */
export function isReserved(name: string): boolean {
  const base = (name.split(".")[0] as string).trimEnd();
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i.test(base);
}

/**
 * Whether Windows could have generated this name for a longer one: `PROGRA~1`, `LONGNA~2.TXT`. For
 * an existing file the system knows the long name; for a missing one it is undetermined.
 */
export function isShortName(name: string): boolean {
  const match = /^([^.]+~[0-9]+)(?:\.[^.]{0,3})?$/.exec(name);
  return match !== null && (match[1] as string).length <= 8;
}

function hasForbiddenCharacter(name: string): boolean {
  return Array.from(name).some((character) => character < " " || '<>"|?*'.includes(character));
}

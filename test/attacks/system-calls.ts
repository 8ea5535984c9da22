// The system calls of a program in strace's output, and those of them that reached a forbidden
// folder.
//
// With `-y` the kernel's own path of each file number follows it, so the opened file is known,
// whatever the path led to at that moment:
//
//   814 openat(AT_FDCWD</home/me>, "/proc/self/fd/12/f", O_RDONLY) = 13</x/inside/f>
//
// For a call that makes, removes or renames by its path this cannot be known afterwards. So such a
// call must use only its last name, in a folder that is held by its number: no other program can
// replace that one.

export interface Escape {
  /** Whatever ran when it happened. */
  readonly during: string;
  readonly call: string;
}

/**
 * The traced program announces its next action with this path: it looks for a file that does not
 * exist.
 */
export const markOf = (what: string) => `/mark:${what}`;

/**
 * The calls to be traced: all that take a path, and those that read folders and change files by
 * number.
 */
export const traced = "%file,getdents64,ftruncate,fchmod,fchown,io_uring_setup";

const setOf = (names: string) => new Set(names.split(" "));
const opening = setOf("open openat openat2 creat");
const looking = setOf(
  "access faccessat faccessat2 stat lstat newfstatat statx statfs readlink readlinkat getcwd chdir execve",
);
/** They take the last name as it is, a link too. */
const changingNames = setOf(
  "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mknod mknodat",
);

export class SystemCalls {
  /** The calls that reached the forbidden folder, or could have. */
  readonly escapes: Escape[] = [];
  /** The number of calls that opened or changed an allowed file, by the running command. */
  readonly allowed = new Map<string, number>();
  readonly #area: string;
  readonly #forbidden: string;
  /** The last meaning of each file number. */
  readonly #held = new Map<string, string>();
  /** The beginning of a call that another thread's came into. */
  readonly #unfinished = new Map<string, string>();
  #during: string | null = null;
  #line = "";

  /**
   * `area`: the part of the disk for the program; `forbidden`: the folder in it that it may not
   * use.
   */
  constructor(area: string, forbidden: string) {
    this.#area = area;
    this.#forbidden = forbidden;
  }

  /** Takes the next piece of strace's output. */
  read(text: string): void {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() as string;
    for (const line of lines) this.#readLine(line);
  }

  #readLine(line: string): void {
    const [, thread = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (/^(?:\+\+\+|---) /.test(text)) return;
    if (text.endsWith(" <unfinished ...>")) {
      this.#unfinished.set(thread, text.slice(0, -" <unfinished ...>".length));
      return;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const whole = rest === null ? text : `${this.#unfinished.get(thread)}${rest[1]}`;
    const call = /^(\w+)\((.*)\) += (\?|-?\d+|0x[0-9a-f]+)(?:<([^>]*)>)?/.exec(whole);
    if (call === null)
      throw new Error(`Cannot read "${line}": a system call as strace writes it is wanted`);
    const [, name = "", args = "", result = "", path] = call;
    const mark = /"\/mark:([^"]*)"/.exec(args);
    if (mark !== null) this.#during = mark[1] === "" ? null : (mark[1] as string);
    if (path !== undefined) this.#held.set(result, path);
    if (this.#during === null || result === "?" || result.startsWith("-")) return;
    const verdict = this.#judge(name, args, path);
    if (verdict === "escaped") this.escapes.push({ during: this.#during, call: whole });
    if (verdict === "allowed")
      this.allowed.set(this.#during, (this.allowed.get(this.#during) ?? 0) + 1);
  }

  #judge(
    name: string,
    args: string,
    opened: string | undefined,
  ): "allowed" | "escaped" | "elsewhere" {
    if (looking.has(name)) return "elsewhere";
    // Calls through a ring are not visible here.
    if (name === "io_uring_setup") return "escaped";
    if (opening.has(name)) return /\bO_PATH\b/.test(args) ? "elsewhere" : this.#place(opened ?? "");
    const byNumber = /^\d+<([^>]*)>(?:\(deleted\))?(?:, [^"]*)?$/.exec(args);
    if (byNumber !== null) return this.#place(byNumber[1] as string);
    const isName = changingNames.has(name);
    const places = [...args.matchAll(/(?:(?:AT_FDCWD|(\d+))<([^>]*)>, )?"([^"]*)"/g)].map(
      ([, number, folder, path = ""]) => this.#reached(path, { number, folder }, isName),
    );
    if (places.includes("escaped")) return "escaped";
    return places.includes("allowed") ? "allowed" : "elsewhere";
  }

  /** The target of a call by path. `from`: the beginning of a path that does not begin with `/`. */
  #reached(
    path: string,
    from: { number: string | undefined; folder: string | undefined },
    isName: boolean,
  ) {
    const byNumber = /^\/(?:proc\/(?:self|\d+)|dev)\/fd\/(\d+)(?:\/(.*))?$/.exec(path);
    let held = byNumber === null ? undefined : this.#held.get(byNumber[1] as string);
    let rest = byNumber?.[2];
    if (from.number !== undefined && !path.startsWith("/")) [held, rest] = [from.folder, path];
    const isHeld = held !== undefined && (isName ? /^[^/]+$/.test(rest ?? "") : rest === undefined);
    const place = this.#place(held ?? (path.startsWith("/") ? path : `${from.folder}/${path}`));
    return place === "allowed" && !isHeld ? "escaped" : place;
  }

  #place(path: string): "allowed" | "escaped" | "elsewhere" {
    if (isBelow(path, this.#forbidden)) return "escaped";
    return isBelow(path, this.#area) ? "allowed" : "elsewhere";
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

import { close, fstatSync, mkdirSync, open, write } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { fileError } from "framework/app";

// Not the handles of node:fs/promises: Bun reports an error in a program whose garbage contains
// one.
const openFile = promisify(open);
const writeFile = promisify(write);
const closeFile = promisify(close);

/** The conditions of rotation, and the number of old files. */
export interface Rotation {
  /** The size in bytes at which the next file begins. */
  readonly maxSize: number;
  /** The age in days at which the next file begins. */
  readonly maxDays: number;
  /** The number of old files that are kept. */
  readonly keep: number;
}

/** The maximum of bytes that wait for the disk: later lines are dropped, and counted. */
const maxWaiting = 16 << 20;
/** Characters that are written at once: between two such parts a file may be rotated. */
const part = 1 << 16;
const day = 86_400_000;

interface OpenFile {
  readonly descriptor: number;
  size: number;
  /** Milliseconds since 1970. */
  readonly begun: number;
  readonly inode: number;
}

/**
 * The file to which lines are appended. No caller waits for the disk; the end of the app waits for
 * all lines.
 */
export class LogFile {
  readonly #locate: () => string;
  readonly #rotation: Rotation;
  readonly #say: (problem: string) => void;
  #waiting: string[] = [];
  #waitingLength = 0;
  #dropped = 0;
  #writing: Promise<void> | null = null;
  #open: OpenFile | null = null;
  #lastProblem = "";

  constructor(locate: () => string, rotation: Rotation, say: (problem: string) => void) {
    this.#locate = locate;
    this.#rotation = rotation;
    this.#say = say;
  }

  /** Adds a line, which is written soon. */
  add(line: string): void {
    if (this.#waitingLength > maxWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    this.#writing ??= this.#writeAll();
  }

  /** Settles when every line is in the file. */
  async flush(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#close();
  }

  async #writeAll(): Promise<void> {
    // Lines of one turn are written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      try {
        for (const text of parts(lines)) await this.#write(text);
        this.#lastProblem = "";
      } catch (error) {
        await this.#close();
        const { message } = error as Error;
        if (message !== this.#lastProblem) this.#say(`lines are lost: ${message}`);
        this.#lastProblem = message;
      }
      this.#waitingLength = this.#waiting.reduce((sum, line) => sum + line.length, 0);
      if (this.#dropped === 0) continue;
      this.#waiting.push(
        `${this.#dropped} lines were dropped: they came faster than the disk takes them\n`,
      );
      this.#dropped = 0;
    }
    // At once: a line that is added before the promise settles would wait for the next one.
    this.#writing = null;
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    // It throws if a link leads out of the folder by now.
    const path = this.#locate();
    try {
      const file = await this.#ready(path, bytes.length);
      let written = 0;
      while (written < bytes.length)
        written += (await writeFile(file.descriptor, bytes, written, bytes.length - written))
          .bytesWritten;
      file.size += bytes.length;
    } catch (error) {
      throw fileError("write log", path, error);
    }
  }

  /** The current file, with space for more bytes. */
  async #ready(path: string, more: number): Promise<OpenFile> {
    const file = await this.#opened(path);
    const { maxSize, maxDays } = this.#rotation;
    const isFull = file.size > 0 && file.size + more > maxSize;
    if (!isFull && Date.now() - file.begun < maxDays * day) return file;
    await this.#close();
    await this.#rotate(path);
    return await this.#opened(path);
  }

  async #opened(path: string): Promise<OpenFile> {
    // Another process of the app may have rotated it.
    if (this.#open !== null && (await inodeOf(path)) === this.#open.inode) return this.#open;
    await this.#close();
    mkdirSync(dirname(path), { recursive: true });
    // A folder that cannot be listed costs no lines.
    const rotated = await lastRotation(path).catch(() => 0);
    const descriptor = await openFile(path, "a", 0o600);
    const { size, birthtimeMs, ino } = fstatSync(descriptor);
    this.#open = {
      descriptor,
      size,
      begun: (size > 0 && Math.max(birthtimeMs, rotated)) || Date.now(),
      inode: ino,
    };
    return this.#open;
  }

  async #rotate(path: string): Promise<void> {
    try {
      if (this.#rotation.keep === 0) await rm(path, { force: true });
      else await rename(path, await nextName(path));
    } catch (error) {
      // Another process has rotated it; or, on Windows, has it open: the next line tries again.
      if (
        !["ENOENT", "EPERM", "EACCES", "EBUSY"].includes(
          (error as NodeJS.ErrnoException).code ?? "",
        )
      )
        throw error;
    }
    await this.#evict(path);
  }

  async #evict(path: string): Promise<void> {
    const names = await oldNames(path);
    const left = names.slice(0, Math.max(names.length - this.#rotation.keep, 0));
    for (const name of left) await rm(join(dirname(path), name), { force: true });
  }

  async #close(): Promise<void> {
    const file = this.#open;
    this.#open = null;
    if (file !== null) await closeFile(file.descriptor).catch(() => {});
  }
}

function* parts(lines: readonly string[]): Generator<string> {
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length < part) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

async function inodeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).ino;
  } catch {
    return null;
  }
}

/**
 * `app_2026-11-28_09-46-19.log`; several of one second are counted, so that their names sort by
 * age.
 */
async function nextName(path: string): Promise<string> {
  const time = new Date().toISOString().slice(0, 19).replace("T", "_").replaceAll(":", "-");
  const start = `${path.replace(/\.log$/, "")}_${time}`;
  // The first of this second may be evicted already, and its name must not be used again.
  const last = (await oldNames(path)).findLast((name) => name.startsWith(basename(start)));
  if (last === undefined) return `${start}.log`;
  const count = Number(/-(\d{4})\.log$/.exec(last.slice(basename(start).length))?.[1] ?? 0) + 1;
  return `${start}-${String(count).padStart(4, "0")}.log`;
}

/**
 * The time at which the newest old file was named; 0 if there is none. Windows gives a new file the
 * birth of one of the same name that was renamed up to 15 seconds before, and some disks store no
 * birth. Source: Microsoft, KB 172190, file system tunneling.
 */
async function lastRotation(path: string): Promise<number> {
  const newest = (await oldNames(path)).at(-1) ?? "";
  const [, date, hours, minutes, seconds] =
    /_(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)-(\d\d)[^_]*$/.exec(newest) ?? [];
  return date === undefined ? 0 : Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** The names of old files, the oldest first. */
async function oldNames(path: string): Promise<string[]> {
  const start = RegExp.escape(basename(path).replace(/\.log$/, ""));
  const old = new RegExp(
    `^${start}_(\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d(?:-\\d{4})?)\\.log$`,
  );
  // With the ending, "…-19-0001.log" would come before "…-19.log".
  const timeOf = (name: string): string => old.exec(name)?.[1] ?? "";
  const names = (await readdir(dirname(path))).filter((name) => old.test(name));
  return names.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

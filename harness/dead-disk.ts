// oxlint-disable-next-line no-restricted-imports -- only the system itself can make a disk that does not answer
import { dlopen } from "bun:ffi";
import { closeSync, openSync, read, readSync, writeSync } from "node:fs";
import { tempDir } from "./temp-dir.ts";

// What FUSE sends and takes, as in the kernel's linux/fuse.h.
const requestHead = 40;
const longestRequest = 1 << 18;
const replyHead = 16;
const initReply = 64;

const MNT_FORCE = 1;
const MNT_DETACH = 2;

/** Why there can be no such disk here; `null`: there can. */
export function missingForDeadDisk(): string | null {
  if (process.platform !== "linux") return "FUSE is Linux's";
  if (process.getuid?.() !== 0) return "only root may mount";
  try {
    new DeadDisk()[Symbol.dispose]();
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * A disk that is there and answers nobody, like one of a network that is gone: who asks it for anything waits, and cannot be
 * killed. Leaving the scope ends the waiting.
 */
export class DeadDisk implements Disposable {
  readonly #place = tempDir();
  readonly #libc = dlopen("libc.so.6", {
    mount: { args: ["cstring", "cstring", "cstring", "u64", "cstring"], returns: "i32" },
    umount2: { args: ["cstring", "i32"], returns: "i32" },
  });
  readonly #line: number;

  constructor() {
    const { mount } = this.#libc.symbols;
    this.#line = openSync("/dev/fuse", "r+");
    const options = `fd=${this.#line},rootmode=40000,user_id=0,group_id=0`;
    const text = (of: string) => Buffer.from(`${of}\0`);
    if (mount(text("dead"), text(this.path), text("fuse.dead"), 0, text(options)) !== 0) {
      closeSync(this.#line);
      throw new Error("Cannot mount a disk of FUSE");
    }
    this.#greet();
    this.#listen();
  }

  get path(): string {
    return this.#place.path;
  }

  #greet(): void {
    const request = Buffer.alloc(longestRequest);
    readSync(this.#line, request);
    const reply = Buffer.alloc(replyHead + initReply);
    reply.writeUInt32LE(reply.length, 0);
    request.copy(reply, 8, 8, 16); // the request's number
    reply.writeUInt32LE(request.readUInt32LE(requestHead), replyHead); // major version
    reply.writeUInt32LE(31, replyHead + 4); // minor version
    reply.writeUInt32LE(4096, replyHead + 20); // the most that is written at once
    writeSync(this.#line, reply);
  }

  /** Who asks can be killed until the question was read. */
  #listen(): void {
    read(this.#line, Buffer.alloc(longestRequest), (error) => {
      if (error === null) this.#listen();
      else closeSync(this.#line);
    });
  }

  [Symbol.dispose](): void {
    // The first ends what waits, and the reading.
    for (const flag of [MNT_FORCE, MNT_DETACH])
      this.#libc.symbols.umount2(Buffer.from(`${this.path}\0`), flag);
    this.#libc.close();
    this.#place[Symbol.dispose]();
  }
}

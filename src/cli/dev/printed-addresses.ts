import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** With a port, as development servers print theirs. Those of other machines do not count. */
const ownAddress =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):\d{2,5}(?:\/[^\s"'<>()]*)?/gi;

/** No line with an address is longer, and no server prints more of them. */
const maxLineLength = 4096;
const maxAddresses = 16;

/** The addresses of this machine that programs print: `Local: http://localhost:1420/`. */
export class PrintedAddresses {
  readonly #found = new Set<string>();

  get all(): readonly string[] {
    return [...this.#found];
  }

  /** Reads a stream beside its other readers, line by line: a chunk may end inside of a port. */
  follow(stream: Readable): void {
    const decoder = new TextDecoder();
    let rest = "";
    stream.on("data", (chunk: Buffer) => {
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/[\r\n]+/);
      rest = (lines.pop() ?? "").slice(-maxLineLength);
      for (const line of lines) this.#read(line);
    });
    stream.once("end", () => this.#read(rest));
  }

  #read(line: string): void {
    // Colours divide an address: Vite prints its port in bold.
    const text = stripVTControlCharacters(line.slice(-maxLineLength));
    for (const [printed] of text.matchAll(ownAddress)) {
      const url = URL.parse(printed.replace(/[.,;:]+$/, ""));
      if (url === null || this.#found.size === maxAddresses) continue;
      // Such a server listens everywhere, and no page has that address.
      if (/^(?:0\.0\.0\.0|\[::\])$/.test(url.hostname)) url.hostname = "localhost";
      this.#found.add(url.href);
    }
  }
}

import { FrameworkError } from "../../contract/errors.ts";
import { sealFrameLength, sealHeaderLength, sealTagLength } from "../../contract/page/isolation.ts";

/**
 * The policy of the isolation frame: its own scripts, no request of any kind, and embedding only by
 * pages that may call. `sandbox` makes its origin opaque in every embedder.
 *
 * @param pages in the form of `Origins.pages`
 */
export function isolationPolicy(origin: string, pages: readonly string[]): string {
  const ancestors = pages.flatMap((page) => {
    const place = page.replace(/\/\*$/, "");
    return place.startsWith("*://")
      ? ["http", "https"].map((scheme) => scheme + place.slice(1))
      : [place];
  });
  return [
    "default-src 'none'",
    `script-src ${origin}`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${[...new Set(ancestors)].join(" ")}`,
    "sandbox allow-scripts",
  ].join("; ");
}

/**
 * The calls that one frame has sealed. They may arrive in another order than they were sealed in.
 */
interface Frame {
  readonly document: number;
  highest: number;
  readonly recent: Set<number>;
}

// The maximum number of calls that may overtake one: more than a page ever has waiting.
const reach = 65_536;

/**
 * Opens calls sealed by isolation frames, each once. The key is generated for this run, and never
 * leaves memory.
 */
export class Isolation {
  readonly key: Uint8Array = crypto.getRandomValues(new Uint8Array(32));
  readonly #frames = new Map<string, Frame>();

  /**
   * Returns the body of a sealed call.
   * @throws FrameworkError `not-allowed` when no isolation frame sealed it, or for a replay
   */
  open(document: number, sealed: Uint8Array): Uint8Array {
    if (sealed.length < sealHeaderLength + sealTagLength) throw refuse("it is not sealed");
    const iv = sealed.subarray(0, sealHeaderLength);
    const end = sealed.length - sealTagLength;
    // Not imported: see `test/project/start-modules.test.ts`.
    const { createDecipheriv } = process.getBuiltinModule("node:crypto");
    const decipher = createDecipheriv("aes-256-gcm", this.key, iv, {
      authTagLength: sealTagLength,
    });
    decipher.setAuthTag(sealed.subarray(end));
    let body: Buffer;
    try {
      body = Buffer.concat([
        decipher.update(sealed.subarray(sealHeaderLength, end)),
        decipher.final(),
      ]);
    } catch {
      throw refuse("the isolation frame did not seal it");
    }
    this.#countOnce(document, Buffer.from(iv));
    // In its own buffer: attachments pass on with theirs.
    return new Uint8Array(body);
  }

  /** Forgets the frames of a closed document. */
  closed(document: number): void {
    for (const [name, frame] of this.#frames) {
      if (frame.document === document) this.#frames.delete(name);
    }
  }

  #countOnce(document: number, iv: Buffer): void {
    const name = iv.toString("hex", 0, sealFrameLength);
    const count = iv.readUIntLE(sealFrameLength, 6);
    const frame = this.#frames.get(name) ?? { document, highest: 0, recent: new Set() };
    this.#frames.set(name, frame);
    if (frame.document !== document) throw refuse("it was sealed for another page");
    if (count <= frame.highest - reach || frame.recent.has(count)) throw refuse("it came before");
    frame.recent.add(count);
    for (; frame.highest < count; frame.highest++) frame.recent.delete(frame.highest + 1 - reach);
  }
}

function refuse(reason: string): FrameworkError {
  return new FrameworkError(
    "not-allowed",
    `Cannot read a call: ${reason}, and framework.pattern is isolation`,
  );
}

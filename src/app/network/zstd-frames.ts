const magic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/**
 * Passes zstd data on, and throws at its end if the last frame is cut off: Node's decompressor
 * returns the part before it as if it were all. Source: RFC 8878, section 3.1.
 */
export async function* wholeFrames(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isInFrame = false;
  let checksumLength = 0;
  let head: number[] = [];
  /** The number of bytes up to the next header. */
  let ahead = 0;
  for await (const part of packed) {
    let at = 0;
    while (at < part.length) {
      if (ahead > 0) {
        const passed = Math.min(ahead, part.length - at);
        ahead -= passed;
        at += passed;
        continue;
      }
      head.push(part[at++] as number);
      const header = isInFrame ? blockHeader(head) : frameHeader(head);
      if (header === null) continue;
      head = [];
      ahead = header.ahead;
      if (header.kind === "frame") {
        isInFrame = true;
        ({ checksumLength } = header);
      }
      if (header.kind === "block" && header.isLast) {
        isInFrame = false;
        ahead += checksumLength;
      }
    }
    yield part;
  }
  if (isInFrame || ahead > 0 || head.length > 0) throw new Error("its zstd data breaks off");
}

type Header =
  | { readonly kind: "frame"; readonly ahead: number; readonly checksumLength: number }
  | { readonly kind: "block"; readonly ahead: number; readonly isLast: boolean }
  /** Data of no meaning to the decompressor, which judges anything unknown, too. */
  | { readonly kind: "other"; readonly ahead: number };

/** `null`: more bytes are needed. */
function frameHeader(head: readonly number[]): Header | null {
  if (head.length < 5) return null;
  const bytes = new DataView(Uint8Array.from(head).buffer);
  const start = bytes.getUint32(0, true);
  if ((start & ~0xf) >>> 0 === skippableMagic)
    return head.length < 8 ? null : { kind: "other", ahead: bytes.getUint32(4, true) };
  if (start !== magic) return { kind: "other", ahead: Infinity };
  const descriptor = bytes.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryLength = [0, 1, 2, 4][descriptor & 3] as number;
  const sizeLength = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  return {
    kind: "frame",
    ahead: (isSingleSegment ? 0 : 1) + dictionaryLength + sizeLength,
    checksumLength: (descriptor & 4) === 0 ? 0 : 4,
  };
}

/** `null`: more bytes are needed. */
function blockHeader(head: readonly number[]): Header | null {
  const [low, middle, high] = head;
  if (low === undefined || middle === undefined || high === undefined) return null;
  const isRepeatedByte = ((low >> 1) & 3) === 1;
  const size = (low | (middle << 8) | (high << 16)) >> 3;
  return { kind: "block", ahead: isRepeatedByte ? 1 : size, isLast: (low & 1) === 1 };
}

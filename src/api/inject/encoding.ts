// How calls are written: by the bridge, and in the isolation frame.

import type { Attachment } from "../../contract/message.ts";

export interface Taken {
  readonly path: readonly (string | number)[];
  readonly bytes: Uint8Array;
}

export interface Encoding {
  /**
   * A copy of `value` with all bytes taken out; `value` itself, untouched, when it holds none. `path` is one list
   * for all that is on the way: with one for each step, a value that holds itself would take seconds to be refused.
   */
  readonly takeBytes: (value: unknown, path: (string | number)[], taken: Taken[]) => unknown;
  readonly attachments: (taken: readonly Taken[]) => Attachment[];
  /** A call and its bytes as one body (see `frameHeaderLength`). */
  readonly body: (json: string, taken: readonly Taken[]) => Uint8Array<ArrayBuffer>;
}

/** Keeps what it needs in constants, so that nothing replaced later can catch what is written. */
export function openEncoding(headerLength: number): Encoding {
  const { isArray } = Array;
  const isView = ArrayBuffer.isView.bind(ArrayBuffer);
  const { entries, getPrototypeOf, prototype: plainPrototype } = Object;
  const utf8 = new TextEncoder();

  const takeBytes: Encoding["takeBytes"] = (value, path, taken) => {
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof ArrayBuffer || isView(value)) {
      const bytes = isView(value)
        ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
        : new Uint8Array(value);
      taken.push({ path: [...path], bytes });
      return null;
    }
    const depth = path.length;
    if (isArray(value)) {
      let copy: unknown[] | undefined;
      for (let index = 0; index < value.length; index++) {
        path[depth] = index;
        const item = takeBytes(value[index], path, taken);
        if (item !== value[index]) (copy ??= [...value])[index] = item;
      }
      path.length = depth;
      return copy ?? value;
    }
    const prototype: unknown = getPrototypeOf(value);
    if (prototype !== plainPrototype && prototype !== null) return value;
    let copy: Record<string, unknown> | undefined;
    for (const [key, field] of entries(value)) {
      path[depth] = key;
      const item = takeBytes(field, path, taken);
      if (item !== field) (copy ??= { ...(value as Record<string, unknown>) })[key] = item;
    }
    path.length = depth;
    return copy ?? value;
  };

  return {
    takeBytes,
    attachments: (taken) => taken.map(({ path, bytes }) => ({ path, length: bytes.length })),
    body(json, taken) {
      const head = utf8.encode(json);
      let length = headerLength + head.length;
      for (const { bytes } of taken) length += bytes.length;
      const body = new Uint8Array(length);
      new DataView(body.buffer).setUint32(0, head.length, true);
      body.set(head, headerLength);
      let offset = headerLength + head.length;
      for (const { bytes } of taken) {
        body.set(bytes, offset);
        offset += bytes.length;
      }
      return body;
    },
  };
}

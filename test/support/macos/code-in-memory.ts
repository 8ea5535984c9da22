import { signCode as signSource } from "../../../src/bundler/macos/signature/code-signature.ts";
import { universal as universalSource } from "../../../src/bundler/write/macho.ts";
import { readPart, type Source } from "../../../src/bundler/write/source.ts";

/** Signs code, and reads the result. */
export async function signCode(...given: Parameters<typeof signSource>) {
  const { bytes, seal } = await signSource(...given);
  return { bytes: whole(bytes), seal };
}

/** A universal file of images, in memory. */
export function universal(images: readonly Source[]): Buffer {
  return whole(universalSource(images));
}

function whole(source: Source): Buffer {
  return readPart(source, 0, source.length);
}

import type { Address } from "../ffi/signature.ts";
import { coreFoundation } from "./lib/core-foundation.ts";

// kCFStringEncodingUTF8
const UTF8 = 0x08000100;
/** A tag is shorter. */
const room = 256;

/**
 * The first of the user's languages as a BCP 47 tag, `de-DE`, on any thread; `null`: there is none.
 * JavaScript's own is always "en-US" here: the runtime asks the C library for its locale, which it
 * never sets. Source: issue 8480 of Bun.
 */
export function preferredLanguage(): string | null {
  const languages = coreFoundation.CFLocaleCopyPreferredLanguages();
  if (languages === null) return null;
  try {
    if (coreFoundation.CFArrayGetCount(languages) === 0) return null;
    const first = coreFoundation.CFArrayGetValueAtIndex(languages, 0);
    return first === null ? null : textOf(first);
  } finally {
    coreFoundation.CFRelease(languages);
  }
}

function textOf(string: Address): string | null {
  const bytes = Buffer.alloc(room);
  const isWhole = coreFoundation.CFStringGetCString(string, bytes, room, UTF8) !== 0;
  return isWhole ? bytes.toString("utf8", 0, bytes.indexOf(0)) : null;
}

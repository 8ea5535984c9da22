// Stands in for the few functions of Windows that the WebView2 client needs, so that client and
// runtime meet in one process on any system; on Windows itself for its message loop alone. Imported
// before what uses them.

import {
  functionAt,
  type Address,
  type NativeFunction,
} from "../../../src/native/ffi/signature.ts";
import { comObject } from "../../../src/native/windows/com/client.ts";
import { S_OK } from "../../../src/native/windows/com/hresult.ts";
import { libcPackages } from "../../../src/native/linux/lib/packages.ts";
import { library } from "../../../src/native/linux/library.ts";
import { bytesAt, giveNumber } from "../../../src/native/windows/memory.ts";
import { kernel32 } from "../../../src/native/windows/lib/kernel32.ts";
import { ole32 } from "../../../src/native/windows/lib/ole32.ts";
import { shlwapi } from "../../../src/native/windows/lib/shlwapi.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { IStream as StreamMethods } from "../../../src/native/windows/lib/webview2-events.ts";
import { IStream } from "../../../harness/webview2/interfaces.ts";
import { serveSome } from "../../../harness/webview2/serve-some.ts";

const WM_TIMER = 0x0113;

/** Memory of texts that was not freed. */
export const texts = { open: 0 };

/** The window that is used; 0: another program's. */
export const foreground = { window: 0 };

/** A stream over bytes, with one reference that is the caller's. */
export function memoryStream(bytes: Uint8Array): Address {
  let position = 0;
  const address = serveSome([IStream], {
    Read: (into: Address, wanted: number, count: Address | null) => {
      const part = bytes.subarray(position, position + wanted);
      position += part.length;
      bytesAt(into, part.length).set(part);
      if (count !== null) giveNumber(count, part.length);
      return S_OK;
    },
  });
  return comObject(address, StreamMethods).again(StreamMethods).address;
}

/** Puts functions of ours in the place of a library's. */
function replace<L extends object>(
  library: L,
  functions: { readonly [N in keyof L]?: L[N] },
): void {
  for (const [name, value] of Object.entries(functions))
    Object.defineProperty(library, name, { value });
}

replace(kernel32, { GetModuleHandleW: () => 1 });
replace(user32, windowOfTimers());
if (process.platform !== "win32") {
  const libc = library("libc.so.6", libcPackages, { malloc: "L>n", free: "n>v" });
  replace(ole32, {
    CoTaskMemAlloc: (size) => {
      texts.open++;
      return libc.malloc(size);
    },
    CoTaskMemFree: (address) => {
      texts.open--;
      libc.free(address);
    },
  });
  replace(shlwapi, {
    SHCreateMemStream: (bytes) => memoryStream((bytes as Uint8Array).slice()),
  });
}

/** The window that a loop hears by, with timers of Bun's in the place of a queue. */
function windowOfTimers(): { readonly [N in keyof typeof user32]?: (typeof user32)[N] } {
  let received: NativeFunction<"luLl>l"> | undefined;
  const timers = new Map<number, NodeJS.Timeout>();
  return {
    RegisterClassExW: (description) => {
      const bytes = description as Uint8Array;
      const address = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(8, true);
      received = functionAt(Number(address), "luLl>l");
      return 1;
    },
    CreateWindowExW: () => 1,
    GetForegroundWindow: () => foreground.window,
    PostMessageW: (...message) => {
      setTimeout(() => received?.(...message));
      return 1;
    },
    SetTimer: (window, number, milliseconds) => {
      timers.set(
        number,
        setTimeout(() => received?.(window, WM_TIMER, number, 0), milliseconds),
      );
      return number;
    },
    KillTimer: (_window, number) => {
      clearTimeout(timers.get(number));
      return timers.delete(number) ? 1 : 0;
    },
  };
}

// The test's subject is the stand-in, not the platform on top of it.
// oxlint-disable-next-line no-restricted-imports
import { toArrayBuffer, type Pointer } from "bun:ffi";
import * as interfaces from "../../../harness/webview2/interfaces.ts";
import { versionsOf } from "../../../harness/webview2/versions.ts";
import { functionAt, type Address } from "../../../src/native/ffi/signature.ts";
import { outText } from "../../../src/native/windows/com/apartment.ts";
import {
  comInterface,
  comObject,
  outNumber,
  outPointer,
  type ComObject,
} from "../../../src/native/windows/com/client.ts";
import { S_OK } from "../../../src/native/windows/com/hresult.ts";
import {
  lend,
  serve,
  servedInterface,
  type ServedInterface,
} from "../../../src/native/windows/com/server.ts";
import { instance } from "../../../src/native/windows/lib/kernel32.ts";
import { ole32 } from "../../../src/native/windows/lib/ole32.ts";
import { RECT, user32 } from "../../../src/native/windows/lib/user32.ts";
import { registerClass } from "../../../src/native/windows/registered-class.ts";
import { functionIn, openLibraryAt } from "../../../src/native/windows/library.ts";
import { wide, wideTextAt } from "../../../src/native/windows/wide-text.ts";

// A client of WebView2 without a framework around it: each call by its name, at the place that the
// ordered lists have.

type Calls = Readonly<Record<string, (...args: unknown[]) => number>>;
export type Bare = ComObject<Record<never, never>> & Calls;

/** An object at an address, by the newest of an interface's versions that is served. */
export function bare(address: Address, name: string, isBorrowed = false): Bare {
  const newest = versionsOf(name).at(-1);
  if (newest === undefined) throw new Error(`Cannot use ${name}: want an interface of WebView2`);
  return asInterface(address, newest, isBorrowed);
}

function asInterface(address: Address, served: ServedInterface, isBorrowed: boolean): Bare {
  const methods = Object.fromEntries(
    Object.entries(served.methods).map(([method, signature], place) => [
      method,
      `${place + 3}:${signature}` as const,
    ]),
  );
  const unknown = comObject(address, comInterface("IUnknown", served.iid, {}));
  const found = unknown.query(comInterface("WebView2", served.iid, methods));
  if (!isBorrowed) unknown[Symbol.dispose]();
  if (found === null) throw new Error(`Cannot use ${served.iid}: the object has it not`);
  return new Proxy(found as unknown as Bare, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      // A promise asks whether it is another promise.
      if (value === undefined && name !== "then")
        throw new Error(`Cannot call ${String(name)}: ${served.iid} has it not`);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

export const textOf = (object: Bare, call: string): string =>
  outText((out) => object[call]?.(out)) ?? "";
export const numberOf = (object: Bare, call: string): number =>
  outNumber((out) => object[call]?.(out));
export const objectOf = (object: Bare, call: string, name: string): Bare =>
  bare(
    outPointer((out) => object[call]?.(out)),
    name,
  );

const eventHandlers = Object.fromEntries(
  Object.entries(interfaces.eventHandlers).map(([name, iid]) => [
    name,
    servedInterface(iid, { Invoke: "pn>i" }),
  ]),
);
const completedHandlers = Object.fromEntries(
  Object.entries(interfaces.completedHandlers).map(([name, iid]) => [
    name,
    servedInterface(iid, { Invoke: "in>i" }),
  ]),
);

/** Adds a handler, which gets what the event tells as one of these. */
export function on(
  object: Bare,
  event: string,
  args: string | null,
  run: (args: Bare) => void,
  kind = event,
): bigint {
  const handler = eventHandlers[kind];
  if (handler === undefined) throw new Error(`Cannot handle "${kind}": its number is not known`);
  const token = new BigInt64Array(new ArrayBuffer(8));
  const made = serve([handler], {
    Invoke(_sender: Address, reported: Address | null) {
      if (args === null || reported === null) run(undefined as never);
      else {
        using object = bare(reported, args, true);
        run(object);
      }
      return S_OK;
    },
  } as never);
  lend(made, (address) => object[`add_${event}`]?.(address, token));
  return token[0] ?? 0n;
}

/** The text that a handler was given. */
export const wideAt = (address: Address): string => wideTextAt(address);

/** Windows' own stream at an address, to be disposed of. */
export const borrowedStream = (address: Address): ComObject<Record<never, never>> =>
  comObject(address, comInterface("IStream", "0000000c-0000-0000-c000-000000000046", {}));

/** Waits for the end of a call: what it gave is `take`n while the handler runs. */
export function completed<T>(
  call: string,
  begin: (handler: Address) => void,
  take: (value: Address) => T,
): Promise<T> {
  const handler = completedHandlers[call];
  if (handler === undefined) throw new Error(`Cannot wait for "${call}": its number is not known`);
  return new Promise((resolve, reject) => {
    const made = serve([handler], {
      Invoke(result: number, value: Address | null) {
        if (result < 0) reject(new Error(`${call} failed: ${result}`));
        else resolve(take(value ?? 0));
        return S_OK;
      },
    } as never);
    lend(made, begin);
  });
}

/** The options that an environment is made with. */
function options(args: string): Address {
  const texts: Readonly<Record<string, string>> = {
    AdditionalBrowserArguments: args,
    Language: "en-US",
    TargetCompatibleBrowserVersion: "86.0.616.0",
  };
  const served = interfaces.ICoreWebView2EnvironmentOptions;
  const handlers = Object.fromEntries(
    Object.keys(served.methods).map((method) => [
      method,
      (out: Address) => {
        const text = texts[method.slice("get_".length)];
        const view = RECT.at(out).bytes;
        if (text === undefined) view.fill(0, 0, 4);
        else {
          const bytes = wide(text);
          const copy = ole32.CoTaskMemAlloc(bytes.length) ?? 0;
          new Uint8Array(memory(copy, bytes.length)).set(bytes);
          new DataView(view.buffer, view.byteOffset).setBigUint64(0, BigInt(copy), true);
        }
        return S_OK;
      },
    ]),
  );
  return serve([served], handlers as never);
}

let registered: Uint8Array | undefined;

function className(): Uint8Array {
  const library = openLibraryAt("C:\\windows\\system32\\user32.dll");
  return (registered ??= registerClass("BareWindow", functionIn(library, "DefWindowProcW") ?? 0));
}

/** A window of this process. */
export function makeWindow(title: string): number {
  const visible = 0x10cf0000; // WS_OVERLAPPEDWINDOW | WS_VISIBLE
  const window = user32.CreateWindowExW(
    0,
    className(),
    wide(title),
    visible,
    50,
    60,
    500,
    400,
    0,
    0,
    instance(),
    null,
  );
  if (window === 0) throw new Error("Cannot make a window");
  return window;
}

/** The exports of the runtime's library. */
export function openEnvironment(folder: string, args = ""): Promise<Bare> {
  const library = openLibraryAt(
    `${process.env["WEBVIEW2_BROWSER_EXECUTABLE_FOLDER"]}\\EBWebView\\x64\\EmbeddedBrowserWebView.dll`,
  );
  const address = functionIn(library, "CreateWebViewEnvironmentWithOptionsInternal");
  if (address === null) throw new Error("Cannot find the export of the runtime");
  const create = functionAt(address, "iipnp>i");
  return completed(
    "CreateCoreWebView2Environment",
    (handler) => void lend(options(args), (given) => create(1, 0, wide(folder), given, handler)),
    (value) => bare(value, "ICoreWebView2Environment", true),
  );
}

export function openController(environment: Bare, window: number): Promise<Bare> {
  return completed(
    "CreateCoreWebView2Controller",
    (handler) => void environment["CreateCoreWebView2Controller"]?.(window, handler),
    (value) => bare(value, "ICoreWebView2Controller", true),
  );
}

export function rect(left: number, top: number, right: number, bottom: number): Uint8Array {
  return RECT.make({ left, top, right, bottom }).bytes;
}

function memory(address: Address, length: number): ArrayBuffer {
  return toArrayBuffer(address as Pointer, 0, length);
}

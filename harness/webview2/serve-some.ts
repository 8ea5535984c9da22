import type { Address } from "../../src/native/ffi/signature.ts";
import { E_NOTIMPL } from "../../src/native/windows/com/hresult.ts";
import { serve, type ServedInterface } from "../../src/native/windows/com/server.ts";

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Serves an object that has some of its interfaces' methods; the others are not implemented. */
export function serveSome(
  interfaces: readonly ServedInterface[],
  handlers: Handlers,
  released?: () => void,
): Address {
  const all = new Proxy(handlers, {
    get: (own, name) => own[name as string] ?? (() => E_NOTIMPL),
  });
  return serve(interfaces, all as never, released);
}

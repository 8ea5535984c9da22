import { ptr, read, type Pointer } from "bun:ffi";
import { functionAt, type Address, type NativeFunction } from "../../ffi/signature.ts";
import { guid, type Guid } from "./guid.ts";
import { check, E_NOINTERFACE } from "./hresult.ts";

// An interface is a table of functions. Each called method is declared by its slot in the table and
// its signature without the object itself: `slot:arguments>result`. A result `i` is an HRESULT,
// which is checked.

type Methods = Readonly<Record<string, `${number}:${string}`>>;

/** The used part of a COM interface. */
export interface Interface<M extends Methods = Methods> {
  readonly name: string;
  readonly iid: Guid;
  readonly methods: M;
}

/**
 * Declares an interface by its IID, and the called methods. The first three slots are those of
 * `IUnknown`.
 */
export function comInterface<const M extends Methods>(
  name: string,
  iid: Guid,
  methods: M,
): Interface<M> {
  return { name, iid, methods };
}

type Method<S> = S extends `${number}:${infer Signature}` ? NativeFunction<Signature> : never;

/** A reference to an object that we have to release. */
export type ComObject<M extends Methods> = Reference & { readonly [N in keyof M]: Method<M[N]> };

/** An object of an interface. */
export type ObjectOf<I> = I extends Interface<infer M> ? ComObject<M> : never;

const RELEASE = "2:>u";
const ADD_REF = "1:>u";
const QUERY_INTERFACE = "0:pp>i";

// One for each function and signature: objects of a class share their functions.
const functions = new Map<string, NativeFunction<string>>();

function methodOf(object: Address, method: `${number}:${string}`): (...args: unknown[]) => unknown {
  const colon = method.indexOf(":");
  const slot = Number(method.slice(0, colon));
  const table = read.ptr(object as Pointer, 0);
  const address = Number(read.ptr(table as Pointer, slot * 8));
  const signature = `p${method.slice(colon + 1)}`;
  const key = `${address} ${signature}`;
  let run = functions.get(key);
  if (run === undefined) functions.set(key, (run = functionAt(address, signature)));
  return run as unknown as (...args: unknown[]) => unknown;
}

/** The methods of every object. */
export class Reference implements Disposable {
  readonly address: Address;
  #isReleased = false;

  constructor(address: Address) {
    this.address = address;
  }

  /** Releases the object; a second call has no effect. */
  [Symbol.dispose](): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    methodOf(this.address, RELEASE)(this.address);
  }

  /** Another reference to it. */
  again<M extends Methods>(as: Interface<M>): ComObject<M> {
    methodOf(this.address, ADD_REF)(this.address);
    return comObject(this.address, as);
  }

  /**
   * The same object through another interface; `null`: it lacks the interface, as older versions
   * lack newer ones.
   */
  query<M extends Methods>(as: Interface<M>): ComObject<M> | null {
    const out = new BigUint64Array(new ArrayBuffer(8));
    const result = methodOf(this.address, QUERY_INTERFACE)(
      this.address,
      guid(as.iid),
      out,
    ) as number;
    if (result === E_NOINTERFACE) return null;
    check(`${as.name}.QueryInterface`, result);
    return comObject(Number(out[0]), as);
  }
}

/**
 * An object at an address: a reference that a call returned, to be disposed of, or one borrowed by
 * a callback, which is not.
 */
export function comObject<M extends Methods>(address: Address, as: Interface<M>): ComObject<M> {
  if (address === 0) throw new Error(`Cannot use ${as.name}: the call gave none`);
  const object = new Reference(address);
  for (const [name, method] of Object.entries(as.methods)) {
    Object.defineProperty(object, name, {
      configurable: true,
      get() {
        const run = methodOf(address, method);
        const value = method.endsWith(">i")
          ? (...args: unknown[]) => check(`${as.name}.${name}`, run(address, ...args) as number)
          : (...args: unknown[]) => run(address, ...args);
        Object.defineProperty(object, name, { value });
        return value;
      },
    });
  }
  return object as ComObject<M>;
}

/**
 * The pointer that a call writes: `outPointer((out) => object.GetResult(out))`; 0 if it wrote none.
 */
export function outPointer(call: (out: BigUint64Array) => unknown): Address {
  const out = new BigUint64Array(new ArrayBuffer(8));
  call(out);
  return Number(out[0]);
}

/** The object that a call returns. */
export function outObject<M extends Methods>(
  as: Interface<M>,
  call: (out: BigUint64Array) => unknown,
): ComObject<M> {
  return comObject(outPointer(call), as);
}

/** The 32-bit number that a call writes. */
export function outNumber(call: (out: Int32Array) => unknown): number {
  const out = new Int32Array(new ArrayBuffer(4));
  call(out);
  return out[0] ?? 0;
}

/** The address of memory of ours, which must stay reachable while it is used. */
export function addressOf(memory: NodeJS.TypedArray): Address {
  return Number(ptr(memory));
}

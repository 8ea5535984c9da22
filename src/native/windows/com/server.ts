import { ptr, toArrayBuffer, type Pointer } from "bun:ffi";
import { callback } from "../../ffi/callback.ts";
import type { Address, CallbackFunction } from "../../ffi/signature.ts";
import { guidIn, type Guid } from "./guid.ts";
import { E_NOINTERFACE, E_POINTER, S_OK } from "./hresult.ts";

// An object that COM may call consists of one cell of 8 bytes for each of its interfaces: the
// address of the table of functions. The functions are created once for an interface, and find the
// object by the cell that they are called with.

type Signatures = Readonly<Record<string, string>>;

/** An interface that objects of ours implement. */
export interface ServedInterface<S extends Signatures = Signatures> {
  readonly iid: Guid;
  /** Signatures without the object itself, in the order of the table after `IUnknown`. */
  readonly methods: S;
  /** Creates the table when it is first needed. */
  readonly table: () => BigUint64Array;
}

type Handler<S extends string> = CallbackFunction<S>;
type Handlers<S extends Signatures> = { readonly [N in keyof S]: Handler<S[N]> };
type AllHandlers<I extends readonly ServedInterface[]> = I extends readonly [
  ServedInterface<infer S>,
  ...infer Rest extends readonly ServedInterface[],
]
  ? Handlers<S> & AllHandlers<Rest>
  : unknown;

interface Served {
  readonly cells: ReadonlyMap<Guid, BigUint64Array>;
  readonly handlers: Readonly<Record<string, (...args: never[]) => unknown>>;
  references: number;
  readonly released: () => void;
}

const IUNKNOWN = "00000000-0000-0000-c000-000000000046";

// By the address of each cell; an object is reachable from here while it has references.
const objects = new Map<Address, Served>();

/** The number of our objects with references; tests use it to find leaks. */
export function servedObjects(): number {
  return new Set(objects.values()).size;
}

const queryInterface = callback("pnn>i", (cell, iid, out) => {
  const object = objects.get(cell);
  if (object === undefined || iid === null || out === null) return E_POINTER;
  const asked = guidIn(new Uint8Array(toArrayBuffer(iid as Pointer, 0, 16)));
  const answer = new BigUint64Array(toArrayBuffer(out as Pointer, 0, 8));
  const found = asked === IUNKNOWN ? object.cells.values().next().value : object.cells.get(asked);
  if (found === undefined) {
    answer[0] = 0n;
    return E_NOINTERFACE;
  }
  object.references++;
  answer[0] = BigInt(ptr(found));
  return S_OK;
});

const addRef = callback("p>u", (cell) => {
  const object = objects.get(cell);
  return object === undefined ? 0 : ++object.references;
});

const release = callback("p>u", (cell) => {
  const object = objects.get(cell);
  if (object === undefined) return 0;
  object.references--;
  if (object.references > 0) return object.references;
  for (const each of object.cells.values()) objects.delete(Number(ptr(each)));
  object.released();
  return 0;
});

/**
 * Declares an interface that objects of ours implement: its methods after those of `IUnknown`, in
 * the order of its table.
 */
export function servedInterface<const S extends Signatures>(
  iid: Guid,
  methods: S,
): ServedInterface<S> {
  let table: BigUint64Array | undefined;
  const makeTable = (): BigUint64Array => {
    const functions = Object.entries(methods).map(([name, signature]) =>
      callback(`p${signature}`, ((cell: Address, ...args: never[]) => {
        const handler = objects.get(cell)?.handlers[name];
        // A released object must not be called; a caller gets an error instead of a crash.
        return handler === undefined ? E_POINTER : handler(...args);
      }) as never),
    );
    const all = [queryInterface, addRef, release, ...functions];
    const made = new BigUint64Array(new ArrayBuffer(8 * all.length));
    for (const [index, address] of all.entries()) made[index] = BigInt(address());
    return made;
  };
  return { iid, methods, table: () => (table ??= makeTable()) };
}

/**
 * Creates an object with these interfaces. Its address is that of the first one, and it has no
 * references yet: it lives from the first reference to the last release. An object that a call
 * borrows without taking a reference is freed by `lend`.
 *
 * @param released called at the release of the last reference
 */
export function serve<const I extends readonly ServedInterface[]>(
  interfaces: I,
  handlers: AllHandlers<I>,
  released: () => void = () => {},
): Address {
  const cells = new Map(
    interfaces.map(({ iid, table }) => {
      const cell = new BigUint64Array(new ArrayBuffer(8));
      cell[0] = BigInt(ptr(table()));
      return [iid.toLowerCase(), cell] as const;
    }),
  );
  const object: Served = {
    cells,
    handlers: handlers as unknown as Served["handlers"],
    references: 0,
    released,
  };
  const [first, ...others] = cells.values();
  if (first === undefined) throw new Error("Cannot serve an object: want an interface");
  for (const cell of [first, ...others]) objects.set(Number(ptr(cell)), object);
  return Number(ptr(first));
}

/**
 * Lends an object of ours to a call; without a reference from the call, the object is freed
 * afterwards.
 */
export function lend<T>(object: Address, call: (object: Address) => T): T {
  const served = objects.get(object);
  if (served !== undefined) served.references++;
  try {
    return call(object);
  } finally {
    if (served !== undefined) dispose(object);
  }
}

function dispose(object: Address): void {
  const served = objects.get(object);
  if (served === undefined) return;
  served.references--;
  if (served.references > 0) return;
  for (const each of served.cells.values()) objects.delete(Number(ptr(each)));
  served.released();
}

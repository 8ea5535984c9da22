import * as v from "valibot";

/**
 * `Uint8Array` under a name of its own: current compilers would write `Uint8Array<ArrayBufferLike>`
 * into our declarations, and compilers before 5.7 know no type parameter of it.
 */
export interface ByteArray extends Uint8Array {}

/**
 * The compiler's type of a `Uint8Array` in an unshared buffer: from 5.7 on, one with a type
 * parameter.
 */
type UnsharedByteArray = ReturnType<Uint8ArrayConstructor["of"]>;

/** A `Uint8Array` that a page receives: `new Blob` and similar APIs accept it. */
export interface ArrivedBytes extends UnsharedByteArray {}

/** Bytes as an argument. */
export const Bytes: v.GenericSchema<ByteArray> = v.instance(Uint8Array);

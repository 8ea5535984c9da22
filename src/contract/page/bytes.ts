import * as v from "valibot";

/**
 * `Uint8Array` under a name of its own: with the compiler of today our declarations would say
 * `Uint8Array<ArrayBufferLike>`, and compilers before 5.7 know no parameter of it.
 */
export interface ByteArray extends Uint8Array {}

/**
 * What a compiler calls a `Uint8Array` in a buffer that no other thread shares: one from 5.7 on by
 * a parameter.
 */
type UnsharedByteArray = ReturnType<Uint8ArrayConstructor["of"]>;

/** A `Uint8Array` as bytes come to a page: `new Blob` and the like take it. */
export interface ArrivedBytes extends UnsharedByteArray {}

/** Bytes as an argument. */
export const Bytes: v.GenericSchema<ByteArray> = v.instance(Uint8Array);

import * as v from "valibot";

/**
 * `Uint8Array` under a name of its own: with the compiler of today our declarations would say
 * `Uint8Array<ArrayBufferLike>`, and compilers before 5.7 know no parameter of it.
 */
export interface ByteArray extends Uint8Array {}

/** Bytes as an argument. */
export const Bytes: v.GenericSchema<ByteArray> = v.instance(Uint8Array);

import * as v from "valibot";

/** Bytes as an argument. */
export const Bytes: v.GenericSchema<Uint8Array> = v.instance(Uint8Array);

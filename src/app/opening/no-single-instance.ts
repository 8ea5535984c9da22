import type { SingleInstancePart } from "./single-instance.ts";

/** Of an app that may run more than once. */
export const singleInstance: SingleInstancePart = () => Promise.resolve({ ends: false, follow() {} });

import type { SingleInstancePart } from "./single-instance.ts";

/** For an app that may run more than once. */
export const singleInstance: SingleInstancePart = () =>
  Promise.resolve({ ends: false, follow() {} });

import { targetOf } from "../../src/contract/target.ts";

/** The machine that the tests run on. */
export const thisMachine = targetOf(process.platform, process.arch);

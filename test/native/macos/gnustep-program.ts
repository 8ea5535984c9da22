// Does one case of `gnustep-cases.ts` and ends:
//
//   bun gnustep-program.ts <case> <what the case is given>
import { GnustepRuntime } from "../../../harness/objective-c/gnustep.ts";
import { useRuntime } from "../../../src/native/macos/objc/runtime.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";
import { gnustepCases } from "./gnustep-cases.ts";

const [name = "", given = ""] = process.argv.slice(2);
const runtime = new GnustepRuntime();
runtime.load();
useRuntime(runtime);
withPool(() => gnustepCases[name]?.(given));
process.exit(0);

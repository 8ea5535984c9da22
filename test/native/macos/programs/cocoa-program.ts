// Does a case of `layer-cases.ts` or `gnustep-cases.ts` and ends, on Apple's runtime where there is
// one:
//
//   bun cocoa-program.ts <case> <what the case is given>
import { GnustepRuntime } from "../../../../harness/objective-c/gnustep.ts";
import { AppleRuntime } from "../../../../src/native/macos/objc/apple.ts";
import type { Processor } from "../../../../src/native/macos/objc/lowering.ts";
import { withPool } from "../../../../src/native/macos/objc/pool.ts";
import { useRuntime } from "../../../../src/native/macos/objc/runtime.ts";
import { gnustepCases } from "../cases/gnustep-cases.ts";
import { layerCases } from "../cases/layer-cases.ts";

const [name = "", given = ""] = process.argv.slice(2);
const runtime =
  process.platform === "darwin"
    ? new AppleRuntime(process.arch as Processor)
    : new GnustepRuntime();
runtime.load();
useRuntime(runtime);
withPool(() => (layerCases[name] ?? gnustepCases[name])?.(given));
process.exit(0);

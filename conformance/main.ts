// `npm run conformance [-- PART…]`: runs the cases of the host's system, and writes
// build/conformance/conformance-report.html and .json. Options:
//
//   --make [TARGET…]   makes the programs that do the same without a toolchain
//   --wine [PART…]     runs the program for Windows under Wine, with a stand-in for WebView2
//   --stand-in         runs the macOS cases on the stand-in for Apple's runtime

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { targetName, targets } from "../src/cli/build/build-target.ts";
import { thisMachine } from "../test/support/this-machine.ts";
import { makeParcels } from "./apps/parcels.ts";
import { makeProgram } from "./make.ts";
import { conformance } from "./program.ts";
import { runOnStandIn } from "./stand-in.ts";
import { runUnderWine } from "./wine.ts";

const folder = join(import.meta.dir, "../build/conformance");
const words = process.argv.slice(2);

process.exit(await start(words));

async function start([first, ...others]: readonly string[]): Promise<number> {
  if (first === "--make") return await make(others);
  if (first === "--stand-in") return await runOnStandIn(join(folder, "macos"));
  if (first !== "--wine") return await run();
  const program = await makeProgram({ system: "windows", architecture: "x64" }, folder);
  return await runUnderWine(program, join(folder, "wine"), others);
}

async function run(): Promise<number> {
  const command = [process.execPath, join(import.meta.dir, "main.ts")];
  // A number is a case, for the process that this program starts for a part.
  const wanted = words.filter((word) => !/^\d+$/.test(word));
  return await conformance(
    { command, folder, wanted, dialogThread: null },
    async () => await makeParcels(join(folder, "parcels"), thisMachine),
  );
}

async function make(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !targets.some((target) => targetName(target) === name));
  if (unknown.length > 0)
    throw new Error(
      `Cannot make "${unknown.join(" ")}": use ${targets.map(targetName).join(", ")}`,
    );
  mkdirSync(folder, { recursive: true });
  const wanted = targets.filter(
    (target) => names.length === 0 || names.includes(targetName(target)),
  );
  for (const target of wanted) console.log(await makeProgram(target, folder));
  return 0;
}

// `npm run conformance [-- PART…]`: runs the conformance of the system it is started on, and writes
// build/conformance/conformance-report.html and .json. With `--make [TARGET…]` it makes the
// programs by which others do that without a toolchain.

import { join } from "node:path";
import { targetOf } from "../src/contract/target.ts";
import { makeParcels } from "./apps/parcels.ts";
import { conformance } from "./program.ts";

const folder = join(import.meta.dir, "../build/conformance");
const words = process.argv.slice(2);
const wanted = words.filter((word) => !/^\d+$/.test(word));

process.exit(
  await conformance(
    { command: [process.execPath, join(import.meta.dir, "main.ts")], folder, wanted },
    async () =>
      await makeParcels(join(folder, "parcels"), targetOf(process.platform, process.arch)),
  ),
);

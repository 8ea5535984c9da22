import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Parcel } from "./apps/parcels.ts";
import { conformance } from "./program.ts";

/**
 * Runs the program that `make.ts` builds: unpacks the example apps inside it, and writes the report
 * into a folder in the current folder.
 *
 * @param files the path of each file of the parcels, by its name
 */
export async function runMade(
  list: readonly Parcel[],
  files: Readonly<Record<string, string>>,
  dialogThread: URL,
): Promise<never> {
  const folder = join(process.cwd(), "conformance-report");
  mkdirSync(folder, { recursive: true });
  using held = new DisposableStack();
  const wanted = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
  const code = await conformance(
    { command: [process.execPath], folder, wanted, dialogThread },
    async () => {
      const unpacked = mkdtempSync(join(tmpdir(), "framework-parcels-"));
      held.defer(() => rmSync(unpacked, { recursive: true, force: true }));
      for (const [name, place] of Object.entries(files))
        await Bun.write(join(unpacked, name), Bun.file(place));
      return { folder: unpacked, list, failed: [] };
    },
  );
  held.dispose();
  process.exit(code);
}

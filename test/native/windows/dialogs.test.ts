import { describe } from "bun:test";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { testCases } from "../case-tests.ts";
import { dialogCases } from "./dialog-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const names = dialogCases.map(({ name }) => name);

describe.skipIf(missing !== null)("Windows' dialogs", () => {
  let wine: WineSession;

  testCases(
    names,
    async () => {
      wine = await startWine();
      const program = join(import.meta.dir, "dialog-program.ts");
      return (first) => wine.bun(program, [String(first)]);
    },
    () => wine[Symbol.asyncDispose](),
  );
});

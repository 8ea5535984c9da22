import { expect, test } from "bun:test";
import * as toolkit from "../../harness/pages/toolkit.ts";
import { declarationOf } from "../../src/native/ffi/library.ts";
import { disagreements } from "./gir-check.ts";
import { isInstalled, readDescriptions } from "./gir.ts";

if (!isInstalled)
  console.warn("skipped: the toolkit's descriptions are missing; see tools/setup.mjs");

test.skipIf(!isInstalled)(
  "the program that shows pages declares functions as the toolkit describes them",
  () => {
    const descriptions = readDescriptions();
    const wrong = Object.values(toolkit).flatMap((library) =>
      Object.entries(declarationOf(library)?.signatures ?? {}).flatMap(([name, signature]) => {
        const description = descriptions.get(name);
        // Xlib and cairo have none.
        return description === undefined
          ? []
          : disagreements(signature, description).map((each) => `${name}: ${each}`);
      }),
    );
    expect(wrong).toEqual([]);
  },
);

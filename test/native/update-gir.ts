// Writes test/fixtures/gir-signatures.json anew, from the GIR files of this machine:
//
//   bun test/native/update-gir.ts
import { writeFileSync } from "node:fs";
import { signatures } from "./declarations.ts";
import { readDescriptions } from "./gir.ts";

const descriptions = readDescriptions();
const lines = signatures
  .map(([name]) => name)
  .toSorted()
  .flatMap((name) => {
    const description = descriptions.get(name);
    return description === undefined || name.endsWith("_get_type")
      ? []
      : [`  ${JSON.stringify(name)}: ${JSON.stringify(description)}`];
  });
writeFileSync(
  new URL("../fixtures/gir-signatures.json", import.meta.url),
  `{\n${lines.join(",\n")}\n}\n`,
);

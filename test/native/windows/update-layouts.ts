// Writes test/fixtures/windows-layouts.json anew from Windows' headers, after a struct was
// declared.
import { structs } from "./declarations.ts";
import { layoutsOf } from "./headers.ts";

const layouts = layoutsOf(
  structs
    .filter(([name]) => !name.startsWith("COREWEBVIEW2_"))
    .map(([name, layout]) => [name, [...layout.places.keys()]] as const),
);
const lines = Object.entries(layouts)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, layout]) => `  ${JSON.stringify(name)}: ${JSON.stringify(layout)}`);
await Bun.write(
  new URL("../../fixtures/windows-layouts.json", import.meta.url),
  `{\n${lines.join(",\n")}\n}\n`,
);

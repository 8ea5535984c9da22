// Writes test/fixtures/windows-constants.json anew, after a constant of Windows was declared, or
// for a newer version of the crate. It needs cargo:
//
//   bun test/native/windows/update-constants.ts [version of windows-sys]
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchCrate } from "../crate.ts";
import { constantsIn, declaredConstants, isOfWebView2 } from "./constants.ts";

const version = process.argv[2] ?? "0.61.2";
const folder = join(fetchCrate("windows-sys", version), "src");
const declared = declaredConstants((name) => !isOfWebView2(name));
const text = globSync("**/*.rs", { cwd: folder })
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");
const constants = constantsIn(
  text,
  /pub const (\w+): [\w:]+ = (-?(?:0x[\da-f]+|\d+))(?:_?[iu]\d+)?(?: as [\w:]+)?;/gi,
  (name) => name in declared,
);
// Some are made here, or have a name of their own here.
const others = Object.keys(declared).filter((name) => !(name in constants));
await Bun.write(
  new URL("../../fixtures/windows-constants.json", import.meta.url),
  `${JSON.stringify({ version, constants, others }, null, 2)}\n`,
);

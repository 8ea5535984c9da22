// Writes test/fixtures/webview2-binding.json anew, after an interface or a constant of WebView2 was
// declared, or for a newer version of the binding. It needs cargo:
//
//   bun test/native/windows/update-webview2.ts [version of webview2-com-sys]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchCrate } from "../crate.ts";
import { declaredConstants, isOfWebView2 } from "./constants.ts";
import { readBinding } from "./webview2-binding.ts";
import { declared } from "./webview2-declared.ts";

const version = process.argv[2] ?? "0.39.1";
const rust = readFileSync(join(fetchCrate("webview2-com-sys", version), "src/bindings.rs"), "utf8");
const { interfaces, constants } = readBinding(version, rust);
const numbers = new Set(declared.map(({ iid }) => iid));
const lines = (entries: readonly (readonly [string, unknown])[]): string =>
  entries
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(",\n");
const kept = Object.entries(interfaces).filter(([, { iid }]) => numbers.has(iid));
const named = declaredConstants(isOfWebView2);
const values = Object.entries(constants).filter(([name]) => name in named);
await Bun.write(
  new URL("../../fixtures/webview2-binding.json", import.meta.url),
  [
    `{\n  "version": ${JSON.stringify(version)},`,
    `  "interfaces": {\n${lines(kept)}\n  },`,
    `  "constants": {\n${lines(values.toSorted(([one], [other]) => (one < other ? -1 : 1)))}\n  }\n}\n`,
  ].join("\n"),
);

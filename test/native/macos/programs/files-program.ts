// macOS' own calls for files, as an app thread makes them, over C functions with Apple's layouts.
// The first argument is their library, the second an empty folder. The results go to standard
// output.

import { plugin } from "bun";
import { closeSync, linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const [library = "", root = ""] = process.argv.slice(2);
plugin({
  name: "libSystem of the test's own",
  setup(build) {
    build.onLoad({ filter: /macos\/objc\/loader\.ts$/ }, () => ({
      loader: "ts",
      contents: `
        import { dlopen } from "bun:ffi";
        const { symbols } = dlopen(${JSON.stringify(library)}, { find_symbol: { args: ["ptr"], returns: "ptr" } });
        export function findSymbol(name) {
          const found = symbols.find_symbol(Buffer.from(name + "\\0"));
          if (found === null) throw new Error("Cannot find " + name);
          return Number(found);
        }
        export function openFramework() {}
      `,
    }));
  },
});
// Only now, when the plugin is heard.
const { macCalls } = await import("../../../../src/native/macos/app-calls.ts");
const { macHost } = await import("../../../../src/app/process/host.ts");
const { fsCommandsIn } = await import("../../../scope/fs-fixture.ts");

const { files, startedAs, preferredLanguage } = macCalls;
const at = (path: string): string => join(root, path);
const code = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

/** A list of a folder's names has no order of its own. */
function inOrder(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  return (answer as { readonly name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const { run } = fsCommandsIn(root, ["~/**"], {}, macHost(macCalls));
const wanted = [
  ["fs.createDir", { path: at("d/e"), options: { recursive: true } }],
  ["fs.writeTextFile", { path: at("d/ä.txt"), contents: "first" }],
  ["fs.writeTextFile", { path: at("d/ä.txt"), contents: " and more", options: { append: true } }],
  ["fs.copyFile", { source: at("d/ä.txt"), destination: at("d/copy") }],
  ["fs.renameFile", { oldPath: at("d/copy"), newPath: at("d/e/renamed") }],
  ["fs.readTextFile", { path: at("d/e/renamed") }],
  ["fs.readDir", { path: at("d"), options: { recursive: true } }],
  ["fs.exists", { path: at("d/nothing") }],
  ["fs.removeFile", { path: at("d/ä.txt") }],
  ["fs.removeFile", { path: at("d/ä.txt") }],
  ["fs.removeDir", { path: at("d/e") }],
  ["fs.removeDir", { path: at("d/e"), options: { recursive: true } }],
  ["fs.readDir", { path: at("d") }],
] as const;
const answers: unknown[] = [];
for (const [command, args] of wanted) answers.push(inOrder(await run(command, args as never)));

symlinkSync("d", at("link"));
await run("fs.writeTextFile", { path: at("d/one"), contents: "one" } as never);
await run("fs.writeTextFile", { path: at("d/two"), contents: "two" } as never);
linkSync(at("d/one"), at("another"));
files.exchange(at("d/one"), at("d/two"));
const folder = files.openFolder(at("d"));
const seen = {
  answers,
  spelled: files.spell(at("link/one")).slice(root.length),
  of: files.pathOf(folder).slice(root.length),
  kinds: ["one", "none"].map((name) => files.look(folder, name)?.kind ?? null),
  // From the first name on, each time.
  counts: [files.list(folder).length, files.list(folder).length],
  exchanged: readFileSync(at("d/one"), "utf8"),
  apart: files.takesCasesApart(at("none/none")),
  codes: [
    code(() => files.makeFolder(folder, "one")),
    code(() => files.removeFolder(folder, "none")),
    code(() => files.spell(at("none"))),
  ],
  startedAs: startedAs(),
  languages: [preferredLanguage(), preferredLanguage(), preferredLanguage()],
};
closeSync(folder);
process.stdout.write(JSON.stringify(seen));

import { documentPath } from "../../project/documents.ts";
import { existsSync, statSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";
import { readText } from "../../../disk/read.ts";
import { moduleLoaders, writtenCode } from "../../project/module-loaders.ts";
import { isFrameworkModule } from "../../project/package-root.ts";
import { packageOf, shownPath, type ModuleGraph } from "../compile/module-graph.ts";

export interface NamedFilesOptions {
  readonly sourceFolder: string;
  /** The folders of packages that already have a message about missing files. */
  readonly known: ReadonlySet<string>;
}

/**
 * Finds the files that modules name by their own folder, such as `join(__dirname, "style.css")`. In
 * development they exist, and in the app they do not.
 * @returns a line for each file of the app's own code, and one for each package
 */
export async function findNamedFiles(
  graph: ModuleGraph,
  { sourceFolder, known }: NamedFilesOptions,
): Promise<readonly string[]> {
  const notes: string[] = [];
  const ofPackages = new Map<string, Set<string>>();
  const modules = new Set(graph.paths);
  for (const path of graph.paths) {
    const loader = moduleLoaders[extname(path)];
    const ofPackage = packageOf(path);
    if (loader === undefined || !graph.isCode(path) || isFrameworkModule(path)) continue;
    if (ofPackage !== null && known.has(ofPackage.folder)) continue;
    const text = readText(path);
    if (!/__dirname|import\.meta\.(dir|url)/.test(text)) continue;
    for (const name of namesIn(text, loader, ofPackage !== null)) {
      const file = join(dirname(path), name);
      if (modules.has(file) || !existsSync(file)) continue;
      if (ofPackage === null) {
        const byImport = statSync(file).isDirectory() ? "" : 'import it with { type: "file" }, or ';
        notes.push(
          `The app will not have ${JSON.stringify(name)}, which ${shownPath(path, sourceFolder)} looks for in its own folder: ${byImport}list it in framework.bundle.resources`,
        );
        continue;
      }
      const names = ofPackages.get(ofPackage.name) ?? new Set();
      ofPackages.set(ofPackage.name, names.add(JSON.stringify(shownFile(file, ofPackage.folder))));
    }
  }
  for (const [name, [first, ...more]] of ofPackages) {
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    notes.push(
      `Package "${name}" looks on the disk for ${first}${others} of its own, which the app will not have: see "What own code finds in an app" in ${documentPath("packages.md")}`,
    );
  }
  return notes;
}

const folder = String.raw`(?:__dirname|import\.meta\.dir(?:name)?)`;
/**
 * `(0, path.join)(__dirname, "..", "a")`, `__dirname + "/a"` and `${__dirname}/a`, as the
 * transpiler writes them.
 */
const byFolder = new RegExp(
  `\\b(?:join|resolve)\\)?\\(${folder}((?:, "[^"\\\\]*")+)\\)|${folder} \\+ "([^"\\\\]*)"|\`\\$\\{${folder}\\}([^\`\\\\$]*)\``,
  "g",
);
const byAddress = /(Worker\()?new URL\("(?![a-z]+:|\/)([^"\\]*)", import\.meta\.url\)/gi;

/**
 * The names in a module, relative to its folder. Other code checks addresses of the app's own code,
 * and threads.
 */
function namesIn(source: string, loader: Bun.JavaScriptLoader, hasAddresses: boolean): Set<string> {
  const code = writtenCode(source, loader);
  const found = [...code.matchAll(byFolder)].map(
    ([, parts, added, template]) =>
      added ??
      template ??
      join(...[...(parts ?? "").matchAll(/"(.*?)"/g)].map(([, part = ""]) => part)),
  );
  const addresses = hasAddresses ? [...code.matchAll(byAddress)] : [];
  return new Set([
    ...found,
    ...addresses.flatMap(([, thread, name = ""]) => (thread === undefined ? [name] : [])),
  ]);
}

/** Relative to the folder of its package. A folder ends with a slash. */
function shownFile(file: string, ofPackage: string): string {
  const shown = relative(ofPackage, file).split(sep).join("/");
  return statSync(file).isDirectory() ? `${shown === "" ? "." : shown.replace(/\/$/, "")}/` : shown;
}

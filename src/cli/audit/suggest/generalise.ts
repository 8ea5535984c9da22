// Generalizes uses to patterns. Up to `maxNamed` files of a folder are named; more become the
// folder with `*`. If more than `maxNamed` folders below one were used, they become its name with
// `**`. A page that listed a folder needs all its direct entries, and one that listed it
// recursively needs everything below.

/** The maximum number of files of a folder, or of subfolders, that are named one by one. */
export const maxNamed = 3;

/** A used path or address, with the kind of its use. */
export interface Place {
  readonly path: string;
  readonly reach: "itself" | "entries" | "tree";
}

interface Node {
  isUsed: boolean;
  reach: Place["reach"];
  readonly children: Map<string, Node>;
}

const newNode = (): Node => ({ isUsed: false, reach: "itself", children: new Map() });

/** The patterns that admit all of these paths; `null` when one of them cannot be written safely. */
export function pathPatterns(places: readonly Place[]): readonly string[] | null {
  return patternsOf(places, { everything: "/**", escaped: escapedPath });
}

/** A path as a pattern that matches only it. */
export function escapedPath(path: string): string {
  return path.replace(/[*?[]/g, "[$&]");
}

/** The same for the paths of one server, where `*` also reaches below folders. */
export function urlPatterns(origin: string, paths: readonly string[]): readonly string[] | null {
  const places = paths.map((path): Place => ({ path: origin + path, reach: "itself" }));
  return patternsOf(places, { everything: "/*", escaped: (name) => name });
}

interface Spelling {
  readonly everything: string;
  readonly escaped: (name: string) => string;
}

function patternsOf(places: readonly Place[], spelling: Spelling): readonly string[] | null {
  const roots = new Map<string, Node>();
  for (const { path, reach } of places) {
    const names = namesOf(path);
    if (names === null) return null;
    let node = roots.get(names[0] as string) ?? newNode();
    roots.set(names[0] as string, node);
    for (const name of names.slice(1)) {
      const child = node.children.get(name) ?? newNode();
      node.children.set(name, child);
      node = child;
    }
    if (reach === "itself") node.isUsed = true;
    else if (node.reach !== "tree") node.reach = reach;
  }
  return [...roots].flatMap(([name, node]) => [
    ...(node.isUsed && node.reach !== "tree" && name !== "" ? [name] : []),
    ...below(node, name, spelling),
  ]);
}

/**
 * The parts of a path, its variable, drive, server or root first; `null`: it contains invisible
 * characters, or ones that a pattern cannot express.
 */
function namesOf(path: string): readonly string[] | null {
  if (/[\p{C}\u2028\u2029]/u.test(path)) return null;
  const [, start = "", rest = ""] =
    /^([a-z]+:\/\/[^/]*|\$[A-Z]+|[A-Za-z]:)?(.*)$/s.exec(path) ?? [];
  const names = rest === "" ? [] : rest.split("/").slice(1);
  if (rest !== "" && !rest.startsWith("/")) return null;
  const isUnnamed = (name: string, at: number): boolean =>
    name === "." || name === ".." || (name === "" && at < names.length - 1) || name.includes("\\");
  return names.some(isUnnamed) ? null : [start, ...names];
}

function below(node: Node, path: string, spelling: Spelling): readonly string[] {
  const { everything, escaped } = spelling;
  if (node.reach === "tree") return [path + everything];
  const children = [...node.children];
  const used = children.filter(([, child]) => child.isUsed);
  const deeper = children
    .map(([name, child]) => below(child, `${path}/${escaped(name)}`, spelling))
    .filter((patterns) => patterns.length > 0);
  if (deeper.length > maxNamed) return [path + everything];
  const direct =
    node.reach === "entries" || used.length > maxNamed
      ? [`${path}/*`]
      : used.map(([name]) => `${path}/${escaped(name)}`);
  return [...direct, ...deeper.flat()].filter((one, at, all) => all.indexOf(one) === at);
}

import type { Compilation } from "./compilation.ts";
import { component } from "./components.ts";
import type { ElementReader, Handler } from "./element-reader.ts";

// Installable features, and the groups that they consist of. The content of groups is known only
// after all sections were read, so holders are recorded and resolved at the end.

/**
 * The error for a merge module: merging another database requires Windows Installer's own tools.
 */
export function cannotMerge(element: string, module: string): string {
  return `Cannot use <${element}> for "${module}": merge modules cannot be taken in; install its files by a <Component>, or run its own installer`;
}

export function refuseMerge(reader: ElementReader): void {
  const module = reader.optional("SourceFile") ?? reader.optional("Id") ?? "";
  throw reader.error(cannotMerge(reader.name, module));
}

/** References that a feature, a group of features and a group of components share. */
function references(compilation: Compilation, holder: string): Readonly<Record<string, Handler>> {
  const refers =
    (kind: string): Handler =>
    (reader) => {
      reader.ignore("Primary", "IgnoreParent");
      compilation.hold(holder, `${kind} ${reader.id()}`);
    };
  return {
    ComponentRef: refers("component"),
    ComponentGroupRef: refers("group"),
    Component: component(compilation, null, holder),
  };
}

function featureReferences(
  compilation: Compilation,
  holder: string,
): Readonly<Record<string, Handler>> {
  const refers =
    (kind: string): Handler =>
    (reader) => {
      reader.ignore("IgnoreParent");
      compilation.hold(holder, `${kind} ${reader.id()}`);
      reader.children(featureReferences(compilation, `${kind} ${reader.id()}`));
    };
  return {
    ...references(compilation, holder),
    Feature: feature(compilation, holder),
    FeatureRef: refers("feature"),
    FeatureGroupRef: refers("feature group"),
    FeatureGroup: featureGroup(compilation),
    MergeRef: refuseMerge,
  };
}

/** @param holder its parent: `feature X`, `feature group X`, or none */
export function feature(compilation: Compilation, holder: string | null): Handler {
  return (reader) => {
    const id = reader.id();
    const own = `feature ${id}`;
    if (compilation.features.has(id)) throw reader.error(`Cannot define Feature "${id}" twice`);
    if (holder !== null) compilation.hold(holder, own);
    reader.ignore("TypicalDefault");
    const attributes =
      reader.choice("InstallDefault", { local: 0, source: 1, followParent: 2 }, 0) |
      reader.choice("AllowAdvertise", { yes: 0, no: 8, system: 4 }, 8) |
      reader.choice("Absent", { allow: 0, disallow: 16 }, 0);
    const place = compilation.features.size * 2 + 2;
    compilation.features.set(id, [
      reader.optional("Title"),
      reader.optional("Description"),
      reader.choice("Display", { hidden: 0, collapse: place, expand: place + 1 }, place),
      reader.number("Level", 1),
      reader.optionalId("ConfigurableDirectory"),
      attributes,
    ]);
    reader.children({
      ...featureReferences(compilation, own),
      Condition: (child) => {
        compilation.database.add("Condition", id, child.number("Level", 0), child.text());
      },
    });
  };
}

export function componentGroup(compilation: Compilation): Handler {
  return (reader) => {
    const holder = `group ${reader.id()}`;
    const folder = reader.optionalId("Directory");
    reader.ignore("Source");
    reader.children({
      ...references(compilation, holder),
      Component: component(compilation, folder, holder),
    });
  };
}

export function featureGroup(compilation: Compilation): Handler {
  return (reader) => {
    reader.children(featureReferences(compilation, `feature group ${reader.id()}`));
  };
}

/** The elements of features at the top of a section. */
export function topFeatures(compilation: Compilation): Readonly<Record<string, Handler>> {
  const top = featureReferences(compilation, "product");
  return {
    Feature: feature(compilation, null),
    FeatureGroup: featureGroup(compilation),
    FeatureRef: top["FeatureRef"] ?? refuseMerge,
    FeatureGroupRef: top["FeatureGroupRef"] ?? refuseMerge,
    ComponentGroup: componentGroup(compilation),
  };
}

/** Resolves the holders: gives features their parents and components. */
export function emitFeatures(compilation: Compilation): void {
  const parents = new Map<string, string>();
  const pairs = new Set<string>();
  const follow = (holder: string, feature: string | null, met: ReadonlySet<string>): void => {
    for (const held of compilation.holds.get(holder) ?? []) {
      const id = held.slice(held.lastIndexOf(" ") + 1);
      if (held.startsWith("feature ") && !held.startsWith("feature group ")) {
        if (feature !== null && feature !== id) parents.set(id, feature);
      } else if (held.startsWith("component ")) {
        if (feature !== null) pairs.add(`${feature} ${id}`);
      } else if (!met.has(held)) follow(held, feature, new Set([...met, held]));
    }
  };
  const { database, features } = compilation;
  for (const id of features.keys()) follow(`feature ${id}`, id, new Set());
  for (const [id, fields] of features)
    database.add("Feature", id, parents.get(id) ?? null, ...fields);
  for (const pair of pairs) {
    const [feature = "", id = ""] = pair.split(" ");
    database.add("FeatureComponents", feature, id);
  }
}

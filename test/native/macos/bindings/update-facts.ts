// Writes harness/objective-c/facts.json anew, after a class, a selector or a constant of the system
// was named:
//
//   bun test/native/macos/bindings/update-facts.ts <a checkout of
//   https://github.com/madsmtm/objc2-generated>
import type { MethodFacts } from "../../../../harness/objective-c/facts.ts";
import { readBinding, type Described } from "./binding.ts";
import { namedWords } from "./named.ts";

const checkout = process.argv[2];
if (checkout === undefined)
  throw new Error("Cannot read facts: name a checkout of objc2-generated");

const binding = readBinding(checkout, [
  "AppKit",
  "AVFoundation",
  "Carbon",
  "CoreFoundation",
  "CoreGraphics",
  "Dispatch",
  "Foundation",
  "QuartzCore",
  "ServiceManagement",
  "UniformTypeIdentifiers",
  "UserNotifications",
  "WebKit",
]);
const words = namedWords();
// The table of the engine's powers has a row for each of these, whether it is used or not.
for (const name of [
  "WKPreferences",
  "WKWebpagePreferences",
  "WKWebView",
  "WKWebViewConfiguration",
]) {
  words.add(name);
  for (const selector of binding.classes.get(name)?.instance.keys() ?? [])
    if (/^set[A-Z]\w*:$/.test(selector)) words.add(selector);
}
for (const name of ["WKNavigationDelegate", "WKUIDelegate"])
  for (const selector of binding.protocols.get(name)?.instance.keys() ?? []) words.add(selector);

const classes = new Set<string>();
for (const name of [...binding.classes.keys()].filter(
  (name) => words.has(name) || name === "NSObject",
))
  for (let at: string | undefined = name; at !== undefined; at = binding.classes.get(at)?.bases[0])
    classes.add(at);

const methods = (
  table: ReadonlyMap<string, MethodFacts>,
  isWanted: (facts: MethodFacts) => boolean = () => false,
): Record<string, MethodFacts> =>
  Object.fromEntries(
    [...table]
      .filter(([selector, facts]) => words.has(selector) || isWanted(facts))
      .toSorted(byName),
  );

const holdsNamed = (name: string): boolean => {
  const known = binding.protocols.get(name);
  return (
    known !== undefined &&
    ([...known.instance.keys()].some((key) => words.has(key)) || known.bases.some(holdsNamed))
  );
};

/** The protocols to describe: a named one, or one that a class adopts for a named method. */
const protocols = new Set<string>();
const addProtocol = (name: string): void => {
  if (!binding.protocols.has(name)) return;
  protocols.add(name);
  binding.protocols.get(name)?.bases.forEach(addProtocol);
};
for (const name of binding.protocols.keys()) if (words.has(name)) addProtocol(name);
for (const name of classes)
  for (const adopted of binding.classes.get(name)?.protocols ?? [])
    if (holdsNamed(adopted)) addProtocol(adopted);

const answering = (known: Described) => ({
  instance: methods(known.instance),
  class: methods(known.class),
});

const lines = (table: object): string =>
  JSON.stringify(table, undefined, 2).replaceAll(
    /\{\s*("signature"(?:[^{}]|\{[^{}]*\})*)\}/g,
    (found) => found.replaceAll(/\s+/g, " "),
  );

const described = <T>(
  table: ReadonlyMap<string, Described>,
  isWanted: (name: string) => boolean,
  of: (known: Described) => T,
) =>
  Object.fromEntries(
    [...table]
      .filter(([name]) => isWanted(name))
      .toSorted(byName)
      .map(([name, known]) => [name, of(known)]),
  );

await Bun.write(
  new URL("../../../../harness/objective-c/facts.json", import.meta.url),
  `${lines({
    classes: described(
      binding.classes,
      (name) => classes.has(name),
      (known) => ({
        base: known.bases[0] ?? null,
        protocols: [...known.protocols].filter((name) => protocols.has(name)).toSorted(),
        ...(known.isOnMainThread && { isOnMainThread: true }),
        ...answering(known),
      }),
    ),
    protocols: described(
      binding.protocols,
      (name) => protocols.has(name),
      (known) => ({
        bases: known.bases.filter((name) => protocols.has(name)),
        // A class that adopts it must have the required methods, named or not.
        instance: methods(known.instance, ({ isOptional = false }) => !isOptional),
        class: methods(known.class),
      }),
    ),
    constants: named(binding.constants),
    values: named(binding.values),
    functions: named(binding.functions),
  })}\n`,
);

function named<T>(table: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...table].filter(([name]) => words.has(name)).toSorted(byName));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

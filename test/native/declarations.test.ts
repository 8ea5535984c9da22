import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { signatures } from "./declarations.ts";
import { disagreements } from "./gir-check.ts";
import { isInstalled, readDescriptions, type Description } from "./gir.ts";
import { canCompile, compileErrors } from "./headers.ts";

const fixture = new URL("../fixtures/gir-signatures.json", import.meta.url);

// GIR does not describe these; the headers do.
const undescribedLibraries = new Set([
  "libc.so.6",
  "libX11.so.6",
  "libwayland-client.so.0",
  "libcairo.so.2",
  "libatk-bridge-2.0.so.0",
]);
const undescribedNames = /_get_type$|^gdk_wayland_|^gtk_print_unix_/;

const described = signatures.filter(
  ([name, , library]) => !undescribedLibraries.has(library) && !undescribedNames.test(name),
);

/** The descriptions of the functions we use, on this machine. */
function used(): Record<string, Description> {
  const descriptions = readDescriptions();
  const names = described.map(([name]) => name);
  return Object.fromEntries(
    names.toSorted().flatMap((name) => {
      const description = descriptions.get(name);
      return description === undefined ? [] : [[name, description]];
    }),
  );
}

function committed(): Record<string, Description> {
  return JSON.parse(readFileSync(fixture, "utf8")) as Record<string, Description>;
}

test("every declared function agrees with the toolkit's description of it", () => {
  const descriptions = committed();
  const wrong = described.flatMap(([name, signature]) => {
    const description = descriptions[name];
    const problems =
      description === undefined ? ["no such function"] : disagreements(signature, description);
    return problems.map((problem) => `${name} "${signature}": ${problem}`);
  });
  expect(wrong).toEqual([]);
});

test("every type function takes nothing and returns a GType", () => {
  const types = signatures.filter(([name]) => name.endsWith("_get_type"));
  expect(types.filter(([, signature]) => signature !== ">L")).toEqual([]);
});

// NULL is left out, because later versions of the toolkit describe more functions as nullable.
const shapes = (descriptions: Record<string, Description>): unknown =>
  Object.entries(descriptions).map(([name, { args, result }]) => ({ name, args, result }));

test.skipIf(!isInstalled)(
  "the committed descriptions are those of the toolkit (else run test/native/update-gir.ts)",
  () => expect(shapes(used())).toEqual(shapes(committed())),
);

// Not compiled, only checked: 0.3 s.
test.skipIf(!canCompile)(
  "every declared function agrees with the C headers (needs gcc and -dev packages)",
  () => {
    expect(compileErrors(signatures)).toEqual([]);
  },
);

test("the check sees a wrong width, a wrong count, a pointer for a number, and a forgotten NULL", () => {
  const description: Description = { args: ["pointer", "long"], result: "string", nullable: true };
  expect(disagreements("pl>m", description)).toEqual([]);
  expect(disagreements("pi>m", description)).toEqual(['argument 2 is declared "i", it is long']);
  expect(disagreements("p>m", description)).toEqual(["declares 1 arguments, there are 2"]);
  expect(disagreements("pp>m", description)).toEqual(['argument 2 is declared "p", it is long']);
  expect(disagreements("pl>s", description)).toEqual([
    'the result is declared "s", it may be NULL',
  ]);
});

test.skipIf(!canCompile)("the compiler sees a wrong width, a wrong count and a wrong name", () => {
  const wrong = [
    ["g_free", "i>v"],
    ["g_bytes_get_size", "p>i"],
    ["gtk_widget_show", "pp>v"],
    ["gtk_widget_appear", "p>v"],
  ] as const;
  expect(compileErrors(wrong).map((line) => line.split(":")[0])).toEqual(
    wrong.map(([name]) => name),
  );
});

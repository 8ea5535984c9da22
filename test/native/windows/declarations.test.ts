import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { struct } from "../../../src/native/ffi/struct.ts";
import { interfaces, servedSlots, signatures, structs } from "./declarations.ts";
import { canCompile, layoutsOf, signatureErrors, slotErrors, type Layouts } from "./headers.ts";

const fixture = new URL("../../fixtures/windows-layouts.json", import.meta.url);
const needs = "(needs gcc-mingw-w64-x86-64)";

// The engine's own header, and Bun's functions, are in no package of the compiler's.
const isDescribed = (name: string): boolean => !/^I?CoreWebView2|^COREWEBVIEW2_/i.test(name);
const described = {
  structs: structs.filter(([name]) => isDescribed(name)),
  signatures: signatures.filter(([, , file]) => file.endsWith(".dll")),
  slots: interfaces
    .filter(({ name }) => isDescribed(name))
    .flatMap(({ name, methods }) =>
      Object.entries(methods).map(
        ([method, text]) => [name, method, Number.parseInt(text)] as const,
      ),
    )
    .concat(servedSlots.filter(([name]) => isDescribed(name))),
};

/** The layouts as they are declared. */
function declared(): Layouts {
  return Object.fromEntries(
    described.structs.map(([name, layout]) => [
      name,
      {
        size: layout.size,
        fields: Object.fromEntries(
          [...layout.places].map(([field, { offset, size }]) => [field, [offset, size] as const]),
        ),
      },
    ]),
  );
}

function committed(): Layouts {
  return JSON.parse(readFileSync(fixture, "utf8")) as Layouts;
}

const names = () =>
  described.structs.map(([name, layout]) => [name, [...layout.places.keys()]] as const);

test("every declared struct is laid out as Windows has it (else run test/native/windows/update-layouts.ts)", () => {
  expect(declared()).toEqual(committed());
});

test.skipIf(!canCompile)(`the committed layouts are those of the headers ${needs}`, () =>
  expect(layoutsOf(names())).toEqual(committed()),
);

test.skipIf(!canCompile)(`every declared function agrees with the headers ${needs}`, () => {
  expect(signatureErrors(described.signatures)).toEqual([]);
});

test.skipIf(!canCompile)(`every method has its place in the headers ${needs}`, () => {
  expect(slotErrors(described.slots)).toEqual([]);
});

test("the check finds what is declared", () => {
  expect(structs.map(([name]) => name)).toContain("WNDCLASSEXW");
  expect(signatures.map(([name]) => name)).toContain("CreateWindowExW");
  expect(interfaces.map(({ name }) => name)).toContain("IWICImagingFactory");
});

test.skipIf(!canCompile)(
  "the compiler sees a wrong width, a wrong count, a wrong name and a number for a pointer",
  () => {
    const wrong = [
      ["DestroyWindow", "i>b"],
      ["GetDpiForWindow", "l>L"],
      ["SetTimer", "lLu>L"],
      ["ShowWindowSoon", "li>b"],
      ["GetWindowRect", "lu>b"],
    ] as const;
    expect(signatureErrors(wrong).map((line) => line.split(":")[0])).toEqual(
      wrong.map(([name]) => name),
    );
    expect(signatureErrors([["DestroyWindow", "l>b"]])).toEqual([]);
  },
);

test.skipIf(!canCompile)("the compiler sees a wrong place, of a field and of a method", () => {
  const rect = struct({ left: "i32", right: "i32" });
  const { fields } = layoutsOf([["RECT", [...rect.places.keys()]]])["RECT"] ?? { fields: {} };
  expect(fields).toEqual({ left: [0, 4], right: [8, 4] });
  expect(slotErrors([["IDropTarget", "Drop", 5]])).toHaveLength(1);
  expect(slotErrors([["IDropTarget", "Drop", 6]])).toEqual([]);
});

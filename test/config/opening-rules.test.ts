import { expect, test } from "bun:test";
import { nothing, output } from "./said.ts";

test("an app opens addresses of schemes of its own, and of others' only where it says so by name", () => {
  const schemes = (...urlSchemes: string[]) => output({}, { bundle: { urlSchemes } }).errors;
  expect(
    output({}, { bundle: { urlSchemes: ["my-app", "a.b+c"], reservedUrlSchemes: ["mailto"] } }),
  ).toEqual(nothing);
  expect(schemes("http", "https", "file", "mailto")).toEqual(
    [0, 1, 2, 3].map(
      (index) =>
        `framework.bundle.urlSchemes[${index}]: belongs to other applications: name it in reservedUrlSchemes if yours is one`,
    ),
  );
  expect(schemes("javascript", "mine", "mine")).toEqual([
    "framework.bundle.urlSchemes[0]: is never opened with an application",
    "framework.bundle.urlSchemes[2]: is listed twice",
  ]);
  // A letter alone is a drive of Windows.
  for (const wrong of ["c", "My-App", "my app", "my-app:", "1a", "my_app", ""])
    expect(schemes(wrong)).toEqual([
      expect.stringContaining('must be small letters, digits, "+", "-" and "."'),
    ]);
});

test("an ending of files belongs to one association, and is written without a dot", () => {
  const associations = (...exts: string[][]) =>
    output({}, { bundle: { fileAssociations: exts.map((ext) => ({ ext })) } }).errors;
  expect(associations(["md", "markdown"], ["n+1"])).toEqual([]);
  expect(associations(["md"], ["note", "MD"], [])).toEqual([
    "framework.bundle.fileAssociations[1].ext[1]: belongs to fileAssociations[0] already",
    "framework.bundle.fileAssociations[2].ext: must name an ending of files",
  ]);
  for (const wrong of [".md", "a.b", "*", "a b", "", "a/b", "%1"])
    expect(associations([wrong])).toEqual([expect.stringContaining("without a dot")]);
});

test("the icon of files and the macros of the script installer must be there for the system that needs them", () => {
  const bundle = {
    fileAssociations: [{ ext: ["md"], icon: "none.png" }],
    windows: { nsis: { hooks: "none.nsh" } },
  };
  expect(output({}, { bundle }).errors).toEqual([
    "framework.bundle.fileAssociations[0].icon: is not there",
  ]);
  expect(output({}, { bundle, system: "windows" }).errors).toEqual([
    "framework.bundle.fileAssociations[0].icon: is not there",
    "framework.bundle.windows.nsis.hooks: is not there",
  ]);
});

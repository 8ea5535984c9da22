import { expect, test } from "bun:test";
import { nothing, said } from "./said.ts";

test("an app opens addresses of schemes of its own, and of others' only where it says so by name", () => {
  const schemes = (...urlSchemes: string[]) => said({}, { bundle: { urlSchemes } }).errors;
  expect(said({}, { bundle: { urlSchemes: ["my-app", "a.b+c"], reservedUrlSchemes: ["mailto"] } })).toEqual(
    nothing,
  );
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

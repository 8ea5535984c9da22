// Constants of Windows as they are declared here, compared with windows-sys, which others make of
// Microsoft's metadata. After one was added: bun test/native/windows/update-constants.ts

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { constantsIn, declaredConstants, isOfWebView2, type Constants } from "./constants.ts";

const { version, constants, others } = JSON.parse(
  readFileSync(new URL("../../fixtures/windows-constants.json", import.meta.url), "utf8"),
) as {
  readonly version: string;
  readonly constants: Constants;
  readonly others: readonly string[];
};

test(`windows-sys ${version} agrees with every constant that it knows`, () => {
  const declared = declaredConstants((name) => !isOfWebView2(name) && !others.includes(name));
  expect(declared).toEqual(constants);
  expect(Object.keys(constants).length).toBeGreaterThan(200);
});

test("numbers are read whatever their spelling", () => {
  const text = "const A_B = 0x8000_0000 | 0;\nconst C_D = -16;\nconst E_F = 32512;\nconst g_h = 1;";
  expect(constantsIn(text, /const (\w+) = (-?[\da-fx_]+)/gi, () => true)).toEqual({
    A_B: 0x8000_0000,
    C_D: 0xffff_fff0,
    E_F: 32512,
  });
});

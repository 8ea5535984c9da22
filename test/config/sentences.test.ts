// Sentences of the reference about values in the code, so that neither can change alone.

import { expect, test } from "bun:test";
import { defaultOpen } from "../../src/app/scope/shell.ts";
import { allFields } from "../../src/config/shape/field-index.ts";
import { limits } from "../../src/contract/limits.ts";
import { isTooOldForRuntime, runtimeMinimum } from "../../src/contract/shipped/macos-version.ts";
import { installerCultures, spokenCulture } from "../../src/contract/shipped/installer-cultures.ts";
import { usuallyGiven } from "../../src/native/windows/page/engine-capabilities.ts";

const sentence = (path: string): string => {
  const { sentence: text } = allFields().find((one) => one.path === path)?.field ?? {
    sentence: "",
  };
  return text;
};

const spoken = new Set(
  installerCultures.flatMap(({ culture }) => {
    const language = spokenCulture(culture);
    return language === null
      ? []
      : [new Intl.DisplayNames("en", { type: "language" }).of(language.slice(0, 2)) ?? ""];
  }),
);
const side = Math.sqrt(limits.picturePixels.most);

for (const [path, texts] of [
  ["framework.windows[].additionalBrowserArgs", [usuallyGiven]],
  ["framework.allowlist.shell.open", [defaultOpen]],
  ["framework.bundle.icon", [`${side} × ${side} pixels`]],
  [
    "framework.bundle.macOS.minimumSystemVersion",
    [`than ${runtimeMinimum}`, `count as ${runtimeMinimum}`],
  ],
  ["framework.bundle.windows.wix.language", [...spoken]],
] as const)
  test(`${path}: the sentence has what the code has`, () => {
    for (const text of texts) expect(sentence(path)).toContain(text);
  });

test("the default of minimumSystemVersion is older than the runtime needs, as its sentence says", () => {
  const field = allFields().find((one) => one.path.endsWith("macOS.minimumSystemVersion"))?.field;
  expect(isTooOldForRuntime(field?.options.whenAbsent as string)).toBeTrue();
});

import { WixError, type Place } from "./place.ts";
import { readElement } from "./element-reader.ts";
import { localizationLanguage, readSource, type SourceText } from "./source.ts";
import type { Value } from "./value.ts";

/** The texts of a `.wxl` file by their ids. @throws WixError with place */
export function readLocalization(source: SourceText): ReadonlyMap<string, string> {
  const none = { var: new Map<string, string>(), env: {}, sys: {} };
  const root = readSource(source, "WixLocalization", localizationLanguage, none);
  const texts = new Map<string, string>();
  readElement(root, asText, (localization) => {
    localization.ignore("Culture", "Codepage", "Language");
    localization.children({
      String: (string) => {
        string.ignore("Overridable", "Localizable");
        const id = string.required("Id");
        texts.set(id, string.optional("Value") ?? string.text());
      },
    });
  });
  return texts;
}

function asText(value: Value, place: Place): string {
  if (value.every((part) => typeof part === "string")) return value.join("");
  throw new WixError(place, "Cannot refer to other texts in a text of a language");
}

import { expect, test } from "bun:test";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";
import { inUsersLanguage } from "../../../src/native/macos/user-language.ts";
import { onMac } from "./cases/mac-desktop.ts";

onMac();

const words = {
  en: "en",
  de: "de",
  nb: "nb",
  pt: "pt",
  "pt-PT": "pt-PT",
  "zh-Hans": "Hans",
  "zh-Hant": "Hant",
};

test.each([
  [["de-AT"], "de"],
  [["pt-BR"], "pt"],
  [["pt-PT"], "pt-PT"],
  [["zh-Hant-HK"], "Hant"],
  [["zh-TW"], "Hant"],
  [["zh-HK"], "Hant"],
  [["zh-CN"], "Hans"],
  [["nn-NO"], "nb"],
  [["gsw-CH", "de-CH", "fr"], "de"],
  [["tlh"], "en"],
  [[], "en"],
])("a user of %j reads %p", (languages, found) => {
  machine.languages = languages;
  expect(withPool(() => inUsersLanguage(words))).toBe(found);
});

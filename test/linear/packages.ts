// Parsers of the sources of packages: lock files, descriptions, icons, keys.

import { readLockedPackages } from "../../src/bundler/lock-files/index.ts";
import { renderTemplate } from "../../src/bundler/linux/template.ts";
import { parseRelation } from "../../src/bundler/linux/rpm-relations.ts";
import { checkDebRelation } from "../../src/bundler/linux/deb-relations.ts";
import { folded } from "../../src/bundler/linux/deb-package.ts";
import { readElf } from "../../src/bundler/linux/elf.ts";
import { parseInfoPlist } from "../../src/bundler/macos/info-plist.ts";
import { productFileName } from "../../src/bundler/product-file-name.ts";
import { readDer } from "../../src/bundler/signing/der.ts";
import { definedText, scriptText } from "../../src/bundler/windows/nsis/script-text.ts";
import { missingMessages } from "../../src/bundler/windows/nsis/messages.ts";
import { parseGuid } from "../../src/bundler/windows/msi/guid.ts";
import { readLocalization } from "../../src/bundler/windows/wix/localization.ts";
import { readSource, wixLanguage } from "../../src/bundler/windows/wix/source.ts";
import { parseValue } from "../../src/bundler/windows/wix/value.ts";
import { isIcns } from "../../src/bundler/write/icns.ts";
import { parsePlist } from "../../src/bundler/write/property-list.ts";
import { rtfOf } from "../../src/bundler/write/rtf.ts";
import { icoImages } from "../../src/contract/picture/ico.ts";
import { pngSize } from "../../src/contract/picture/png.ts";
import {
  parseFacts,
  parsePublicKeyText,
  parseSignature,
} from "../../src/contract/shipped/minisign.ts";
import { findSecret } from "../../src/cli/build/signing/secrets.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attempt, type Row } from "./row.ts";

/** As a build reads it, from a folder. */
const readLock =
  (name: string) =>
  (text: string): unknown => {
    using dir = tempDir({ [name]: text, "package.json": '{"dependencies":{"a0":"1","a":"1"}}' });
    return readLockedPackages(dir.path);
  };
const lines = (text: string): string[] => text.split("\n").map((line) => line.slice(0, 100));
const chain = (text: string, row: (at: number, line: string) => string): string =>
  lines(text)
    .map((line, at) => row(at, line))
    .join("");

export const packages: readonly Row[] = [
  {
    name: "package-lock.json",
    of: ["bundler/lock-files/npm.ts"],
    fragments: ["node_modules/", "@", "/", "@a/", "a"],
    around: (text) =>
      JSON.stringify({
        packages: { [text]: { version: "1" }, [`node_modules/${text}`]: { version: "1" } },
      }),
    read: readLock("package-lock.json"),
  },
  {
    name: "package-lock.json of no rows",
    of: ["bundler/lock-files/npm.ts"],
    fragments: ['{"packages":', '{"a":', "[", '"a":1,', '"'],
    read: readLock("package-lock.json"),
  },
  {
    name: "bun.lock",
    of: ["bundler/lock-files/bun.ts", "bundler/lock-files/locked-package.ts"],
    fragments: ["a\n", "@a/b\n"],
    around: (text) =>
      `{"workspaces":{"":{"dependencies":{"a0":"1"}}},"packages":{${chain(text, (at, line) => `"a${at}":["a${at}@${line}","",{"dependencies":{"a${at + 1}":"1"}},"sha512-a"],`)}}}`,
    read: readLock("bun.lock"),
  },
  {
    name: "bun.lock with packages below packages",
    of: ["bundler/lock-files/bun.ts"],
    fragments: ["a/", "@a/", "@", "a"],
    around: (text) =>
      JSON.stringify({
        workspaces: { "": { dependencies: { [text]: "1" } } },
        packages: { [text]: ["a@1", "", { dependencies: { a: "1", b: "1" } }] },
      }),
    read: readLock("bun.lock"),
  },
  {
    name: "bun.lock of no rows",
    of: ["bundler/lock-files/bun.ts"],
    fragments: ['{"packages":', "[", "/*", "//\n", '"a":1,', "{", ","],
    read: readLock("bun.lock"),
  },
  {
    name: "pnpm-lock.yaml",
    of: ["bundler/lock-files/pnpm.ts"],
    fragments: ["a\n", "b\n"],
    around: (text) =>
      `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a0:\n        version: '1'\nsnapshots:\n${chain(text, (at, line) => `  a${at}@1:\n    dependencies:\n      a${at + 1}: '1' # ${line}\n`)}`,
    read: readLock("pnpm-lock.yaml"),
  },
  {
    name: "pnpm-lock.yaml of no rows",
    of: ["bundler/lock-files/pnpm.ts"],
    fragments: [
      "a: ",
      "- ",
      "[",
      "{a: ",
      "? ",
      "&a ",
      "*a ",
      "a:\n ",
      "| \n",
      "(",
      '"',
      "'",
      "#\n",
      "a: 1\n",
      "!",
      "%",
      "---\n",
    ],
    read: readLock("pnpm-lock.yaml"),
  },
  {
    name: "a key of pnpm-lock.yaml",
    of: ["bundler/lock-files/pnpm.ts"],
    fragments: ["(", "a(", "@", "/"],
    around: (text) =>
      JSON.stringify({
        lockfileVersion: "9.0",
        importers: { ".": { dependencies: { a: { version: text } } } },
        snapshots: { [`a@${text}`]: {} },
      }),
    read: readLock("pnpm-lock.yaml"),
  },
  {
    name: "yarn.lock",
    of: ["bundler/lock-files/yarn.ts"],
    fragments: [
      "a@1:\n",
      "  version 1\n",
      "  dependencies:\n",
      "    a 1\n",
      "  ",
      "a, ",
      '"',
      ":",
      "#\n",
      "\r",
    ],
    around: (text) => `# yarn lockfile v1\n${text}`,
    read: readLock("yarn.lock"),
  },
  {
    name: "yarn.lock since version 2",
    of: ["bundler/lock-files/yarn.ts"],
    fragments: ['"a@npm:1":\n  version: 1\n', "a, ", "@npm:", "a: ", "{", "["],
    read: readLock("yarn.lock"),
  },
  {
    name: "a template of a desktop entry",
    of: ["bundler/linux/template.ts"],
    fragments: [
      "{{",
      "{{name}}",
      "{{#if name}}",
      "{{#if name}}\n",
      "{{#if none}}",
      "{{/if}}",
      "{{else}}",
      "{{ ",
      "}}",
      "{",
      "\n",
    ],
    read: (text) => renderTemplate(text, { name: "a", none: null }, "a"),
  },
  {
    name: "a tag of a template",
    of: ["bundler/linux/template.ts"],
    fragments: [" ", "a ", "#if ", "a"],
    around: (text) => `{{${text}}}`,
    read: (text) => renderTemplate(text, { name: "a" }, "a"),
  },
  {
    name: "relations of packages",
    of: ["bundler/linux/rpm-relations.ts", "bundler/linux/deb-relations.ts"],
    fragments: ["a", "a (", "a >= ", " ", "|", ",", "(", "a (>= 1), ", ":"],
    read: (text) => [
      attempt(() => parseRelation(text, "depends")),
      attempt(() => checkDebRelation(text, "depends")),
    ],
  },
  {
    name: "a description and a changelog of a package",
    of: ["bundler/linux/deb-package.ts"],
    fragments: ["a\n", "\n", " ", ".\n", "a ", "\r\n", "* a\n"],
    read: (text) => folded(text).length,
  },
  {
    name: "an ELF file",
    of: ["bundler/linux/elf.ts"],
    fragments: ["\u0000", "\u0001", "\u00ff", "\u007fELF"],
    around: (text) => `\u007fELF\u0002\u0001\u0001${text}`,
    read: (text) => readElf(Buffer.from(text, "latin1")),
  },
  {
    name: "an Info.plist",
    of: ["bundler/macos/info-plist.ts", "bundler/write/property-list.ts"],
    fragments: [
      "<dict>",
      "<array>",
      "<key>a</key><string>b</string>",
      "<key>",
      "<string>",
      "&",
      "&lt;",
      "<!--",
      "<!",
      "<?",
      "<![CDATA[",
      "</dict>",
      "<a b='",
    ],
    around: (text) => `<?xml version="1.0"?><plist version="1.0"><dict>${text}</dict></plist>`,
    read: parseInfoPlist,
  },
  {
    name: "a binary property list",
    of: ["bundler/write/property-list.ts"],
    fragments: ["\u0000", "\u00a1", "\u00d1", "\u00ff", "\u0010"],
    around: (text) => `bplist00${text}`,
    read: (text) => parsePlist(Buffer.from(text, "latin1")),
  },
  {
    name: "DER",
    of: ["bundler/signing/der.ts"],
    fragments: [
      "0\u0080",
      "0\u0000",
      "0\u0082\u00ff\u00ff",
      "\u0002\u0001\u0001",
      "\u0000",
      "\u00a0\u0080",
    ],
    read: (text) => readDer(Buffer.from(text, "latin1")),
  },
  {
    name: "texts of an installer of NSIS",
    of: ["bundler/windows/nsis/script-text.ts", "bundler/windows/nsis/messages.ts"],
    fragments: ["$", "`", "$\\", "!", "LangString ", "LangString a ${LANG}\n", "\t", '"', "\r"],
    read: (text) => [scriptText(text), definedText(text), missingMessages(text)],
  },
  {
    name: "a licence",
    of: ["bundler/write/rtf.ts"],
    fragments: ["{", "\\", "\\par ", "{\\rtf1 ", "}", "\n", "é", "\\'"],
    read: (text) => [
      rtfOf(Buffer.from(text), { font: "Tahoma", points: 9 }),
      rtfOf(Buffer.from(`{\\rtf1 ${text}`), { font: "Tahoma", points: 9 }),
    ],
  },
  {
    name: "a source of WiX",
    of: ["bundler/windows/wix/source.ts", "bundler/windows/wix/value.ts"],
    fragments: [
      "<a>",
      "<a/>",
      "<?if 1 ?>",
      "<?if ",
      "<?endif?>",
      "<?define a = 1 ?>",
      "$(",
      "$(var.",
      "!(loc.",
      "!(loc.a=",
      "&",
      "<!--",
      "<![CDATA[",
      "<a b='",
      "<",
    ],
    around: (text) => `<Wix xmlns="${wixLanguage}">${text}</Wix>`,
    read: (text) =>
      readSource({ path: "a", text, folder: "/" }, "Wix", wixLanguage, {
        var: new Map(),
        env: {},
        sys: {},
      }),
  },
  {
    name: "a value of WiX",
    of: ["bundler/windows/wix/value.ts"],
    fragments: ["$(", "$(a", "$(var.", "!(", "!(loc.", "!(loc.a=", "$$(", "(", "a."],
    read: (text) =>
      parseValue(text, { var: new Map(), env: {}, sys: {} }, { file: "a", line: 1, column: 1 }),
  },
  {
    name: "texts of WiX",
    of: ["bundler/windows/wix/localization.ts"],
    fragments: ["<String Id='a'>b</String>", "<String>", "<String Id='", "&"],
    around: (text) =>
      `<WixLocalization xmlns="http://schemas.microsoft.com/wix/2006/localization">${text}</WixLocalization>`,
    read: (text) => readLocalization({ path: "a", text, folder: "/" }),
  },
  {
    name: "a GUID, and a name of a file",
    of: ["bundler/windows/msi/guid.ts", "bundler/product-file-name.ts"],
    fragments: ["{", "0", "-", "a.", " ", "é", "/"],
    read: (text) => [
      parseGuid(text),
      productFileName(text, "windows"),
      productFileName(text, "macos"),
    ],
  },
  {
    name: "heads of icons",
    of: ["contract/picture/ico.ts", "contract/picture/png.ts", "bundler/write/icns.ts"],
    fragments: ["\u0000", "\u0001\u0000", "\u00ff", "icns", "\u0089PNG"],
    read: (text) =>
      [
        "\u0000\u0000\u0001\u0000\u00ff\u00ff",
        "\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR",
        "icns",
        "icns\u0000\u0010\u0000\u0000",
      ].map((head) => {
        const bytes = Buffer.from(head + text, "latin1");
        return [icoImages(bytes), pngSize(bytes), isIcns(bytes)];
      }),
  },
  {
    name: "a key and a signature of minisign",
    of: ["contract/shipped/minisign.ts"],
    fragments: [
      "untrusted comment:",
      "untrusted comment: a\n",
      "\n",
      "RWQ",
      "=",
      "a=",
      "a:b\t",
      "\t",
      ":",
      "a\r\n",
      "é",
      "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n",
    ],
    read: (text) => [
      attempt(() => parsePublicKeyText(text)),
      attempt(() => parsePublicKeyText(`untrusted comment:${text}`)),
      attempt(() => parseFacts(text)),
      parseSignature(text),
      parseSignature(`untrusted comment: a\n${text}`),
      parseSignature(`untrusted comment: a\nb\ntrusted comment: ${text}`),
    ],
  },
  {
    name: "secrets in what is shipped",
    of: ["cli/build/signing/secrets.ts"],
    fragments: [
      "PRIVATE KEY",
      "-----BEGIN PRIVATE KEY-----",
      "-----BEGIN PRIVATE KEY-----\n",
      "-----BEGIN ",
      "RWRTY0Iy",
      "dW50cnVzdGVkIGNvbW1l",
      "a: b\n",
      "\\n",
    ],
    read: (text) => findSecret(Buffer.from(text), {}),
  },
];

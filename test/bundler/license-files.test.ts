import { expect, test } from "bun:test";
import { plainText } from "../../src/bundler/write/plain-text.ts";
import { rtfOf } from "../../src/bundler/write/rtf.ts";
import { Project } from "./project.ts";

const text = "Größe 🎈\r\n";
const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");

test("a licence is UTF-8, or UTF-16 in either order with its mark", () => {
  const files = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    utf16,
    Buffer.from(utf16).swap16(),
  ];
  expect(files.map(plainText)).toEqual([text, text, text, text]);
  expect(rtfOf(utf16, { font: "Tahoma", points: 9 })).toContain("Gr\\u246?\\u223?e");
});

test("no installer shows a licence whose letters nothing tells, or a picture", () => {
  const files = {
    "latin1.txt": Buffer.from("\xa9 2026 Gr\xf6\xdfe", "latin1"),
    "utf16.txt": utf16,
    "latin1.rtf": Buffer.from("{\\rtf1 Gr\xf6\xdfe}", "latin1"),
  };
  const problems = (license: string): string[] => {
    using project = new Project(files);
    return [
      () => project.stageFor("macos", { macOS: { license } }),
      () => project.stageFor("windows", { wix: { license } }),
      () => project.stageFor("windows", { nsis: { license } }),
    ].map((stage) => {
      try {
        stage();
        return "";
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    });
  };
  const reason =
    'Cannot use "latin1.txt": it must be RTF, or text in UTF-8, or in UTF-16 with a byte order mark';
  expect(problems("latin1.txt")).toEqual([
    `framework.bundle.macOS.license: ${reason}`,
    `framework.bundle.windows.wix.license: ${reason}`,
    `framework.bundle.windows.nsis.license: ${reason}`,
  ]);
  for (const license of ["utf16.txt", "latin1.rtf"])
    expect(problems(license)).toEqual(["", "", ""]);
});

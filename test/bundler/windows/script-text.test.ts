import { expect, test } from "bun:test";
import { definedText, scriptText } from "../../../src/bundler/windows/nsis/script-text.ts";

test("a text in a script of NSIS stands for itself", () => {
  for (const [text, written] of [
    ["plain", '"plain"'],
    ['"', '"$\\""'],
    ["$INSTDIR", '"$$INSTDIR"'],
    ["$(text)", '"$$(text)"'],
    ["\r\n\t", '"$\\r$\\n$\\t"'],
    ["$\\n", '"$$\\n"'],
    ["${NAME}", '"$$${EMPTY}{NAME}"'],
    ["$${NAME}", '"$$$$${EMPTY}{NAME}"'],
    ['a"$\n"b', '"a$\\"$$$\\n$\\"b"'],
  ] as const)
    expect([text, scriptText(text)]).toEqual([text, written]);
  expect(definedText("${NAME}")).toBe('"$$${DOLLAR}{EMPTY}{NAME}"');
});

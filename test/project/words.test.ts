// The words of docs/glossary.md: one word for each thing. A retired name does not come back.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const sources = [
  ...new Bun.Glob("{src,harness,test,tools,bench,plugins,conformance}/**/*.{ts,mjs}").scanSync(
    root,
  ),
]
  .filter((path) => !/node_modules|\/dist\//.test(path) && !path.includes("/generated/"))
  .toSorted();

/** Retired names, and the standard word for each. */
const retired: readonly (readonly [name: RegExp, word: string])[] = [
  [/\b(?:most|least)[A-Z]\w*/, "max…, min…"],
  [/\b(?:hearer|Hearer)s?\b/, "subscriber"],
  [/\b(?:asker|Asker)\b/, "client"],
  [/\bletGo\b/, "release"],
  [/\b(?:lent|isLent)\b/, "borrowed"],
  [/\btold[A-Z]?\w*\b|\w+Told\b/, "reported"],
  [/\bsaid[A-Z]?\w*\b/, "output, printed"],
  [/\b(?:roomy|[Rr]oomShare|AnswerRooms?)\b/, "budget"],
  [/\b(?:takeNow|takeTurn|giveRoom|whenThereIsRoom)\b/, "tryAcquire, acquire, release, reserve"],
  [/\b(?:sayNoEffect|sayRefused)\b/, "warnUnsupported, warnBlocked"],
  [/\b(?:enginePowers|findPowers)\b/, "capabilities"],
  [/\blimit(?:View|Context|Data|Configuration)\b/, "restrict…"],
  [/\b(?:leftWords|carryOut|unfitPart|steadyHead)\b/, "a word of docs/glossary.md"],
];

/** Matches a declaration or a property: texts and comments may use any word. */
const declared =
  /(?:\b(?:const|let|var|function|class|interface|type|get|set|readonly|async|static|private|import)\s+|[{,(]\s*|^\s*#?)#?([A-Za-z_]\w*)(?=\s*[:=(,;})?<])/g;

/** A line without its comment and its texts. */
const code = (line: string): string =>
  /^\s*(?:\*|\/\/|\/\*)/.test(line)
    ? ""
    : line.replace(/"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\])*'|\/\/.*$/g, '""');

test("no name uses a retired word", () => {
  const found = sources.flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        [...code(line).matchAll(declared)].flatMap(([, name = ""]) =>
          retired
            .filter(([pattern]) => pattern.exec(name)?.[0] === name)
            .map(([, word]) => `${path}:${index + 1}: "${name}" is called ${word}`),
        ),
      ),
  );
  expect(found).toEqual([]);
});

/** Aligned columns and addresses are read as they stand. */
const mayBeLong = /\S {2,}\S|:\/\/\S{60}|^\s*\/\/ @|[│├└─]|`[^`]{80}|^\s*\*\s+\{|oxlint-disable/;

test("comments have at most 100 columns, tables and addresses excepted", () => {
  const found = sources.flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        /^\s*(?:\*|\/\/|\/\*)/.test(line) && line.length > 100 && !mayBeLong.test(line)
          ? [`${path}:${index + 1}: ${line.trim()}`]
          : [],
      ),
  );
  expect(found).toEqual([]);
});

/** The rooms whose comments follow the rules below. */
const edited = [
  ...new Bun.Glob(
    "{src,plugins,harness,test,tools,bench,verify,stub,examples,site}/**/*.{ts,mjs}",
  ).scanSync(root),
]
  .filter((path) => !/node_modules|\/dist\/|\/\.|\/generated\//.test(path))
  .toSorted();

/** Forms of a sentence that has no subject, or hides the one who acts. */
const refused: readonly (readonly [form: RegExp, advice: string])[] = [
  [
    /^(?:@returns |@param \S+ )?(?:What|Who|Whom|Whose|Where|How|Why|Of which|Of what)\b/i,
    "begin with a noun or a verb",
  ],
  [/\b(?:is|are|was|were|be|been|being) told\b/, "say who reports what to whom"],
  [/\b(?:nobody|somebody)\b/i, "name the one who acts"],
];

/** The paragraphs of the comments of a file, each with the line that it begins in. */
function paragraphs(path: string): { readonly line: number; readonly text: string }[] {
  const found: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [index, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
    const [, start = "", text = ""] = /^\s*(\/\*\*|\*\/|\*|\/\/)(?:\s+(.*))?$/.exec(line) ?? [];
    const words = text.replace(/\*\/$/, "").trim();
    const last = found.at(-1);
    if (words === "") isOpen = false;
    else if (isOpen && last !== undefined && start !== "/**" && !/^[@-]/.test(words))
      last.text += ` ${words}`;
    else {
      found.push({ line: index + 1, text: words });
      isOpen = true;
    }
    if (start === "" || line.trimEnd().endsWith("*/")) isOpen = false;
  }
  return found;
}

test("comments say who does what: no paragraph begins with What, Who or Where", () => {
  const found = edited.flatMap((path) =>
    paragraphs(path).flatMap(({ line, text }) =>
      refused
        .filter(([form]) => form.test(text.replaceAll(/`[^`]*`/g, "`code`")))
        .map(([, advice]) => `${path}:${line}: ${advice}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});

/** The name of a test, a group or a case: its first argument, or a row's field `name`. */
const testName =
  /(?:(?:\b(?:test\w*|describe|attack|story|begun|one|inWindow|on[A-Z]\w*)|\))\(|\bname:)\s*(["`])(?<name>[^"`\n]+ [^"`\n]*)/g;

test("names of tests begin with their subject, and name the one who acts", () => {
  const found = edited
    .filter((path) => /^test\/|\.test\.ts$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(testName)].flatMap(({ groups }) => {
        const name = groups?.["name"] ?? "";
        return refused
          .filter(([form]) => form.test(name))
          .map(([, advice]) => `${path}: ${advice}: ${name}`);
      }),
    );
  expect(found).toEqual([]);
});

test("the glossary has at most 60 terms, and the files that it names exist", () => {
  const text = readFileSync(join(root, "docs/glossary.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| (?!Term|-)/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.length).toBeLessThanOrEqual(60);
  const named = [...text.matchAll(/`((?:src|test|harness|plugins)\/[\w./-]*)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.filter((path) => !Bun.file(join(root, path)).size && !isFolder(path))).toEqual([]);
});

const isFolder = (path: string): boolean =>
  [...new Bun.Glob(`${path.replace(/\/$/, "")}/*`).scanSync({ cwd: root, onlyFiles: false })]
    .length > 0;

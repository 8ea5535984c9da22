// Parsers of the configuration, and of its values.

import { checkText } from "../../src/config/read/load.ts";
import { formatOf, sourceOf } from "../../src/config/read/file-formats.ts";
import { mergePatch } from "../../src/config/read/merge.ts";
import { reportJson, reportText } from "../../src/config/report/report.ts";
import {
  checkDomain,
  checkEnvironmentName,
  checkGlob,
  checkPathPattern,
  checkRegex,
  checkUrlPattern,
  checkVariable,
} from "../../src/config/rules/patterns.ts";
import { rules } from "../../src/config/rules/index.ts";
import { RuleContext } from "../../src/config/rules/rule.ts";
import { check } from "../../src/config/shape/check.ts";
import { parsePath, pathText } from "../../src/config/shape/tree.ts";
import { rootConfig } from "../../src/config/config.ts";
import type { Config } from "../../src/config/config.ts";
import { deriveValues, type SettledConfig } from "../../src/config/shape/derive.ts";
import { Expression } from "../../src/contract/patterns/expression.ts";
import { nearest } from "../../src/contract/text/suggest.ts";
import { isSemver } from "../../src/contract/shipped/semver.ts";
import { packageName } from "../../src/contract/shipped/package-name.ts";
import { isDebRelation, isRpmRelation } from "../../src/contract/shipped/package-relations.ts";
import { controlCharacter } from "../../src/contract/shipped/field-text.ts";
import type { Row } from "./row.ts";

/** All that is found wrong with a text, as it is shown. */
function reported(text: string, file: string): string {
  const problems = checkText(text, file);
  return reportText(problems, [], { color: true }) + JSON.stringify(reportJson(problems, []));
}

/** The same with the rules across fields. */
function ruled(text: string): string {
  const name = "framework.conf.json";
  const { root } = formatOf(name).parse(sourceOf(name, text));
  if (root === null) return reported(text, name);
  const { value, problems } = check(root, rootConfig);
  const { config } = deriveValues(value as unknown as SettledConfig, "/nowhere");
  const context = new RuleContext({
    config: config as Config,
    root,
    system: "linux",
    command: "config",
    folder: "/nowhere",
    known: problems,
  });
  for (const rule of rules) rule(context);
  return reportText([...problems, ...context.problems], context.warnings, { color: false });
}

/** A value at a path of dots, in a configuration that has all that must be there. */
const within =
  (path: string) =>
  (text: string): string => {
    const value = path.endsWith("[]") ? text.split("\n") : text;
    const names = path.replace("[]", "").split(".");
    const inner = names.reduceRight<unknown>((held, name) => ({ [name]: held }), value);
    return JSON.stringify(inner);
  };

const mergeOf = (text: string): unknown => {
  const parse = (name: string) => formatOf("a.json").parse(sourceOf(name, text)).root;
  const [one, other] = [parse("a"), parse("b")];
  return one === null || other === null ? null : mergePatch(one, other);
};

const json = [
  '{"a":',
  "[",
  "[1,",
  '"a":1,',
  '{"framework":{',
  "/* ",
  "// \n",
  "'",
  "\\u0041",
  "\\",
  "1",
  "-",
  "é",
];
const members = (text: string): string =>
  `{${text
    .split("\n")
    .map((line, index) => `${JSON.stringify(`${line.slice(0, 200)}${index}`)}:1`)
    .join(",")}}`;

export const configuration: readonly Row[] = [
  {
    name: "a configuration in JSON",
    of: ["config/read/file-formats.ts", "config/read/load.ts", "config/report/report.ts"],
    fragments: json,
    read: (text) => reported(text, "framework.conf.json"),
  },
  {
    name: "JSON behind an object",
    of: ["config/read/file-formats.ts"],
    fragments: json,
    around: (text) => `{"framework": ${text}`,
    read: (text) => reported(text, "framework.conf.json"),
  },
  {
    name: "JSON5 with comments",
    of: ["config/read/file-formats.ts"],
    fragments: ["/**/", "//\n", "a:1,", "a:{", "+1,", "0x", ".5,", "'\\\n", "$:"],
    around: (text) => `{${text}`,
    read: (text) => reported(text, "framework.conf.json5"),
  },
  {
    name: "members of a configuration",
    of: [
      "config/shape/check.ts",
      "config/shape/tree.ts",
      "config/shape/describe.ts",
      "config/report/advice.ts",
    ],
    fragments: [
      "a\n",
      "build\n",
      "framework\n",
      "frame-work\n",
      "winddows\n",
      "identifier\n",
      "\n",
      "a b\n",
    ],
    around: members,
    read: (text) => reported(text, "framework.conf.json"),
  },
  {
    name: "windows that are none",
    of: ["config/shape/check.ts", "config/report/advice.ts", "config/report/problem.ts"],
    fragments: [
      "1,",
      '{"label":1},',
      '{"labl":"a"},',
      "{},",
      "[],",
      '"a",',
      "true,",
      '{"width":"1"},',
    ],
    around: (text) => `{"framework":{"windows":[${text}{}]}}`,
    read: (text) => reported(text, "framework.conf.json"),
  },
  {
    name: "windows, by the rules",
    of: ["config/rules/windows.ts", "config/rules/rule.ts"],
    fragments: [
      "{},",
      '{"label":"b"},',
      '{"label":"b","url":"x y"},',
      '{"userAgent":"\\n"},',
      '{"width":1,"minWidth":2},',
    ],
    around: (text) => `{"framework":{"windows":[${text}{"label":"a"}]}}`,
    read: ruled,
  },
  {
    name: "a configuration in TOML",
    of: ["config/read/file-formats.ts", "config/read/toml-mistakes.ts"],
    fragments: [
      "[a]\n",
      "[[a]]\n",
      "a=1\n",
      "a.b.c=1\n",
      "a.",
      "a=[",
      "a={",
      "[a.",
      '"""',
      "'''",
      "a = \n",
      "a: 1\n",
      "\\",
      "#\n",
      "= ",
    ],
    read: (text) => reported(text, "Framework.toml"),
  },
  {
    name: "TOML behind a value",
    of: ["config/read/toml-mistakes.ts"],
    fragments: ["[", "a,", "{", '"', "'", "# ", "\n", "=", " ", "a=1\n", "a b ", "[a]\n"],
    around: (text) => `[package]\nname = ${text}`,
    read: (text) => reported(text, "Framework.toml"),
  },
  {
    name: "tables of TOML",
    of: ["config/read/file-formats.ts"],
    fragments: ["a\n", "b.c\n"],
    around: (text) =>
      text
        .split("\n")
        .map(
          (line, index) => `[${/^[\w.]+$/.test(line) ? line.slice(0, 100) : "a"}${index}]\nb = 1\n`,
        )
        .join(""),
    read: (text) => reported(text, "Framework.toml"),
  },
  {
    name: "a key of TOML that is written twice",
    of: ["config/read/file-formats.ts"],
    fragments: ["a", "a = ", "[", "# a = \n"],
    around: (text) => `[one]\na = 1\nb = [${JSON.stringify(text)}, { a = 1, a = 2 }]\na = 2\n`,
    read: (text) => reported(text, "Framework.toml"),
  },
  {
    name: "two configurations that are merged",
    of: ["config/read/merge.ts"],
    fragments: ['{"a":', '"a":null,', '{"a":{"b":null},"c":'],
    around: (text) => `{"a": ${text}`,
    read: mergeOf,
  },
  {
    name: "members that are merged",
    of: ["config/read/merge.ts"],
    fragments: ["a\n", "b\n"],
    around: members,
    read: mergeOf,
  },
  {
    name: "a path of a value",
    of: ["config/shape/tree.ts"],
    fragments: ["a.", "[0]", '["a"]', '["', "[", '"', "\\"],
    read: (text) => {
      const path = parsePath(text);
      return path === null ? null : pathText(path);
    },
  },
  {
    name: "a policy",
    of: [
      "contract/page/csp.ts",
      "config/rules/policy-directives.ts",
      "config/rules/policy-place.ts",
      "config/rules/security.ts",
    ],
    fragments: [
      "a ;,",
      "a;",
      ",",
      ";",
      "script-src data: ;,",
      "script-src data: ",
      "default-src 'self' ",
      "self ",
      "none ",
      "'unsafe-inline' ",
      "img-src ",
      "\t",
      "a b c d;",
      "script-srcc ;",
    ],
    around: within("framework.security.csp"),
    read: ruled,
  },
  {
    name: "a policy behind script-src",
    of: ["contract/page/csp.ts"],
    fragments: ["data: ", "blob: ", "self ", "img-src ", "'unsafe-inline' ", "a "],
    around: (text) => within("framework.security.csp")(`script-src ${text}`),
    read: ruled,
  },
  {
    name: "a policy as an object",
    of: ["config/rules/policy-place.ts"],
    fragments: ["data:\n", "self\n", "img-src\n", "a\n"],
    around: (text) =>
      JSON.stringify({
        framework: {
          security: {
            csp: {
              "script-src": text.split("\n"),
              ...Object.fromEntries(
                text
                  .slice(0, 50_000)
                  .split("\n")
                  .map((line, at) => [`${line.slice(0, 100)}${at}`, "self"]),
              ),
            },
          },
        },
      }),
    read: ruled,
  },
  {
    name: "directives that are left alone",
    of: ["config/rules/policy-directives.ts"],
    fragments: ["a\n", "script-srcc\n"],
    around: within("framework.security.dangerousDisableAssetCspModification[]"),
    read: ruled,
  },
  {
    name: "domains with powers",
    of: ["config/rules/security.ts"],
    fragments: [
      '{"domain":"a b"},',
      '{"domain":"a","windows":["b","c"]},',
      '{"domain":"a","plugins":["plugin-a"]},',
    ],
    around: (text) =>
      `{"framework":{"security":{"dangerousRemoteDomainIpcAccess":[${text}{"domain":"a","windows":["main"]}]}}}`,
    read: ruled,
  },
  {
    name: "labels that no window has",
    of: ["config/rules/security.ts", "contract/text/suggest.ts"],
    fragments: ["a\n", "maim\n", "b\n"],
    around: (text) =>
      JSON.stringify({
        framework: {
          windows: text
            .slice(0, text.length / 2)
            .split("\n")
            .map((line, at) => ({ label: `m${line.slice(0, 100)}${at}` })),
          security: {
            dangerousRemoteDomainIpcAccess: [
              {
                domain: "a.b",
                windows: text
                  .slice(text.length / 2)
                  .split("\n")
                  .map((line, at) => `n${line.slice(0, 100)}${at}`),
              },
            ],
          },
        },
      }),
    read: ruled,
  },
  {
    name: "a scope of paths",
    of: ["config/rules/allowlist.ts", "config/rules/patterns.ts"],
    fragments: ["a\n", "$HOM/**\n", "$DOCUMENT/{a,b}\n", "/../a\n", "/[\n", "~/a\n"],
    around: within("framework.allowlist.fs.scope[]"),
    read: ruled,
  },
  {
    name: "one pattern of a scope of paths",
    of: ["config/rules/allowlist.ts"],
    fragments: ["{", "{a", "{a,", "{a,b}", ",", "/"],
    around: (text) => within("framework.allowlist.fs.scope[]")(`/${text}`),
    read: ruled,
  },
  {
    name: "a scope of addresses",
    of: ["config/rules/allowlist.ts"],
    fragments: ["a\n", "https://a b/\n", "https://a/?\n", "ftp://a\n"],
    around: within("framework.allowlist.http.scope[]"),
    read: ruled,
  },
  {
    name: "a scope of programs",
    of: ["config/rules/allowlist.ts"],
    fragments: [
      '{"name":"a"},',
      '{"name":"a","cmd":"b","args":[{"validator":"("}]},',
      '{"name":"b","sidecar":true},',
      '{"name":"c","cmd":"$X","env":["=","*"]},',
    ],
    around: (text) =>
      `{"framework":{"allowlist":{"shell":{"scope":[${text}{"name":"z","cmd":"z"}]}}}}`,
    read: ruled,
  },
  {
    name: "names of a package",
    of: [
      "config/rules/bundle.ts",
      "contract/shipped/package-name.ts",
      "contract/shipped/field-text.ts",
    ],
    fragments: ["a", "-", "ä", " a", "\u0001"],
    around: within("package.productName"),
    read: ruled,
  },
  {
    name: "an identifier",
    of: ["config/rules/bundle.ts"],
    fragments: ["a.", ".", "_", "-"],
    around: within("framework.bundle.identifier"),
    read: ruled,
  },
  {
    name: "relations of a package",
    of: ["config/rules/linux-packages.ts", "contract/shipped/package-relations.ts"],
    fragments: ["a\n", "a (>\n", "(a\n", ",\n"],
    around: within("framework.bundle.deb.depends[]"),
    read: ruled,
  },
  {
    name: "files of a package",
    of: ["config/rules/files.ts", "config/rules/icons.ts"],
    fragments: ["a\n", "*\n", "[\n", "../a\n"],
    around: within("framework.bundle.resources[]"),
    read: ruled,
  },
  {
    name: "icons of an app",
    of: ["config/rules/icons.ts"],
    fragments: ["a\n", "a.png\n", "*.ico\n"],
    around: within("framework.bundle.icon[]"),
    read: ruled,
  },
  {
    name: "arguments of an app",
    of: ["config/rules/cli.ts"],
    fragments: [
      '{"name":"a"},',
      '{"name":"b","short":"bb"},',
      '{"name":"c","conflictsWith":"a"},',
      '{"name":"d","index":1},',
      '{"name":"e","requiresAll":["x","y"]},',
    ],
    around: (text) => `{"framework":{"cli":{"args":[${text}{"name":"z"}]}}}`,
    read: ruled,
  },
  {
    name: "arguments with names of their own",
    of: ["config/rules/cli.ts"],
    fragments: ["a\n", "b\n"],
    around: (text) =>
      JSON.stringify({
        framework: {
          cli: {
            args: text.split("\n").map((line, at) => ({
              name: `${line.slice(0, 50)}${at}`,
              conflictsWith: `a${at + 1}`,
            })),
          },
        },
      }),
    read: ruled,
  },
  {
    name: "commands below commands",
    of: ["config/rules/cli.ts"],
    fragments: ['{"subcommands":{"a":', '{"args":[{"name":"a"}],"subcommands":{"a":'],
    around: (text) => `{"framework":{"cli":${text}`,
    read: ruled,
  },
  {
    name: "addresses of updates",
    of: ["config/rules/updater.ts"],
    fragments: ["a\n", "http://a\n", "https://a/{{\n"],
    around: within("framework.updater.endpoints[]"),
    read: ruled,
  },
  {
    name: "a public key, in the configuration",
    of: ["config/rules/updater.ts"],
    fragments: ["RWQ", "=", "untrusted comment:\n", "\n"],
    around: within("framework.updater.pubkey"),
    read: ruled,
  },
  {
    name: "places of pages",
    of: ["config/rules/build.ts"],
    fragments: ["/", "\\", "http://", "a/"],
    around: (text) =>
      JSON.stringify({ build: { runner: text, devPath: text, distDir: `http://${text}` } }),
    read: ruled,
  },
  ...(
    [
      [
        "a pattern of paths",
        (text: string) => [checkPathPattern(text, "linux"), checkPathPattern(text, "windows")],
        "path",
      ],
      ["a variable", checkVariable, "path"],
      ["a glob", checkGlob, "path"],
      ["a pattern of addresses", checkUrlPattern, "url"],
      ["a domain", checkDomain, "domain"],
      ["the name of a variable", checkEnvironmentName, "name"],
    ] as const
  ).map(([name, read, kind]): Row => ({
    name,
    of: [
      "config/rules/patterns.ts",
      ...{
        path: ["contract/patterns/path-pattern.ts", "contract/patterns/name-pattern.ts"],
        url: ["contract/patterns/url-pattern.ts", "contract/patterns/url-path.ts"],
        domain: ["contract/patterns/domain.ts"],
        name: [],
      }[kind],
    ],
    fragments: [
      "[",
      "[a-",
      "[!",
      "[]",
      "]",
      "*",
      "**/",
      "?",
      "/",
      "../",
      "$",
      "$HOME/",
      "%",
      "%25",
      "%c0%af",
      "%u002f",
      "https://",
      "@",
      ":",
      "a.",
      "*.",
      "%C3%A4",
      "é",
    ],
    read,
    around: (text) => (kind === "url" ? `https://a/${text}` : text),
  })),
  {
    name: "a host of a pattern",
    of: ["contract/patterns/url-pattern.ts"],
    fragments: ["a.", "*.", "[", ":", "1.", "xn--", "é.", "a"],
    around: (text) => `https://${text}/`,
    read: checkUrlPattern,
  },
  {
    name: "a regular expression",
    of: ["contract/patterns/expression.ts"],
    fragments: [
      "(",
      "(?:",
      "(?<a>",
      "(?=",
      "[",
      "[^",
      "a*",
      "a|",
      "|",
      "\\d",
      "\\p{L}",
      "\\u{61}",
      "{",
      "a{1,2}",
      "(a)",
      "(?:a|b)*",
      "\\ud83d\\ude00",
      "^",
      "[a]",
      "(a*)*",
    ],
    read: checkRegex,
  },
  {
    name: "a text that an expression is compared to",
    of: ["contract/patterns/expression.ts"],
    fragments: ["a", "aa ", "é", "-"],
    read: (text) => [
      new Expression("(a+)+b").matchesWhole(text),
      new Expression("(?=a*b)a*|\\w+\\b").matchesStart(text),
    ],
  },
  {
    name: "a word that another one is near to",
    of: ["contract/text/suggest.ts"],
    fragments: ["a", "-", " ", "é"],
    read: (text) =>
      nearest(text, [text.slice(1), text.toUpperCase(), "framework", "windows", `${text}b`]),
  },
  {
    name: "a version, and names in packages",
    of: [
      "contract/shipped/semver.ts",
      "contract/shipped/package-name.ts",
      "contract/shipped/package-relations.ts",
      "contract/shipped/field-text.ts",
    ],
    fragments: ["1.", "1.0.0-", "-", "+", "a", "0", "a (", "a | ", "(", "a:", "\t", "é"],
    read: (text) => [
      isSemver(text),
      isSemver(`1.0.0-${text}`),
      packageName(text, "a.b"),
      isDebRelation(text, "depends"),
      isRpmRelation(text, "depends"),
      controlCharacter(text),
    ],
  },
];

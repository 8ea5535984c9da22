import { expect, test } from "bun:test";
import { baseDirectories as variables } from "../../src/contract/paths.ts";
import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import { ShellScope, type ShellCommand } from "../../src/app/scope/shell.ts";

const log: string[] = [];
const folders = {
  ...Object.fromEntries(variables.map((name) => [name, null])),
  HOME: "/h",
} as unknown as BaseDirectories;

function make(
  scope: readonly Partial<ShellCommand>[],
  { open = false, externalBin = [] }: { open?: boolean | string; externalBin?: string[] } = {},
) {
  const whole = scope.map(
    (entry) =>
      ({
        name: "run",
        cmd: "prog",
        args: false,
        env: [],
        sidecar: false,
        ...entry,
      }) as ShellCommand,
  );
  return new ShellScope({
    scope: whole,
    open,
    externalBin,
    folders,
    system: "linux",
    log: (line) => log.push(line),
  });
}

/** The arguments the program is run with, or the refusal. */
function run(args: ShellCommand["args"], given: readonly string[]): readonly string[] | string {
  try {
    return make([{ args }]).run({ program: "run", args: given, env: {}, sidecar: false }).args;
  } catch (error) {
    return (error as Error).message;
  }
}

const commit: ShellCommand["args"] = ["commit", "-m", { validator: "\\S+" }];

test.each([
  [true, ["--any", "x y"], ["--any", "x y"]],
  [true, [], []],
  [false, [], []],
  [false, ["x"], 'Cannot run "run": argument 1, "x", is one too many'],
  [[], ["x"], 'Cannot run "run": argument 1, "x", is one too many'],
  [["a", "b"], [], ["a", "b"]],
  [
    ["a", "b"],
    ["a", "b"],
    ["a", "b"],
  ],
  [["a", "b"], ["a"], 'Cannot run "run": argument 2 is missing, it must be "b"'],
  [["a", "b"], ["a", "c"], 'Cannot run "run": argument 2 is "c", it must be "b"'],
  [commit, ["commit", "-m", "text"], ["commit", "-m", "text"]],
  [commit, [], 'Cannot run "run": argument 1 is missing, it must be "commit"'],
  [
    commit,
    ["commit", "-m"],
    'Cannot run "run": argument 3 is missing, it must match \\S+ as a whole',
  ],
  [
    commit,
    ["commit", "-m", "two words"],
    'Cannot run "run": argument 3 is "two words", it must match \\S+ as a whole',
  ],
  [commit, ["push", "-m", "text"], 'Cannot run "run": argument 1 is "push", it must be "commit"'],
  [
    commit,
    ["commit", "-m", "text", "--amend"],
    'Cannot run "run": argument 4, "--amend", is one too many',
  ],
  [[{ validator: "\\d+" }], ["1"], ["1"]],
  [
    [{ validator: "\\d+" }],
    ["1; rm"],
    'Cannot run "run": argument 1 is "1; rm", it must match \\d+ as a whole',
  ],
  [
    [{ validator: "\\d+" }],
    ["1\n"],
    'Cannot run "run": argument 1 is "1\\n", it must match \\d+ as a whole',
  ],
  [
    [{ validator: "^a|b$" }],
    ["ab"],
    'Cannot run "run": argument 1 is "ab", it must match ^a|b$ as a whole',
  ],
  [[{ validator: "a|b" }], ["b"], ["b"]],
  [true, ["a\0b"], 'Cannot run "run": argument 1 must not hold a NUL character'],
] as const)("with args %j, the call %j gives %j", (args, given, expected) => {
  expect(run(args, given)).toEqual(expected);
});

test("a page gives a program the variables that its entry names, and no other", () => {
  const externalBin = ["bin/one", "bin/two"];
  const scope = make(
    [
      { env: ["LANG", "TZ"] },
      { name: "none" },
      { name: "bin/two", cmd: null, sidecar: true, env: ["LANG"] },
    ],
    { externalBin },
  );
  const env = (program: string, given: Record<string, string>, sidecar = false) => {
    try {
      return scope.run({ program, args: [], env: given, sidecar }).env;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const refusal = (name: string, program: string) =>
    `Cannot run "${program}": a page must not set the variable "${name}"; list it as env of "${program}" in framework.allowlist.shell.scope`;
  expect([
    env("run", { LANG: "de", TZ: "" }),
    env("run", { LANG: "de", TAR_OPTIONS: "x" }),
    env("run", { lang: "de" }),
    env("run", { "LANG=x": "de" }),
    env("run", { LANG: "a\0b" }),
    env("none", { LANG: "de" }),
    env("none", {}),
    env("bin/one", { LANG: "de" }, true),
    env("bin/two", { LANG: "de" }, true),
    env("bin/two", { TZ: "de" }, true),
  ]).toEqual([
    { LANG: "de", TZ: "" },
    refusal("TAR_OPTIONS", "run"),
    refusal("lang", "run"),
    refusal("LANG=x", "run"),
    'Cannot run "run": the variable "LANG" must not hold a NUL character',
    refusal("LANG", "none"),
    {},
    refusal("LANG", "bin/one"),
    { LANG: "de" },
    refusal("TZ", "bin/two"),
  ]);
});

test("programs are found by name, and only there", () => {
  const scope = make([
    { name: "ls", cmd: "$HOME/bin/ls" },
    { name: "plain", cmd: "./$NOTHING" },
    { name: "gone", cmd: "$FONT/x" },
  ]);
  expect(scope.run({ program: "ls", args: [], env: {}, sidecar: false })).toEqual({
    program: "/h/bin/ls",
    args: [],
    env: {},
    sidecar: false,
  });
  expect(scope.run({ program: "plain", args: [], env: {}, sidecar: false }).program).toBe(
    "./$NOTHING",
  );
  for (const program of ["/h/bin/ls", "gone", "constructor", ""]) {
    expect(() => scope.run({ program, args: [], env: {}, sidecar: false })).toThrow(
      `Cannot run "${program}": give it an entry in framework.allowlist.shell.scope`,
    );
  }
  expect(log).toEqual([
    '"gone" in framework.allowlist.shell.scope cannot run: this system has no folder for "$FONT/x"',
  ]);
});

test("a shipped binary runs without an entry; an entry restricts its arguments", () => {
  const externalBin = ["bin/one", "bin/two"];
  const scope = make([{ name: "bin/two", cmd: null, sidecar: true, args: ["-v"] }], {
    externalBin,
  });
  const call = (program: string, args: string[]) =>
    scope.run({ program, args, env: {}, sidecar: true });
  expect(call("bin/one", ["any"])).toEqual({
    program: "bin/one",
    args: ["any"],
    env: {},
    sidecar: true,
  });
  expect(() => call("bin/two", ["any"])).toThrow('argument 1 is "any", it must be "-v"');
  expect(() => call("bin/three", [])).toThrow(
    'Cannot run "bin/three": list it in framework.bundle.externalBin',
  );
  expect(() => scope.run({ program: "bin/one", args: [], env: {}, sidecar: false })).toThrow(
    "give it an entry",
  );
});

test.each([
  [
    [{ name: "a" }, { name: "a" }],
    'Cannot use "a" twice in framework.allowlist.shell.scope: give each its own name',
  ],
  [
    [{ name: "a", cmd: null }],
    'Cannot use "a" of framework.allowlist.shell.scope: set its cmd, or sidecar to true',
  ],
  [
    [{ name: "a", cmd: "$HOMES/x" }],
    'Cannot run "$HOMES/x" of framework.allowlist.shell.scope: it has an unknown variable, "$HOMES"',
  ],
  [
    [{ args: ["x", { validator: "(" }] }],
    'Cannot use the expression "(" for argument 2 of "run" in framework.allowlist.shell.scope',
  ],
])("%j stops the app", (scope, wanted) => {
  expect(() => make(scope)).toThrow(wanted);
});

function opens(open: boolean | string, address: string): true | string {
  try {
    make([], { open }).checkOpen(address);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
}

test("the default expression admits web, mail and telephone addresses only", () => {
  const admitted = [
    "https://ab",
    "http://example.com",
    "mailto:a@b.c",
    "mailto:a@b.c?subject=attached",
    "https://example.com/?attach=a",
    "tel:55",
    "https://127.0.0.1",
  ];
  expect(admitted.filter((address) => opens(true, address) !== true)).toEqual([]);
  const refused = [
    "https://a",
    "mailto:a",
    "tel:5",
    "tel:+1555",
    "file:///etc/passwd",
    "javascript:alert(1)",
    " https://ab",
    "--x https://ab",
    "",
    "/etc/passwd",
    "https://ab\n--flag",
    "https://ab\0",
    "-https://ab",
    "smb://host/x",
    "mailto:a@b.c?%61%74%74%61%63%68=/etc/passwd",
    "mailto:a@b.c?subject=x;ATTACHMENT=/etc/passwd",
    "https://ab\u0085",
  ];
  expect(refused.filter((address) => opens(true, address) === true)).toEqual([]);
});

test("an expression of its own must match from the start; flags and control characters never pass", () => {
  expect(opens("https://ok\\.com/", "https://ok.com/x")).toBe(true);
  expect(opens("https://ok\\.com/", "file:///x?https://ok.com/")).toBe(
    'Cannot open "file:///x?https://ok.com/": it must match https://ok\\.com/',
  );
  expect(opens(".*", "--enable-debugging")).toBe(
    'Cannot open "--enable-debugging": it must not start with "-" or a blank',
  );
  expect(opens(".*", "x\u001b")).toBe(
    'Cannot open "x\\u001b": it must not hold control characters',
  );
  expect(opens(".*", "https://x/\ud800")).toBe(
    'Cannot open "https://x/\\ud800": it must not hold control characters',
  );
  expect(opens(".*", "docs/x")).toBe('Cannot open "docs/x": it must be a whole address or path');
  expect(opens(".+b", `https://${"a".repeat(1_000_000)}`)).toEndWith(
    ": it takes more than 1000000 steps",
  );
  expect(opens("a|b", "xb")).toBe('Cannot open "xb": it must match a|b');
  expect(opens(false, "https://ok.com")).toBe(
    'Cannot open "https://ok.com": set framework.allowlist.shell.open',
  );
  expect(() => opens("(", "x")).not.toThrow();
  expect(opens("(", "x")).toStartWith(
    'Cannot use the expression "(" for framework.allowlist.shell.open',
  );
});

test("an address is judged as the system will read it", () => {
  const open = "/srv/docs/.+|file:///srv/docs/.+|https://ok\\.com(?:/docs/.+)?$";
  const scope = make([], { open });
  for (const [text, address] of [
    ["/srv/docs/a b.txt", "file:///srv/docs/a%20b.txt"],
    ["/srv/other/../docs/a", "file:///srv/docs/a"],
    ["file:///srv/docs/./a", "file:///srv/docs/a"],
    ["https://ok.com", "https://ok.com/"],
    ["HTTPS://OK.com/x/../docs/a", "https://ok.com/docs/a"],
  ] as const) {
    expect([text, scope.checkOpen(text)]).toEqual([text, address]);
  }
  for (const text of [
    "/srv/docs/../../etc/passwd",
    "/srv/docs/../secret",
    "//srv/../etc/passwd",
    "file:///srv/docs/../../etc/passwd",
    "file:///srv/docs/%2e%2e/%2E%2e/etc/passwd",
    "file:///srv/docs/..\\..\\etc/passwd",
    "file:///srv/docs/..%2f..%2fetc%2fpasswd",
    "file:///srv/docs/..%5C..%5cetc",
    "file:\\\\evil\\srv\\docs\\x",
    "https://ok.com/docs/../admin",
    "https://ok.com/docs/%2e%2e/admin",
    "https://ok.com@evil.example/docs/x",
  ]) {
    expect([text, opens(open, text)]).toEqual([text, expect.stringMatching(/^Cannot open /)]);
  }
});

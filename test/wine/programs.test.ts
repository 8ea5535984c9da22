// Programs that pages start on Windows: what reaches them, what is refused, and that they end.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { windowsBun } from "../../harness/wine-prefix.ts";
import type { WineProgram } from "../../harness/wine-program.ts";
import { windowTitled } from "../../harness/x.ts";
import type { ShellCommand } from "../../src/app/scope/shell.ts";
import type { ProgramsQuestion } from "./programs/programs-program.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const script = join(import.meta.dir, "programs/programs-program.ts");

let wine: WineSession;
let app: WineProgram;

const at = (path: string) => join(wine.prefix, "drive_c", path);

function entry(name: string, cmd: string, more: Partial<ShellCommand> = {}): ShellCommand {
  return { name, cmd, args: true, env: [], sidecar: false, ...more };
}

async function start(cwd: string): Promise<WineProgram> {
  const scope = [
    entry("bun", wine.windowsPath(windowsBun() ?? ""), { env: ["GIVEN"] }),
    entry("batch", "C:\\tools\\say.bat", { env: ["GIVEN"] }),
    entry("found batch", "say"),
    entry("odd batch", "C:\\100% (odd)\\say.cmd"),
    entry("dotted", "C:\\tools\\say.bat."),
    entry("handing on", "C:\\tools\\hand-on.cmd"),
    entry("here", "here"),
    entry("notepad", "notepad"),
  ];
  const started = wine.bun(script, [JSON.stringify(scope)], {
    cwd,
    env: { WINEPATH: "C:\\tools;relative" },
  });
  await started.line('"ready"');
  return started;
}

beforeAll(async () => {
  if (missing !== null) return;
  wine = await startWine();
  // Each argument between brackets as the batch file has it, in quotes, and without them as
  // careless ones do.
  const say = "@echo off\r\necho [%1] [%2]\r\necho %~1\r\necho %GIVEN%\r\n";
  for (const path of [
    "tools/say.bat",
    "100% (odd)/say.cmd",
    "here/here.exe",
    "here/relative/lost.exe",
  ]) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), say);
  }
  const reported = [windowsBun() ?? "", script]
    .map((path) => `"${wine.windowsPath(path)}"`)
    .join(" ");
  writeFileSync(at("tools/hand-on.cmd"), `@${reported} echo %*\r\n`);
  app = await start(at("here"));
});

afterAll(async () => {
  if (missing !== null) return;
  await app[Symbol.asyncDispose]();
  await wine[Symbol.asyncDispose]();
});

async function ask(question: ProgramsQuestion, asked: WineProgram = app): Promise<unknown> {
  const { answer } = await waitFor("an answer that is not Wine's", async () => {
    asked.write(`${JSON.stringify(question)}\n`);
    const line = await asked.line(/^\{"answer":/);
    return isFailureOfWine(line) ? null : (JSON.parse(line) as { answer: unknown });
  });
  return answer;
}

/**
 * A program that ends before it has told Wine's server of itself, as happens on a busy machine, was
 * not started; of Windows' numbers Wine takes the one of an internal error for that, which has no
 * name in Bun.
 */
const isFailureOfWine = (line: string) =>
  /^\{"answer":"io: .*the system answered EUNKNOWN"\}$/.test(line);

const execute = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  ask({ do: "execute", program, args, env });

describe.skipIf(missing !== null)("programs of Windows", () => {
  const hard = [
    "two words",
    "",
    '"',
    'a"b c"',
    "\\",
    "ends in one\\",
    "C:\\a folder\\",
    '\\"',
    'a\\\\"b c',
    "%PATH%",
    "^&|<>()",
    "new\nline",
    "a\ttab",
    "ünï 😀",
    "!x!",
    "-option",
  ];

  test("arguments reach a program exactly as they were given", async () => {
    const args = [wine.windowsPath(script), "echo", ...hard];
    const { code, out } = (await execute("bun", args, { GIVEN: "%x% & ü" })) as {
      code: number;
      out: string;
    };
    expect({ code, received: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      received: { args: hard, env: "%x% & ü" },
    });
  });

  test("a batch file gets plain arguments in quotes, by its path and by its name", async () => {
    for (const program of ["batch", "found batch"]) {
      const { code, out } = (await execute(program, ["two words", "a=1;2,3"])) as {
        code: number;
        out: string;
      };
      const lines = out.split("\r\n").slice(0, 2);
      expect([code, lines]).toEqual([0, ['["two words"] ["a=1;2,3"]', "two words"]]);
    }
  });

  test("arguments through a batch file arrive unchanged", async () => {
    const args = ["two words", "", "ünï 😀", "C:\\a\\b", "-x=1;2", "'single'", "*.?", "~"];
    const { out } = (await execute("handing on", args)) as { out: string };
    expect(JSON.parse(out)).toMatchObject({ args });
  });

  test.each([
    ["a quote", '"&echo injected&rem "'],
    ["an ampersand, which a batch file that takes quotes away runs", "x&echo injected"],
    ["a variable", "%CMDCMDLINE:~-1%&echo injected"],
    ["a caret", "^"],
    ["a line break", "x\r\necho injected"],
    ["a redirection", "x>C:\\injected"],
    ["a backslash at the end", "C:\\x\\"],
    ["a character that an old code page turns into a quote", "\uff02&echo injected"],
  ])("a batch file gets no argument with %s", async (_, arg) => {
    expect(await execute("batch", ["plain", arg])).toMatch(
      /^bad-argument: Cannot run "batch", which is a batch file: argument 2 must not /,
    );
    expect(await execute("batch", [], { GIVEN: arg })).toMatch(/the variable "GIVEN" must not /);
  });

  // The switch that shows that cmd.exe would have run it.
  test("cmd.exe runs what a quoted argument brings along", async () => {
    const { out } = await wine.run([
      "cmd.exe",
      "/d",
      "/c",
      "C:\\tools\\say.bat",
      "x&echo injected",
    ]);
    expect(out).toContain("injected");
  });

  test("a batch file whose own path cmd.exe would read is refused, and so is one under a name with a dot behind it", async () => {
    expect(await execute("odd batch", [])).toMatch(/^bad-argument: .*its path must not hold /);
    expect(await execute("dotted", ["x&echo injected"])).toMatch(
      /^(?:not-found|bad-argument|io): /,
    );
  });

  test("programs are found in the whole folders of PATH, by the endings that Windows starts, and nowhere else", async () => {
    const find = (program: string) => ask({ do: "find", program });
    expect(await find("cmd")).toBe("C:\\windows\\system32\\cmd.exe");
    expect(await find("cmd.exe")).toBe("C:\\windows\\system32\\cmd.exe");
    expect(await find("say")).toBe("C:\\tools\\say.bat");
    expect(await find("C:\\tools\\say")).toBe("C:\\tools\\say.bat");
    // In the current folder, and in a folder of PATH that is relative to it.
    expect(await find("here")).toBeNull();
    expect(await find("lost")).toBeNull();
    expect(await execute("here", [])).toBe(
      'not-found: Cannot run "here": "here" is in none of the folders of PATH',
    );
  });

  test("a program with windows shows them", async () => {
    const { child } = (await ask({ do: "spawn", program: "notepad" })) as { child: number };
    const { states } = await windowTitled(wine.session, "Untitled - Notepad");
    expect(states).not.toContain("_NET_WM_STATE_HIDDEN");
    await ask({ do: "kill", child });
  });

  const scriptProgram = (args: readonly string[]) => [wine.windowsPath(script), ...args];

  test("a program that is killed ends with all that it has started", async () => {
    const before = app.processes.length;
    const { child } = (await ask({
      do: "spawn",
      program: "bun",
      args: scriptProgram(["tree"]),
    })) as {
      child: number;
    };
    await waitFor("the program and the one it starts", () => app.processes.length >= before + 2);
    await ask({ do: "kill", child });
    await waitFor("the end of both", () => app.processes.length === before);
  });

  test("programs end with an app that is ended in the middle", async () => {
    await using other = await start(at("here"));
    const before = other.processes.length;
    await ask({ do: "spawn", program: "bun", args: scriptProgram(["tree"]) }, other);
    await waitFor("the program and the one it starts", () => other.processes.length >= before + 2);
    other.write(`${JSON.stringify({ do: "leave" })}\n`);
    await waitFor("the end of all", () => other.processes.length === 0);
  });
});

import { expect, test } from "bun:test";
import { heapStats } from "bun:jsc";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Child } from "../../src/app/process/child.ts";
import { Children } from "../../src/app/process/children.ts";
import { thisHost } from "../../src/app/process/host.ts";
import { limits } from "../../src/contract/limits.ts";
import type { AuthorConfig } from "../support/config.ts";
import { rejection, startWithApi, type ApiApp } from "../support/page-api.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { here, testOnEach, testWithout } from "../support/each-system.ts";

type ShellScope = NonNullable<
  NonNullable<NonNullable<NonNullable<AuthorConfig["framework"]>["allowlist"]>["shell"]>["scope"]
>;

const programs: ShellScope = [
  { name: "sh", cmd: "/bin/sh", args: true, env: ["EXTRA"] },
  { name: "cat", cmd: "cat", args: false },
  { name: "one", cmd: "echo", args: ["fixed", { validator: "\\d+" }] },
  { name: "nowhere", cmd: "no-such-program-anywhere", args: true },
  { name: "gone", cmd: "/no/such/program", args: true },
];

/** An app whose page may run the programs above; `fs` is what its file scope allows. */
function shellApp({
  allow = ["shell.execute"],
  fs = [] as string[],
  executable = process.execPath,
} = {}): Promise<ApiApp> {
  return startWithApi({
    allow,
    executable,
    config: {
      framework: {
        allowlist: { fs: { scope: fs }, shell: { scope: programs } },
        bundle: { identifier: "org.example.memory" },
      },
    },
  });
}

/** The output of `script`, run by /bin/sh. */
async function output(script: string, options = {}): Promise<string> {
  using shell = await shellApp();
  return (await new shell.api.shell.Command("sh", ["-c", script], options).execute()).stdout;
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A zombie still has its number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test("a program that writes without end is ended", async () => {
  using shell = await shellApp();
  const limit = limits.programOutput as { most: number };
  const { most } = limit;
  limit.most = 1_000_000;
  try {
    // It ends by itself at last, so that without the limit its output comes.
    const script = "for i in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero; done";
    const running = new shell.api.shell.Command("sh", ["-c", script]).execute();
    expect(await rejection(running)).toBe(
      'too-long: Cannot run "sh" to its end: it wrote more than 1000000 bytes, use spawn',
    );
  } finally {
    limit.most = most;
  }
});

test("programs of a page that are too many at once wait, and all of them run", async () => {
  using folder = tempDir();
  using shell = await shellApp();
  const { most } = limits.executedPrograms;
  const gate = join(folder.path, "gate");
  const script = `touch "${folder.path}/$1"; until [ -e "${gate}" ]; do sleep 0.05; done; echo "$1"`;
  const runs = Array.from({ length: most + 2 }, (_, index) =>
    new shell.api.shell.Command("sh", ["-c", script, "sh", `${index}`]).execute(),
  );
  const begun = () => readdirSync(folder.path).length;
  await waitFor("as many as may to have begun", () => begun() === most);
  // A later call is answered, and would be behind them where they could begin.
  await shell.app.page.invoke("app.getName", {});
  expect(begun()).toBe(most);
  writeFileSync(gate, "");
  expect((await Promise.all(runs)).map(({ stdout }) => stdout.trim())).toEqual(
    runs.map((_, index) => `${index}`),
  );
});

test("a page spawns no more programs than may run at once", async () => {
  using shell = await shellApp();
  const { Command } = shell.api.shell;
  const { most } = limits.spawnedPrograms;
  const spawn = async () => {
    const command = new Command("cat");
    const closed = new Promise((resolve) => command.once("close", resolve));
    const child = await command.spawn();
    return { end: () => Promise.all([child.kill(), closed]) };
  };
  const running = await Promise.all(Array.from({ length: most }, spawn));
  const refused = `bad-argument: Cannot spawn "cat": ${most} programs that this page has spawned run already, as many as may`;
  expect(await rejection(spawn())).toBe(refused);
  await running.pop()?.end();
  // A program that could not be started takes no room.
  expect(await rejection(new Command("nowhere").spawn())).toStartWith("not-found:");
  running.push(await spawn());
  expect(await rejection(spawn())).toBe(refused);
  await Promise.all(running.map((each) => each.end()));
});

test("null counts as no arguments and no options", async () => {
  using shell = await shellApp();
  const { Command } = shell.api.shell;
  for (const command of [new Command("cat", null, null), new Command("cat")])
    expect((await command.execute()).code).toBe(0);
});

test("a program runs to its end with its output, its errors and its exit code", async () => {
  using shell = await shellApp();
  const command = new shell.api.shell.Command("sh", [
    "-c",
    "printf 'a\\nb'; printf no >&2; exit 3",
  ]);
  expect(await command.execute()).toEqual({ code: 3, signal: null, stdout: "a\nb", stderr: "no" });
});

test("a program that a signal ends has its number", async () => {
  using shell = await shellApp();
  const command = new shell.api.shell.Command("sh", ["-c", "kill -9 $$"]);
  expect(await command.execute()).toEqual({ code: null, signal: 9, stdout: "", stderr: "" });
});

test("much output comes as it was, at the end and meanwhile", async () => {
  using shell = await shellApp();
  const numbers = Array.from({ length: 60_000 }, (_, index) => index + 1).join("\n");
  const command = new shell.api.shell.Command("sh", ["-c", "seq 60000"]);
  expect((await command.execute()).stdout === `${numbers}\n`).toBeTrue();
  const lines: string[] = [];
  command.stdout.on("data", (line) => void lines.push(line));
  const closed = Promise.withResolvers<void>();
  command.on("close", () => closed.resolve());
  command.on("error", (message) => closed.reject(new Error(String(message))));
  await command.spawn();
  await closed.promise;
  expect(lines.map((line) => String(line).trimEnd()).join("\n") === numbers).toBeTrue();
});

test("a program that runs to its end has no input to wait for", async () => {
  using shell = await shellApp();
  expect((await new shell.api.shell.Command("cat").execute()).stdout).toBe("");
});

test("output is read in the encoding that is asked for", async () => {
  const script = "printf 'gr\\374n'";
  expect(await output(script, { encoding: "windows-1252" })).toBe("grün");
  expect(await output(script)).toBe("gr\uFFFDn");
  expect(await output(script, { encoding: "raw" })).toEqual(
    new Uint8Array([103, 114, 252, 110]) as never,
  );
  expect(await rejection(output(script, { encoding: "klingon" }))).toBe(
    'bad-argument: Cannot run "sh": "encoding" is "klingon", it must be one that TextDecoder knows, or "raw"',
  );
  expect(await rejection(output(script, { shell: true }))).toContain(
    '"options.shell" is not an argument',
  );
});

test("arguments reach the program as they are", async () => {
  using shell = await shellApp();
  const args = ["-c", 'printf "%s|" "$@"', "sh", "a b", "$HOME", "*", "'", ""];
  expect((await new shell.api.shell.Command("sh", args).execute()).stdout).toBe("a b|$HOME|*|'||");
});

test("the environment is added to the app's, or empty", async () => {
  process.env["FRAMEWORK_TEST_INHERITED"] = "yes";
  expect(await output("echo $FRAMEWORK_TEST_INHERITED $EXTRA", { env: { EXTRA: "more" } })).toBe(
    "yes more\n",
  );
  expect(await output("echo $FRAMEWORK_TEST_INHERITED .", { env: null })).toBe(".\n");
  delete process.env["FRAMEWORK_TEST_INHERITED"];
});

test("a variable that the scope entry does not name is refused, and the refusal says where to name it", async () => {
  expect(await rejection(output("true", { env: { EXTRA: "1", MAKEFLAGS: "-j" } }))).toBe(
    'out-of-scope: Cannot run "sh": a page must not set the variable "MAKEFLAGS"; list it as env of "sh" in framework.allowlist.shell.scope',
  );
});

const testOfPosix = testWithout(["windows"], "programs are started from the disk of this machine");

testOfPosix("a program runs in a folder that the file scope allows, and in no other", async () => {
  using folder = tempDir({ "in/a": "", "out/a": "" });
  using shell = await shellApp({ fs: [`${folder.path}/in/**`] });
  const run = (cwd: string) => new shell.api.shell.Command("sh", ["-c", "pwd"], { cwd }).execute();
  expect((await run(`${folder.path}/in`)).stdout).toBe(`${folder.path}/in\n`);
  expect(await rejection(run(`${folder.path}/out`))).toStartWith(
    "out-of-scope: Cannot run a program in",
  );
  expect(await rejection(run(`${folder.path}/in/a`))).toBe(
    `not-found: Cannot run a program in "${folder.path}/in/a": there is no such folder`,
  );
  // The option `dir` of fs is no remedy here.
  expect(await rejection(run("Downloads"))).toBe(
    'bad-argument: Cannot run a program in "Downloads": must be a whole path: join it with appDataDir() or the like of framework/api/path, in own code with a folder of app.paths',
  );
});

test("only what the scope names runs, with the arguments it allows", async () => {
  using shell = await shellApp();
  const run = (name: string, ...args: string[]) =>
    new shell.api.shell.Command(name, args).execute();
  expect((await run("one", "fixed", "42")).stdout).toBe("fixed 42\n");
  expect(await rejection(run("one", "fixed", "42; rm"))).toStartWith("out-of-scope: ");
  expect(await rejection(run("one", "fixed", "42", "more"))).toStartWith("out-of-scope: ");
  expect(await rejection(run("cat", "/etc/passwd"))).toStartWith("out-of-scope: ");
  expect(await rejection(run("ls"))).toBe(
    'out-of-scope: Cannot run "ls": give it an entry in framework.allowlist.shell.scope',
  );
});

test("a program that cannot be started is refused with its name and the reason", async () => {
  using shell = await shellApp();
  const run = (name: string) => rejection(new shell.api.shell.Command(name).spawn());
  expect(await run("nowhere")).toBe(
    'not-found: Cannot run "nowhere": "no-such-program-anywhere" is in none of the folders of PATH',
  );
  expect(await run("gone")).toBe(
    'not-found: Cannot run "gone": its file, or the interpreter that it names, does not exist',
  );
});

// Bun throws these where it tells others by an event.
testOnEach(
  "a program that the system itself refuses, or that is too large for it, is refused with the reason",
  async () => {
    using project = tempDir({ "no-program": "\x7fELF" });
    const file = join(project.path, "no-program");
    chmodSync(file, 0o755);
    using shell = await startWithApi({
      allow: ["shell.execute"],
      config: {
        framework: {
          allowlist: {
            shell: { scope: [...programs, { name: "no program", cmd: file, args: true }] },
          },
          bundle: { identifier: "org.example.memory" },
        },
      },
    });
    const refusal = (name: string, args: readonly string[]) =>
      rejection(new shell.api.shell.Command(name, [...args]).execute());
    const messages = [await refusal("no program", []), await refusal("sh", ["x".repeat(200_000)])];
    expect(messages).toEqual([
      'io: Cannot run "no program": its file is no program for this system',
      'io: Cannot run "sh": its arguments are too long',
    ]);
  },
);

testOnEach(
  "a program whose end its page has not heard of counts until the page goes, and nothing is kept of it then",
  async () => {
    const children = new Children(thisHost("linux"));
    const page = new AbortController();
    const program = {
      name: "sh",
      file: "/bin/sh",
      args: ["-c", "echo a"],
      isVerbatim: false,
      cwd: null,
      env: {},
    };
    const child = await children.start(program, page.signal);
    let isCounted = true;
    const turn = { [Symbol.dispose]: () => void (isCounted = false) };
    const id = children.add(child, 1, page.signal, turn);
    await child.closed;
    expect([isCounted, children.get(id, 1)]).toEqual([true, child]);
    page.abort();
    expect(isCounted).toBe(false);
    expect(() => children.get(id, 1)).toThrow();
  },
);

testOnEach("a program that runs on keeps nothing of what it was written", async () => {
  const args = ["-c", "exec cat >/dev/null"];
  const program = {
    name: "cat",
    file: "/bin/sh",
    args,
    isVerbatim: false,
    cwd: null,
    env: process.env,
  };
  const child = await Child.start(program, thisHost("linux"));
  const promises = async (): Promise<number> => {
    for (let line = 0; line < 2000; line++) await child.write("line\n");
    Bun.gc(true);
    return heapStats().objectTypeCounts["Promise"] ?? 0;
  };
  const before = await promises();
  expect((await promises()) - before).toBeLessThan(1000);
  child.kill();
  await child.closed;
});

test("a running program is written to, read line by line, and ends when its input does", async () => {
  using shell = await shellApp();
  const command = new shell.api.shell.Command("cat");
  const seen: unknown[] = [];
  command.stdout.on("data", (line) => seen.push(line));
  const closed = new Promise((resolve) => command.on("close", resolve));
  const child = await command.spawn();
  expect(isRunning(child.pid)).toBe(true);
  await child.write("one\ntw");
  await child.write(new Uint8Array([111, 10, 226, 130]));
  await child.write([172, 33]);
  for (const wrong of [5, null, {}, new Blob(["x"]), ["x"], [256]])
    expect(await rejection(child.write(wrong as never))).toStartWith("bad-argument: ");
  await child.closeInput();
  expect(await closed).toEqual({ code: 0, signal: null });
  expect(seen).toEqual(["one\n", "two\n", "€!"]);
  expect(await rejection(child.write("x"))).toStartWith("not-found: ");
  expect(await rejection(child.kill())).toStartWith("not-found: ");
});

test("lines end with what ends them, wherever the pieces were cut", async () => {
  using shell = await shellApp();
  const script = "printf 'a\\r'; sleep 0.02; printf '\\nb\\r'; sleep 0.02; printf 'c\\rd\\n\\ne'";
  const command = new shell.api.shell.Command("sh", ["-c", script]);
  const seen: string[] = [];
  command.stdout.on("data", (line) => seen.push(line));
  const closed = new Promise((resolve) => command.on("close", resolve));
  await command.spawn();
  await closed;
  expect(seen).toEqual(["a\r\n", "b\r", "c\r", "d\n", "\n", "e"]);
});

test("close comes once, after all output, to every listener in order", async () => {
  using shell = await shellApp();
  const command = new shell.api.shell.Command("sh", ["-c", "echo out; echo err >&2"]);
  const seen: string[] = [];
  command.stdout.on("data", () => seen.push("stdout"));
  command.stderr.on("data", () => seen.push("stderr"));
  command.on("close", () => seen.push("first"));
  const closed = new Promise<void>((resolve) =>
    command.once("close", () => resolve(void seen.push("second"))),
  );
  await command.spawn();
  await closed;
  expect(seen.toSorted()).toEqual(["first", "second", "stderr", "stdout"]);
  expect(seen.slice(2)).toEqual(["first", "second"]);
});

test("killing a program ends what it has started, too", async () => {
  using shell = await shellApp();
  const command = new shell.api.shell.Command("sh", ["-c", "sleep 600 & echo $!; wait"]);
  const line = new Promise<string>((resolve) => command.stdout.once("data", resolve));
  const closed = new Promise((resolve) => command.on("close", resolve));
  const child = await command.spawn();
  const grandchild = Number(await line);
  expect([isRunning(child.pid), isRunning(grandchild)]).toEqual([true, true]);
  await child.kill();
  expect(await closed).toEqual({ code: null, signal: 9 });
  await waitFor("the grandchild to end", () => !isRunning(grandchild));
});

test("a program ends with the page that started it", async () => {
  using shell = await shellApp();
  using folder = tempDir();
  const mark = join(folder.path, "runs");
  const command = new shell.api.shell.Command("sh", ["-c", "sleep 600"]);
  const pageIsGone = new Promise((resolve) => command.on("error", resolve));
  const child = await command.spawn();
  const executed = rejection(
    new shell.api.shell.Command("sh", ["-c", `touch ${mark}; sleep 600`]).execute(),
  );
  await waitFor("the program to run", () => existsSync(mark));
  shell.app.platform.navigate("main");
  await waitFor("the program to end", () => !isRunning(child.pid));
  expect(await executed).toStartWith("closed: ");
  await pageIsGone;
});

test("programs end with the app", async () => {
  using shell = await shellApp();
  const child = await new shell.api.shell.Command("sh", ["-c", "sleep 600"]).spawn();
  shell.app.platform.terminate("SIGTERM");
  await waitFor("the app to end", () => shell.app.platform.exitCode !== null);
  await waitFor("the program to end", () => !isRunning(child.pid));
  const { platform, services } = shell.app;
  await waitFor("the page to be told", () => platform.held === services.events.readers);
});

test("another page cannot reach a program", async () => {
  const { app } = await shellApp();
  const { child } = await app.page.invoke("shell.spawn", { program: "cat", args: [], options: {} });
  app.platform.navigate("main");
  const other = app.pageOf("main");
  const refused = `not-found: Cannot find program ${child}: this page has none of that number running`;
  for (const command of ["shell.kill", "shell.closeInput", "shell.nextEvents"] as const) {
    expect(await rejection(other.invoke(command, { child }))).toBe(refused);
  }
  expect(await rejection(other.invoke("shell.write", { child, contents: "x" }))).toBe(refused);
});

test("a character that comes in two pieces is one", async () => {
  using shell = await shellApp();
  const script = "printf '\\342\\202'; echo now >&2; read line; printf '\\254\\n'";
  const command = new shell.api.shell.Command("sh", ["-c", script]);
  const seen: string[] = [];
  command.stdout.on("data", (line) => seen.push(line));
  const now = new Promise((resolve) => command.stderr.once("data", resolve));
  const closed = new Promise((resolve) => command.on("close", resolve));
  const child = await command.spawn();
  await now;
  await child.write("\n");
  await closed;
  expect(seen).toEqual(["€\n"]);
});

test("a program that writes faster than the page reads has to wait, and nothing is lost", async () => {
  using shell = await shellApp();
  const length = 50_000_000;
  const script = `exec head -c ${length} /dev/zero`;
  const { child, pid } = await shell.app.page.invoke("shell.spawn", {
    program: "sh",
    args: ["-c", script],
    options: {},
  });
  const written = () => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
  let before = -1;
  await waitFor("the program to stand still", async () => {
    const now = written();
    const isStill = now > 1_000_000 && now === before;
    before = now;
    await Bun.sleep(20);
    return isStill;
  });
  expect(before).toBeLessThan(length / 3);

  let taken = 0;
  for (let ended = false; !ended;) {
    const events = await shell.app.page.invoke("shell.nextEvents", { child });
    for (const event of events) if (event.event === "stdout") taken += event.bytes.length;
    ended = events.at(-1)?.event === "close";
  }
  expect(taken).toBe(length);
});

test("much that a program writes comes whole and in its order", async () => {
  using shell = await shellApp();
  const count = 1_500_000;
  const command = new shell.api.shell.Command("sh", ["-c", `exec seq ${count}`]);
  let last = 0;
  let inOrder = true;
  command.stdout.on("data", (line) => (inOrder &&= Number(line) === ++last));
  const closed = new Promise((resolve) => command.on("close", resolve));
  await command.spawn();
  expect(await closed).toEqual({ code: 0, signal: null });
  expect({ last, inOrder }).toEqual({ last: count, inOrder: true });
});

test("questions are answered in their order, and with nothing when a program has ended", async () => {
  using shell = await shellApp();
  const { page } = shell.app;
  const { child } = await page.invoke("shell.spawn", { program: "cat", args: [], options: {} });
  const first = page.invoke("shell.nextEvents", { child });
  const second = page.invoke("shell.nextEvents", { child });
  await page.invoke("shell.write", { child, contents: "a" });
  expect(await first).toEqual([{ event: "stdout", bytes: new Uint8Array([97]) }]);
  const third = page.invoke("shell.nextEvents", { child });
  await page.invoke("shell.closeInput", { child });
  expect(await second).toEqual([{ event: "close", code: 0, signal: null }]);
  expect(await third).toEqual([]);
});

testOfPosix("a sidecar runs when its flag is set", async () => {
  using folder = tempDir({ "bin/helper": "#!/bin/sh\necho helped $1\n" });
  chmodSync(`${folder.path}/bin/helper`, 0o755);
  const start = (allow: string[]) =>
    startWithApi({
      allow,
      executable: `${folder.path}/bin/app`,
      config: {
        framework: { bundle: { identifier: "org.example.memory", externalBin: ["tools/helper"] } },
      },
    });
  using allowed = await start(["shell.sidecar"]);
  const { Command } = allowed.api.shell;
  expect((await Command.sidecar("tools/helper", "me").execute()).stdout).toBe("helped me\n");
  expect(await rejection(Command.sidecar("tools/other").execute())).toBe(
    'out-of-scope: Cannot run "tools/other": list it in framework.bundle.externalBin',
  );
  expect(await rejection(new Command("tools/helper").execute())).toStartWith("not-allowed: ");
  using refused = await start(["shell.execute"]);
  expect(await rejection(refused.api.shell.Command.sidecar("tools/helper").execute())).toStartWith(
    "not-allowed: ",
  );
});

test("an address that the expression admits is opened by the ui thread", async () => {
  const opened: string[] = [];
  using shell = await startWithApi({
    allow: ["shell.open"],
    answers: { openAddress: (address) => void opened.push(address) },
  });
  await shell.api.shell.open("https://example.org/a?b=1#c");
  expect(opened).toEqual(["https://example.org/a?b=1#c"]);
  for (const address of [
    "file:///etc/passwd",
    "--help",
    "/etc/passwd",
    "javascript:1",
    "https://ab\n--x",
  ]) {
    expect(await rejection(shell.api.shell.open(address))).toStartWith("out-of-scope: Cannot open");
  }
  expect(opened).toHaveLength(1);
});

testOnEach("with an expression of its own, a path is opened as an address", async (system) => {
  const opened: string[] = [];
  using shell = await startWithApi({
    answers: { openAddress: (address) => void opened.push(address) },
    config: {
      framework: {
        bundle: { identifier: "a.b" },
        allowlist: { shell: { open: system === "windows" ? "C:\\\\srv\\\\.*" : "/srv/.*" } },
      },
    },
  });
  await shell.api.shell.open(here("/srv/a b#c.txt"));
  expect(opened).toEqual([`file://${system === "windows" ? "/C:" : ""}/srv/a%20b%23c.txt`]);
});

test("an address is opened in the program that the page names, by the ui thread", async () => {
  const opened: unknown[] = [];
  using shell = await startWithApi({
    allow: ["shell.open"],
    answers: { openWith: (...call) => void opened.push(call) },
  });
  await shell.api.shell.open("https://example.org/", "firefox");
  expect(opened).toEqual([["https://example.org/", "firefox"]]);
  expect(await rejection(shell.api.shell.open("file:///etc/passwd", "firefox"))).toStartWith(
    "out-of-scope: ",
  );
  expect(
    await rejection(shell.api.shell.open("https://example.org", "/bin/sh" as never)),
  ).toStartWith("bad-argument: ");
  expect(opened).toHaveLength(1);
});

test("shell.all alone opens only what the default expression admits", async () => {
  using shell = await startWithApi({ allow: ["shell.all"], answers: { openAddress: () => {} } });
  await shell.api.shell.open("mailto:ada@example.org");
  expect(await rejection(shell.api.shell.open("file:///etc/passwd"))).toStartWith("out-of-scope: ");
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

const program = join(import.meta.dir, "../fixtures/instance-program.ts");

let runtime: TempDir;
let held: AsyncDisposableStack;

beforeEach(() => {
  runtime = tempDir({});
  held = new AsyncDisposableStack();
});
afterEach(async () => {
  await held.disposeAsync();
  runtime[Symbol.dispose]();
});

interface StartOptions {
  readonly mode?: "dev";
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the app once more. */
function start(args: readonly string[] = [], { mode, env }: StartOptions = {}): RunningApp {
  return held.use(
    startProgram([process.execPath, program, mode ?? "release", ...args], {
      cwd: runtime.path,
      env: {
        PATH: process.env["PATH"] ?? "",
        XDG_RUNTIME_DIR: runtime.path,
        TMPDIR: runtime.path,
        DISPLAY: ":1",
        ...env,
      },
    }),
  );
}

/** Starts the first one. */
async function startFirst(options?: StartOptions): Promise<RunningApp> {
  const first = start([], options);
  await first.line('"first"');
  return first;
}

async function follow(first: RunningApp): Promise<void> {
  first.write("follow\n");
}

/** Starts the app once more, which is another start's work: it ends with 0, and says nothing. */
async function handsOver(args: readonly string[] = [], options?: StartOptions): Promise<void> {
  const second = start(args, options);
  await second.endWith(0);
  expect(second.output).toEqual([]);
}

test("a second start hands over its arguments and its folder, and ends with 0", async () => {
  const first = await startFirst();
  await follow(first);
  const args = ["--theme", "dark", "a|b.md", '"quoted" \n', "ünï.md"];
  await handsOver(args);
  expect(JSON.parse(await first.line(/^\{/))).toEqual({
    args,
    cwd: runtime.path,
    names: args.slice(1),
    isAddress: false,
  });
});

test("arguments that are handed over before the app is there wait for it", async () => {
  const first = await startFirst();
  await handsOver(["--framework-open", "a.md"]);
  await handsOver(["--framework-open-address", "notes:x", "a.md"]);
  await follow(first);
  expect(JSON.parse(await first.line(/a\.md/))).toMatchObject({
    args: [],
    names: ["a.md"],
    isAddress: false,
  });
  expect(JSON.parse(await first.line(/notes:x/))).toMatchObject({
    names: ["notes:x"],
    isAddress: true,
  });
});

test("of many starts at once one is the first", async () => {
  const starts = Array.from({ length: 4 }, (_, number) => start([`${number}`]));
  const others = await Promise.all(
    starts.map((each) =>
      Promise.race([
        each.line('"first"').then(() => "first"),
        each.exited.then(({ code }) => `${code}`),
      ]),
    ),
  );
  expect(others.toSorted()).toEqual(["0", "0", "0", "first"]);
});

test("a killed instance blocks no later start", async () => {
  const killed = await startFirst();
  killed.signal("SIGKILL");
  await killed.exited;
  const first = await startFirst();
  await handsOver();
  await follow(first);
  await first.line(/^\{/);
});

test("one that is ending is waited for, and the next start takes its place", async () => {
  const ending = await startFirst();
  ending.write("end\n");
  await ending.line('"ending"');
  const next = start(["a.md"]);
  await next.line('"first"');
  expect((await ending.exited).code).toBe(0);
});

test("one that shows an error is waited for, and what the next start opens is not lost", async () => {
  const first = await startFirst();
  await follow(first);
  first.write("fail\n");
  await first.line('"failing"');
  const second = start(["--framework-open", "a.md"]);
  await first.line('"asked"');
  first.write("end\n");
  await second.line('"first"');
  expect(first.output).not.toContainEqual(expect.stringContaining("a.md"));
});

test("one that hangs is named, and the start ends with 1", async () => {
  const first = await startFirst();
  first.signal("SIGSTOP");
  const second = start();
  await second.endWith(1);
  expect(second.output).toEqual([
    {
      stream: "err",
      text: "framework: The app runs already, and does not answer: end it, or wait until it does",
    },
  ]);
  first.signal("SIGCONT");
});

test("each session has its own, and in development nothing is decided", async () => {
  await startFirst();
  await startFirst({ env: { DISPLAY: ":2" } });
  await startFirst({ env: { WAYLAND_DISPLAY: "wayland-1" } });
  await handsOver([], { env: { DISPLAY: ":1.0" } });
  await startFirst({ mode: "dev" });
});

test("a connection with anything but a request is closed", async () => {
  const first = await startFirst();
  await follow(first);
  const [id = ""] = readdirSync(join(runtime.path, "framework"));
  const { name } = JSON.parse(readFileSync(join(runtime.path, "framework", id, "address"), "utf8"));
  for (const output of ["{}\n", '{"args":[1]}\n', "[\n", "\n", `${"x".repeat(5 * 1024 * 1024)}`]) {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connect(name as string);
    let heard = "";
    socket.on("data", (part) => (heard += String(part)));
    socket.on("error", () => {});
    socket.on("close", () => resolve(heard));
    socket.write(output);
    expect(await promise).toBe("");
  }
  await handsOver(["a.md"]);
  expect(JSON.parse(await first.line(/^\{/))).toMatchObject({ args: ["a.md"] });
});

test("an address that cannot be written, as on a full disk, lets every start run", async () => {
  await using first = await startFirst();
  const [id = ""] = readdirSync(join(runtime.path, "framework"));
  const address = join(runtime.path, "framework", id, "address");
  await first[Symbol.asyncDispose]();
  rmSync(address);
  mkdirSync(address);
  for (const _ of [1, 2]) {
    const next = start();
    await next.line(/Cannot keep the app to one instance: .*address/);
    await next.line('"first"');
  }
});

test("the lock and the socket lie in a folder that only the user can enter", async () => {
  await startFirst();
  expect(statSync(join(runtime.path, "framework")).mode & 0o777).toBe(0o700);
  await startFirst({ env: { XDG_RUNTIME_DIR: "" } });
  expect(statSync(join(runtime.path, `framework-${process.geteuid?.()}`)).mode & 0o777).toBe(0o700);
});

const others: readonly (readonly [string, (folder: string) => void])[] = [
  ["that everyone can enter", (folder) => chmodSync(folder, 0o777)],
  ...(process.geteuid?.() === 0
    ? ([["of another user's", (folder: string) => lchownSync(folder, 1234, 1234)]] as const)
    : []),
];
for (const [what, change] of others)
  test(`a folder ${what} in the temporary one is not used: the app runs, and says why it is not kept to one instance`, async () => {
    const folder = join(runtime.path, `framework-${process.geteuid?.()}`);
    mkdirSync(folder);
    change(folder);
    const env = { XDG_RUNTIME_DIR: "" };
    for (const each of [await startFirst({ env }), await startFirst({ env })])
      expect(each.output[0]?.text).toMatch(/must be a folder that only this user/);
    expect(existsSync(join(folder, "lock"))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

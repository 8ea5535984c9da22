// The basis of the other tests under Wine: a separate Windows machine that leaves nothing behind.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dllFile } from "../../harness/pe-dll.ts";
import { commandLine, processesWithVariable } from "../../harness/process-tree.ts";
import { startProgram } from "../../harness/running-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { picture, press, windows, windowTitled } from "../../harness/x.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const program = join(import.meta.dir, "programs/harness-program.ts");
const programsOf = (folder: string) => processesWithVariable("FRAMEWORK_TEST_SESSION", folder);

/** The program's output, which is one line of JSON. */
async function reported(wine: WineSession, ...args: string[]): Promise<unknown> {
  await using app = wine.bun(program, args);
  return JSON.parse((await app.result()).out);
}

describe.skipIf(missing !== null)("a session of Wine", () => {
  let wine: WineSession;

  beforeAll(async () => {
    wine = await startWine();
  });
  afterAll(async () => wine[Symbol.asyncDispose]());

  test("runs a script of the repository with its imports, arguments, variables, folder and exit code", async () => {
    const folder = join(wine.session.folder, "ä folder");
    mkdirSync(folder);
    await using app = wine.bun(program, ["tell", "two words", 'a "quote"', ""], {
      cwd: folder,
      env: { WORD: "wörd" },
    });
    await app.endWith(7);
    expect(JSON.parse(await app.line("platform"))).toEqual({
      platform: "win32",
      folder: wine.windowsPath(folder),
      args: ["two words", 'a "quote"', ""],
      word: "wörd",
      found: ["function", "object", "string"],
    });
  });

  test("a test reads a program's output and writes to its input while it runs", async () => {
    await using app = wine.bun(program, ["echo"]);
    await app.line("ready");
    app.write("hello\n");
    expect(await app.line("heard")).toBe("heard hello");
    await app.end();
    expect(app.output.at(-1)).toEqual({ stream: "out", text: "the end" });
  });

  test("has a disk and a registry of its own", async () => {
    await using other = await startWine({
      registry: { "Software\\Test\\A b": { Text: 'C:\\"x"', Number: 18 } },
    });
    const value = (wine: WineSession, name: string) =>
      wine.run(["reg.exe", "query", "HKCU\\Software\\Test\\A b", "/v", name]);
    expect((await value(other, "Text")).out).toContain('Text    REG_SZ    C:\\"x"\n');
    expect((await value(other, "Number")).out).toContain("Number    REG_DWORD    0x12\n");
    expect((await value(wine, "Text")).code).toBe(1);

    const file = other.linuxPath("C:\\windows\\temp\\x.txt");
    expect(other.windowsPath(file)).toBe("C:\\windows\\temp\\x.txt");
    writeFileSync(file, "here\n");
    const content = (wine: WineSession) =>
      wine.run(["cmd.exe", "/c", "type", "C:\\windows\\temp\\x.txt"]);
    expect((await content(other)).out).toBe("here\n");
    expect((await content(wine)).code).toBe(1);
    expect(await other.run(["reg.exe", "add", "HKLM\\Software\\Test", "/f"])).toMatchObject({
      code: 0,
    });
    expect((await wine.run(["reg.exe", "query", "HKLM\\Software\\Test"])).code).toBe(1);
  });

  test("names the files of Linux as Windows does", async () => {
    expect(wine.windowsPath("/tmp/a b/c")).toBe("Z:\\tmp\\a b\\c");
    expect(wine.windowsPath(join(wine.prefix, "drive_c"))).toBe("C:\\");
    for (const path of [
      "/tmp/a b/c",
      join(wine.prefix, "drive_c/users"),
      `${wine.prefix}/drive_cd`,
    ]) {
      expect(wine.linuxPath(wine.windowsPath(path))).toBe(path);
    }
    expect(() => wine.linuxPath("\\\\server\\share")).toThrow(
      'Cannot find "\\\\server\\share": use C: or Z:',
    );
  });

  test("shows windows, which can be looked at and driven", async () => {
    await using app = wine.bun(program, ["message", "A question"]);
    const window = await windowTitled(wine.session, "A question");
    expect(window.pid).toBe(app.pid);
    const { width, height } = picture(wine.session, window.area);
    expect({ width, height }).toEqual({ width: window.area.width, height: window.area.height });
    // It is there before it is drawn.
    await waitFor(
      "what it shows",
      () => new Set(picture(wine.session, window.area).pixels).size > 10,
    );
    // Under a letter.
    await press(wine.session, window.id, "alt+n");
    await app.endWith(7);
    expect(await windows(wine.session)).toEqual([]);
  });

  test("draws at the set scale, for programs that know it and for others", async () => {
    const scaled = async (scale: number): Promise<unknown> => {
      await using own = await startWine({ scale });
      return await reported(own, "scale");
    };
    expect(await Promise.all([reported(wine, "scale"), scaled(1.5), scaled(2)])).toEqual([
      [96, 96],
      [96, 144],
      [96, 192],
    ]);
  });

  test("a library without a line of C leads to a function in TypeScript", async () => {
    const file = join(wine.session.folder, "jump.dll");
    writeFileSync(file, dllFile({ name: "jump.dll", jumps: { Multiply: "slot", Again: "slot" } }));
    expect(await reported(wine, "slot", wine.windowsPath(file))).toEqual([0, 42, 6]);
  });

  test("leaving the scope of a program ends those that it started, and no other", async () => {
    await using other = wine.bun(program, ["wait"]);
    await other.line("waiting");
    let pids: number[] = [];
    {
      await using app = wine.bun(program, ["family"]);
      await app.line("waiting child");
      pids = app.processes;
      expect(pids).toHaveLength(2);
    }
    expect(pids.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
    expect(other.isRunning).toBe(true);
    // The desktop and the services are there as before.
    expect(await wine.run(["cmd.exe", "/c", "exit", "5"])).toMatchObject({ code: 5 });
  });

  test("leaving it ends all its programs and removes its folder", async () => {
    let folder = "";
    {
      await using own = await startWine();
      folder = own.session.folder;
      await using app = own.bun(program, ["family"]);
      await app.line("waiting child");
    }
    expect({ programs: programsOf(folder), exists: existsSync(folder) }).toEqual({
      programs: [],
      exists: false,
    });
  });

  test("a test process that is killed takes it with it", async () => {
    const script = `
      const { startWine } = await import(${JSON.stringify(join(import.meta.dir, "../../harness/wine.ts"))});
      const wine = await startWine();
      const app = wine.bun(${JSON.stringify(program)}, ["wait"]);
      await app.line("waiting");
      console.log("folder " + wine.session.folder);
      setInterval(() => {}, 1000);`;
    const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
    await using tester = startProgram([process.execPath, "-e", script], { env });
    const folder = (await tester.line("folder ")).slice("folder ".length);
    tester.signal("SIGKILL");
    await waitFor("the end of the session's programs", () => programsOf(folder).length === 0, {
      state: () => `  left: ${programsOf(folder).map(commandLine).join(", ")}`,
    });
    rmSync(folder, { recursive: true });
  });
});

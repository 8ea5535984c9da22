// What an upgrade by the script installer leaves: the newer version, or the older one as it was.

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import type { WineProgram } from "../../harness/wine-program.ts";
import { press, windows } from "../../harness/x.ts";
import { compareBytes } from "../../src/bundler/write/entries.ts";
import { missingTool, Project, run, type AppCase } from "../bundler/project.ts";
import { noise } from "../support/noise.ts";
import { notepadInstaller } from "./notepad-installer.ts";
import { windowsProgram } from "./windows-program.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

setDefaultTimeout(120_000);

const key = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\org.example.greeter";

const megabytes = (count: number, seed: number): Buffer => noise(count * 1_000_000, seed);

const older: AppCase = { version: "1.0.0", bundle: { resources: { "older/": "texts" } } };
const newer: AppCase = { version: "2.0.0", bundle: { resources: { "newer/": "texts" } } };

const notepad = readFileSync(windowsProgram("notepad.exe"));
const library = readFileSync(windowsProgram("version.dll"));
const olderFiles = {
  "App.exe": notepad,
  "texts/large.bin": megabytes(3, 1),
  "texts/gone.txt": Buffer.from("of the older version alone"),
  "texts/lib.dll": library,
};
const newerFiles = {
  "App.exe": notepad,
  "texts/large.bin": megabytes(3, 2),
  "texts/deep/new.txt": Buffer.from("of the newer version alone"),
  "texts/lib.dll": Buffer.from("another library"),
};
/** What of them becomes the folder "texts", in a folder of the project. */
const resources = (folder: string, files: Readonly<Record<string, Buffer>>): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith("texts/"))
      .map(([path, bytes]) => [path.replace("texts", folder), bytes]),
  );
const mine = { "mine.txt": Buffer.from("mine"), "texts/mine.txt": Buffer.from("mine, too") };

describe.skipIf(skip !== null)("an upgrade by the script installer", () => {
  let wine: WineSession;
  let project: Project;
  let setups: { readonly older: string; readonly newer: string; readonly byNsis: string };
  let folder: string;

  beforeAll(async () => {
    wine = await startWine();
    project = new Project({ ...resources("older", olderFiles), ...resources("newer", newerFiles) });
    setups = {
      older: await notepadInstaller("nsis", project, older),
      newer: await notepadInstaller("nsis", project, newer),
      byNsis: await notepadInstaller("nsis", project, { ...newer, nsis: { compression: "zlib" } }),
    };
  });
  afterAll(async () => {
    project?.[Symbol.dispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  let count = 0;
  beforeEach(() => {
    folder = join(wine.prefix, `drive_c/apps/${++count}`);
  });
  afterEach(async () => {
    // What Windows was told, so that a test that fails is the only one.
    await wine.run(["reg.exe", "delete", key, "/f"]);
  });

  const start = (setup: string, ...options: string[]): WineProgram =>
    wine.start([setup, ...options, `/D=${wine.windowsPath(folder)}`]);
  async function install(setup: string, ...options: string[]): Promise<number | null> {
    await using program = start(setup, ...options);
    return (await program.result()).code;
  }
  async function installOlder(): Promise<void> {
    expect(await install(setups.older, "/S")).toBe(0);
    for (const [path, bytes] of Object.entries(mine)) writeFileSync(join(folder, path), bytes);
  }
  async function uninstall(): Promise<void> {
    await using program = wine.start([join(folder, "uninstall.exe"), "/S"]);
    await waitFor("the end of the uninstaller", () => !existsSync(join(folder, "uninstall.exe")), {
      state: () => program.report(),
    });
  }

  /** Without the uninstaller, whose bytes nobody has but the installer. */
  const contents = (): Record<string, string> => {
    const paths = (readdirSync(folder, { recursive: true }) as string[]).toSorted(compareBytes);
    return Object.fromEntries(
      paths
        .filter((path) => path !== "uninstall.exe" && statSync(join(folder, path)).isFile())
        .map((path) => [path, Bun.hash(readFileSync(join(folder, path))).toString(16)]),
    );
  };
  const sums = (files: Readonly<Record<string, Buffer>>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Bun.hash(bytes).toString(16)]));
  const upgrade = (): string => join(folder, "~upgrade");
  const isWhole = (files: Readonly<Record<string, Buffer>>): void => {
    expect(contents()).toEqual(sums({ ...files, ...mine }));
    expect(existsSync(upgrade())).toBeFalse();
    expect(existsSync(join(folder, "uninstall.exe"))).toBeTrue();
  };
  const version = async (): Promise<string | undefined> =>
    (await wine.run(["reg.exe", "query", key, "/v", "DisplayVersion"])).out.match(/REG_SZ\s+(\S+)/)?.[1];

  /** The question stands before the window of the installer, and is smaller. */
  async function question(): Promise<number> {
    const shown = await waitFor("the question", async () => {
      const all = await windows(wine.session);
      return all.length > 1 && all;
    });
    return shown.toSorted((one, other) => one.area.width - other.area.width)[0]?.id ?? 0;
  }
  async function giveUp(program: WineProgram): Promise<void> {
    await press(wine.session, await question(), "Escape");
    await waitFor("the installer alone", async () => (await windows(wine.session)).length === 1);
    // Its button can be pressed when all has been taken back.
    await waitFor("its end", async () => {
      const [window] = await windows(wine.session);
      if (window !== undefined) await press(wine.session, window.id, "Escape");
      return !program.isRunning;
    });
  }

  test.each(["newer", "byNsis"] as const)(
    "leaves the newer version, what the user put beside it, and nothing else (%s)",
    async (which) => {
      await installOlder();
      expect(await install(setups[which], "/S")).toBe(0);
      isWhole(newerFiles);
      expect(await version()).toBe("2.0.0");
      await uninstall();
      expect(contents()).toEqual(sums(mine));
    },
  );

  // As one that is ended finds no moment to tidy up, each place is as it left it.
  test.each([
    ["while it unpacks", () => half("new")],
    [
      "while the older version leaves",
      () => {
        half("new");
        mkdirSync(join(upgrade(), "leaving"));
        for (const name of ["App.exe", "texts"]) toUpgrade(name, "leaving");
      },
    ],
    [
      "while the newer one takes its place",
      () => {
        mkdirSync(join(upgrade(), "left"), { recursive: true });
        for (const name of ["App.exe", "texts", "mine.txt", "uninstall.exe"]) toUpgrade(name, "left");
        half("new");
        writeFileSync(join(folder, "App.exe"), "newer");
      },
    ],
  ] as const)("that was ended %s is cleaned up by the next, and by the uninstaller", async (_, leave) => {
    await installOlder();
    leave();
    expect(await install(setups.newer, "/S")).toBe(0);
    isWhole(newerFiles);
    half("new");
    await uninstall();
    expect(contents()).toEqual(sums(mine));
  });

  const half = (part: string): void => {
    mkdirSync(join(upgrade(), part, "texts/deep"), { recursive: true });
    writeFileSync(join(upgrade(), part, "texts/large.bin"), "half");
    writeFileSync(join(upgrade(), part, "texts/deep/new.txt"), "");
  };
  const toUpgrade = (name: string, part: string): void =>
    renameSync(join(folder, name), join(upgrade(), part, name));

  describe("while another program", () => {
    const script = (call: string): string => `
import { dlopen } from "bun:ffi";
const { symbols } = dlopen("kernel32.dll", {
  CreateFileW: { args: ["ptr", "u32", "u32", "ptr", "u32", "u32", "ptr"], returns: "u64" },
  LoadLibraryExW: { args: ["ptr", "ptr", "u32"], returns: "u64" },
});
const path = Buffer.from(process.argv[2] + "\\0", "utf16le");
const handle = ${call};
console.log(handle === 0n || handle === 0xffffffffffffffffn ? "failed" : "held");
setInterval(() => {}, 1e6);
`;
    // GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING
    const reads = "BigInt(symbols.CreateFileW(path, 0x80000000, 1, null, 3, 0, null))";
    // DONT_RESOLVE_DLL_REFERENCES: mapped as code is, and not run.
    const loads = "BigInt(symbols.LoadLibraryExW(path, null, 1))";

    async function holder(call: string, name: string): Promise<WineProgram> {
      const file = join(project.folder, "holder.ts");
      writeFileSync(file, script(call));
      const program = wine.bun(file, [wine.windowsPath(join(folder, name))]);
      await waitFor("the holder", () => program.output.some(({ text }) => text === "held"), {
        state: () => program.report(),
      });
      return program;
    }

    test("has a file of it open, it fails, and the older version stays as it was", async () => {
      await installOlder();
      {
        await using _ = await holder(reads, "App.exe");
        expect(await install(setups.newer, "/S")).toBe(2);
        isWhole(olderFiles);
        expect(await version()).toBe("1.0.0");
      }
      expect(await install(setups.newer, "/S")).toBe(0);
      isWhole(newerFiles);
    });

    test("has a file of it open, it says which, and goes on when that has ended", async () => {
      await installOlder();
      const held = await holder(reads, "App.exe");
      await using program = start(setups.newer, "/P");
      const asked = await question();
      await held[Symbol.asyncDispose]();
      await press(wine.session, asked, "Return");
      expect((await program.exited).code).toBe(0);
      isWhole(newerFiles);
    });

    test("has a file of the user's open there, that file stays, and the newer version comes", async () => {
      await installOlder();
      await using _ = await holder(reads, "mine.txt");
      expect(await install(setups.newer, "/S")).toBe(0);
      isWhole(newerFiles);
    });

    test("has loaded a library of it, it leaves the newer version or the older one", async () => {
      await installOlder();
      const held = await holder(loads, "texts/lib.dll");
      const code = await install(setups.newer, "/S");
      await held[Symbol.asyncDispose]();
      const which = { 0: newerFiles, 2: olderFiles }[code ?? 1];
      expect(which).toBeDefined();
      expect(await install(setups.newer, "/S")).toBe(0);
      isWhole(newerFiles);
    });
  });

  const cannotMount = process.getuid?.() === 0 ? null : "needs to be root, for a small disk";
  describe.skipIf(cannotMount !== null)(`with no room on the disk (${cannotMount ?? "a small one"})`, () => {
    beforeEach(async () => {
      mkdirSync(folder, { recursive: true });
      run(["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", folder]);
      await installOlder();
    });
    afterEach(() => void run(["umount", "--lazy", folder]));

    async function starts(): Promise<void> {
      await using app = wine.start([join(folder, "App.exe")]);
      await waitFor("its window", async () => (await windows(wine.session, app.pid)).length > 0);
    }
    const enlarge = (): void => void run(["mount", "-o", "remount,size=20m", folder]);
    test.each(["newer", "byNsis"] as const)(
      "fails, and the older version stays as it was, and starts (%s)",
      async (which) => {
        expect(await install(setups[which], "/S")).toBe(2);
        isWhole(olderFiles);
        expect(await version()).toBe("1.0.0");
        await starts();
      },
    );

    test("says so, and leaves the older version as it was when the user gives up", async () => {
      await using program = start(setups.newer, "/P");
      await giveUp(program);
      expect((await program.exited).code).toBe(2);
      isWhole(olderFiles);
    });

    test("and ended while it says so, leaves the older version, and its own part to the next", async () => {
      {
        await using program = start(setups.newer, "/P");
        await question();
        expect(existsSync(join(upgrade(), "new"))).toBeTrue();
        await program[Symbol.asyncDispose]();
      }
      const { "App.exe": executable, "texts/large.bin": large } = contents();
      expect({ executable, large }).toEqual({
        executable: sums(olderFiles)["App.exe"],
        large: sums(olderFiles)["texts/large.bin"],
      });
      await starts();
      enlarge();
      expect(await install(setups.newer, "/S")).toBe(0);
      isWhole(newerFiles);
    });
  });
});

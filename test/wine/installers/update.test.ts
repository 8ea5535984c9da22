// An update on Windows from beginning to end: a program that an installer has put there finds the
// next version on a server, checks it, and has the next installer take its place; then it is
// started again, with what it was started with.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesIn } from "../../../src/app/updater/install/files-in.ts";
import type { UpdateState } from "../../../src/app/updater/state/state.ts";
import { bundle, openPartStore, type Format } from "../../../src/bundler/index.ts";
import { generateKeys, openKey, signFile } from "../../../src/cli/signer/minisign.ts";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import type { WineProgram } from "../../../harness/wine-program.ts";
import { windowsBun } from "../../../harness/wine-prefix.ts";
import { patience, waitFor } from "../../../harness/wait.ts";
import { missingTool, Project, type AppCase } from "../../bundler/project.ts";
import type { AuthorConfig } from "../../support/config.ts";
import { partOf } from "../../support/update-site.ts";
import { lies, type Lie } from "./update-lies.ts";
import type { Started, UpdateWish } from "../programs/update-program.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

const keys = generateKeys(null);
/** The server's name in production. */
const host = "https://updates.example";
const identifier = "org.example.greeter";
const uninstallKey = `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;
const program = join(import.meta.dir, "../programs/update-program.ts");
/**
 * Characters that cmd.exe would interpret if it saw them. Wine reads the text between "!" twice,
 * which Windows does not.
 */
const words = ["plain", "a b", "a&calc", "100%PATH%", 'say "hi" \\', "^|<>", ""];

/** Each file in a folder, with what is in it. */
const wholeFolder = (folder: string): [string, string][] =>
  filesIn(folder).map((path) => [path, Bun.hash(readFileSync(path)).toString()]);

/** For what needs none. */
const emptyWish = Buffer.from(JSON.stringify({ config: {}, words: [] })).toString("base64");

interface Setup {
  readonly path: string;
  readonly archive: string;
  /** Of the chunks of the archive's installer; `null`: parts of it cannot be downloaded. */
  readonly index: string | null;
}

interface Offered extends Pick<Setup, "archive" | "index"> {
  /** The server's version of a file. */
  readonly change?: (bytes: Buffer, path: string) => Buffer;
}

describe.skipIf(skip !== null)("an update on Windows", () => {
  let wine: WineSession;
  let project: Project;
  let server: Bun.Server<undefined>;
  /** The server's offer for 1.3.0, and its requests. */
  let offered: Offered;
  let asked: string[] = [];

  beforeAll(async () => {
    wine = await startWine();
    project = new Project({ "data/new.txt": "new", "data/notes.txt": "notes" });
    copyFileSync(windowsBun() ?? "", join(project.folder, "bin/app"));
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        const [, name = ""] = /^\/feed(?:\/(.+))?$/.exec(pathname) ?? [];
        const lie = lies[name];
        if (lie !== undefined) return Response.json(await feedOf(offerOf(name, lie), lie.bound));
        if (pathname === "/feed") return Response.json(await feedOf(offered));
        const { archive, change = (bytes) => bytes } = offered;
        return partOf(change(readFileSync(join(dirname(archive), pathname)), pathname), request);
      },
    });
  });

  /** The text of a signed feed. */
  async function feedOf({ archive, index }: Offered, bound: Lie["bound"] = {}): Promise<object> {
    const facts = {
      time: 0,
      app: null,
      version: "1.3.0",
      target: "windows-x86_64",
      expires: null,
      ...bound,
    };
    const sign = (path: string) => signFile(path, openKey(keys.secretKey, ""), facts);
    const at = (path: string): string => `${host}/${basename(path)}`;
    const chunks = async (path: string): Promise<object> => ({
      chunks: {
        url: at(path.replace(/\.index$/, "")),
        index: at(path),
        signature: await sign(path),
      },
    });
    const parts = index === null ? {} : await chunks(index);
    const platforms = {
      "windows-x86_64": { url: at(archive), signature: await sign(archive), ...parts },
    };
    return { version: "1.3.0", platforms };
  }

  /**
   * The signed content is that of the lie. From then on, the downloaded content is its other part.
   */
  function offerOf(name: string, { bytes, given }: Lie): Offered {
    const archive = join(project.folder, name);
    writeFileSync(archive, bytes);
    offered = { archive, index: null, change: (signed) => given ?? signed };
    return offered;
  }

  afterAll(async () => {
    await server?.stop(true);
    project?.[Symbol.dispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  /**
   * Makes installers of a program and of the version after it, which also gets the archive that
   * updates come in. What is the same in both is packed once.
   */
  async function installers(
    kind: "nsis" | "msi",
    versions: readonly [string, string],
    app: AppCase = {},
  ): Promise<[Setup, Setup]> {
    const first = await installer(kind, versions[0], app, [kind]);
    return [first, await installer(kind, versions[1], app, [kind, "updater"])];
  }

  async function installer(
    kind: "nsis" | "msi",
    version: string,
    app: AppCase,
    formats: Format[],
    {
      from = project,
      more = {},
    }: { readonly from?: Project; readonly more?: Record<string, string> } = {},
  ): Promise<Setup> {
    const resources =
      version === "1.3.0" ? { resources: { "data/new.txt": "new.txt", ...more } } : {};
    const staged = from.stageFor("windows", { ...app, version, bundle: resources });
    // Of 64 bits, the only ones that Debian's Wine runs.
    const nsis = { ...staged.nsis, kind: "amd64-unicode" } as const;
    const name = [kind, version, app.nsis?.installMode, ...Object.values(more)].join("-");
    const outDir = join(from.folder, `out-${name}`);
    const [setup, archive, , index] = await bundle({
      staged: Object.assign(staged, { executableName: "App.exe", nsis }),
      formats,
      outDir,
      effort: "quick",
      store: openPartStore(join(project.folder, "packed")),
    });
    return { path: setup?.path ?? "", archive: archive?.path ?? "", index: index?.path ?? null };
  }

  async function install(path: string, ...options: string[]): Promise<void> {
    const command = path.endsWith(".msi")
      ? ["msiexec.exe", "/i", path, "/qn"]
      : [path, "/S", ...options];
    expect(await wine.run(command)).toMatchObject({ code: 0 });
  }

  interface Wanted {
    readonly installMode?: "quiet" | "passive";
    readonly isBroken?: boolean;
    /** The feeds that are tried one after the other; none: the one that is offered. */
    readonly feeds?: readonly string[];
  }

  /**
   * Starts what is installed, so that it updates itself; the next starts write what they are into
   * `told`.
   */
  function startUpdate(
    folder: string,
    { installMode = "quiet", isBroken = false, feeds = [] }: Wanted = {},
  ): { readonly app: WineProgram; readonly reported: string } {
    const reported = join(wine.session.folder, `told-${Bun.randomUUIDv7()}.json`);
    const config = {
      framework: {
        bundle: { identifier },
        updater: {
          active: true,
          dialog: false,
          endpoints: [`${host}/feed`],
          pubkey: keys.publicKey,
          windows: { installMode },
        },
      },
    } as AuthorConfig;
    const wish: UpdateWish = {
      config,
      version: "1.2.0",
      server: server.url.origin,
      reported: wine.windowsPath(reported),
      words,
      isBroken,
    };
    const text = Buffer.from(JSON.stringify(wish)).toString("base64");
    const command = [
      join(folder, "App.exe"),
      wine.lentCalls,
      wine.windowsPath(program),
      "update",
      text,
    ];
    return { app: wine.start([...command, ...feeds]), reported };
  }

  /**
   * Has what is installed update itself; the result is what the next start says, or the one after a
   * broken one.
   */
  async function update(folder: string, wanted: Wanted = {}): Promise<Started> {
    const { app: started, reported } = startUpdate(folder, wanted);
    // A program that it starts continues after its end, and would end with it here.
    await using app = started;
    const { code } = await app.exited;
    expect({ code, printed: app.report() }).toMatchObject({ code: 0 });
    const lines = (): string[] =>
      existsSync(reported) ? readFileSync(reported, "utf8").split("\n").slice(0, -1) : [];
    const starts = wanted.isBroken === true ? 2 : 1;
    await waitFor("the next start", () => lines().length === starts, {
      // Each comes after the work of an installer, or of the way back.
      timeout: starts * patience,
      state: () => `${lines().join("\n")}\n${app.report()}`,
    });
    return JSON.parse(lines().at(-1) ?? "") as Started;
  }

  const ofUser = () => join(wine.userFolder, "AppData/Local/Programs/Greeter");
  const programs = () => join(wine.prefix, "drive_c/Program Files/Greeter");

  const isRegistered = async (): Promise<boolean> => {
    const found = await Promise.all(
      ["HKCU", "HKLM"].map((root) => wine.run(["reg.exe", "query", `${root}\\${uninstallKey}`])),
    );
    return found.some(({ code }) => code === 0);
  };

  const updates = () => join(wine.userFolder, "AppData/Local", identifier, "private/.updates");
  const stateOf = (): UpdateState =>
    JSON.parse(readFileSync(join(updates(), "state.json"), "utf8")) as UpdateState;

  /** The files that installers have left in the private folder. */
  const ofRuns = (): string[] =>
    readdirSync(updates()).filter(
      (name) => !name.startsWith("state.json") && !name.endsWith(".cmd"),
    );

  /** The remaining files beside an installed app. */
  const beside = (folder: string): string[] =>
    readdirSync(dirname(folder)).filter((name) => name.startsWith(`.${basename(folder)}.`));

  describe("by the script installer", () => {
    let first: Setup;
    let next: Setup;

    beforeAll(async () => {
      [first, next] = await installers("nsis", ["1.2.0", "1.3.0"], {
        nsis: { installMode: "both" },
      });
    });

    async function remove(folder: string): Promise<void> {
      await using uninstaller = wine.start([join(folder, "uninstall.exe"), "/S"]);
      await waitFor("its end", () => !existsSync(join(folder, "uninstall.exe")), {
        state: () => uninstaller.report(),
      });
      await waitFor("its last word to Windows", async () => !(await isRegistered()));
    }

    test("of a user, in parts: the next version is there and started, with the same words", async () => {
      await install(first.path, "/CurrentUser");
      const folder = ofUser();
      offered = next;
      asked = [];
      expect(await update(folder)).toEqual({
        words,
        executable: wine.windowsPath(join(folder, "App.exe")),
        version: "1.3.0",
        failure: null,
      });
      expect(asked.filter((path) => path.endsWith(".zip"))).toEqual([]);
      expect([beside(folder), ofRuns()]).toEqual([[], []]);
      await remove(folder);
    });

    test("of a user: a version that does not start is taken back, and the one before it is started", async () => {
      await install(first.path, "/CurrentUser");
      const folder = ofUser();
      const before = wholeFolder(folder);
      offered = { ...next, index: null };
      {
        // A process that is killed while it makes the backup has changed nothing, and blocks no
        // other one.
        await using _killed = startUpdate(folder).app;
        await waitFor("the copy", () => beside(folder).length > 0);
      }
      expect(wholeFolder(folder)).toEqual(before);
      expect(await update(folder, { isBroken: true })).toEqual({
        words,
        executable: wine.windowsPath(join(folder, "App.exe")),
        version: "1.2.0",
        failure: null,
      });
      expect([wholeFolder(folder), beside(folder)]).toEqual([before, []]);
      expect(stateOf()).toMatchObject({ failed: "1.3.0", waiting: null });
      const { out } = await wine.run(["reg.exe", "query", `HKCU\\${uninstallKey}`]);
      expect(out).toMatch(/DisplayVersion +REG_SZ +1\.2\.0/);
      rmSync(join(updates(), "state.json"));
      await remove(folder);
    });

    test("of a user: two processes that update themselves at once are not in each other's way", async () => {
      await install(first.path, "/CurrentUser");
      const folder = ofUser();
      offered = { ...next, index: null };
      const [one, other] = [startUpdate(folder), startUpdate(folder)];
      await using oneApp = one.app;
      await using otherApp = other.app;
      await Promise.all([oneApp.exited, otherApp.exited]);
      const lines = (): string[] =>
        [one.reported, other.reported].flatMap((reported) =>
          existsSync(reported) ? readFileSync(reported, "utf8").split("\n").slice(0, -1) : [],
        );
      await waitFor("the next start", () => lines().length > 0, {
        state: () => `${oneApp.report()}\n${otherApp.report()}`,
      });
      expect(lines().map((line) => JSON.parse(line) as Started)).toEqual([
        {
          words,
          executable: wine.windowsPath(join(folder, "App.exe")),
          version: "1.3.0",
          failure: null,
        },
      ]);
      expect(stateOf()).toMatchObject({ highest: "1.3.0", failed: null, waiting: null });
      expect(beside(folder).filter((name) => name.endsWith(".previous"))).toEqual([]);
      // The one that is closed in the middle leaves its part of an installer, which a later run
      // removes.
      rmSync(updates(), { recursive: true });
      await remove(folder);
    });

    test("of a user: what a hostile server offers is not installed, and nothing of it stays", async () => {
      await install(first.path, "/CurrentUser");
      const folder = ofUser();
      const before = wholeFolder(folder);
      await using app = startUpdate(folder, { feeds: Object.keys(lies) }).app;
      expect(await app.exited).toMatchObject({ code: 1 });
      const output = app.output
        .map(({ text }) => text)
        .filter((text) => text.startsWith("refused: "));
      expect(output).toEqual(
        Object.entries(lies).map(([name, { reason }]) =>
          expect.stringContaining(`refused: ${name}: ${reason}`),
        ),
      );
      expect([wholeFolder(folder), beside(folder)]).toEqual([before, []]);
      expect(ofRuns()).toEqual([]);
      await remove(folder);
    });

    test("an installer that refuses leaves the version that is there, which is started and knows why", async () => {
      await install(first.path, "/CurrentUser");
      // One that is as old as it says, and holds next to nothing, since nothing of it is installed.
      using small = new Project();
      const app: AppCase = { nsis: { installMode: "both" }, windows: { allowDowngrades: false } };
      const older = await installer("nsis", "1.1.0", app, ["nsis", "updater"], { from: small });
      offered = { ...older, index: null };
      const folder = ofUser();
      expect(await update(folder, { installMode: "passive" })).toMatchObject({
        version: "1.2.0",
        failure:
          'Cannot install version "1.3.0": the installer ended with 2: it cannot take the place of a newer version or of one that runs, cannot write a file, or cannot get what the app runs with',
      });
      expect(beside(folder)).toEqual([]);
      await remove(folder);
    });

    test("of a user: while another program has a file open, the version that is there stays whole, and knows why", async () => {
      await install(first.path, "/CurrentUser");
      const folder = ofUser();
      const before = wholeFolder(folder);
      offered = { ...next, index: null };
      const held = wine.windowsPath(join(folder, "App.exe"));
      {
        await using holder = wine.bun(join(import.meta.dir, "../programs/file-holder-program.ts"), [
          held,
        ]);
        await holder.line("held");
        expect(await update(folder)).toMatchObject({
          version: "1.2.0",
          failure: expect.stringContaining("the installer ended with 2: "),
        });
        expect([wholeFolder(folder), beside(folder), ofRuns()]).toEqual([before, [], []]);
      }
      await remove(folder);
    });

    test("of a user: when the installer fails in its middle, the version before is put back, and knows why", async () => {
      await install(first.path, "/CurrentUser");
      const folder = ofUser();
      // The user has a folder at the path of a file of the next version.
      mkdirSync(join(folder, "notes.txt"));
      writeFileSync(join(folder, "notes.txt/own.txt"), "the user's own");
      const before = wholeFolder(folder);
      const app: AppCase = { nsis: { installMode: "both" } };
      const more = { "data/notes.txt": "notes.txt" };
      const blocked = await installer("nsis", "1.3.0", app, ["nsis", "updater"], { more });
      offered = { ...blocked, index: null };
      expect(await update(folder)).toMatchObject({
        words,
        version: "1.2.0",
        failure:
          'Cannot install version "1.3.0": the installer ended with 3: it has begun, and could not write a file',
      });
      expect([wholeFolder(folder), beside(folder), ofRuns()]).toEqual([before, [], []]);
      const { out } = await wine.run(["reg.exe", "query", `HKCU\\${uninstallKey}`]);
      expect(out).toMatch(/DisplayVersion +REG_SZ +1\.2\.0/);
      rmSync(join(folder, "notes.txt"), { recursive: true });
      await remove(folder);
    });

    test("of all users, from a server whose parts are wrong: the whole is downloaded, and nothing is kept", async () => {
      await install(first.path, "/AllUsers");
      const isOfParts = (path: string): boolean => path.endsWith(".chunks");
      offered = { ...next, change: (bytes, path) => (isOfParts(path) ? bytes.fill(0) : bytes) };
      asked = [];
      expect(await update(programs())).toMatchObject({
        words,
        version: "1.3.0",
        failure: null,
      });
      expect(asked.filter((path) => path.endsWith(".zip"))).toHaveLength(1);
      expect(beside(programs())).toEqual([]);
      await remove(programs());
    });
  });

  test("a restore succeeds wherever an earlier one was stopped", async () => {
    const stopped: Readonly<Record<string, readonly string[]>> = {
      "at-the-beginning": ["", ".previous/app"],
      "between-the-names": [".previous/failed", ".previous/app"],
      "after-the-names": [".previous/failed", ""],
    };
    const at = (name: string): string => join(wine.prefix, "drive_c", name);
    for (const [name, places] of Object.entries(stopped)) {
      for (const [index, place] of places.entries()) {
        mkdirSync(at(name) + place, { recursive: true });
        writeFileSync(join(at(name) + place, "App.exe"), ["new", "old"][index] ?? "");
      }
    }
    const folders = Object.keys(stopped).map((name) => wine.windowsPath(at(name)));
    await using app = wine.bun(program, ["put back", emptyWish, ...folders]);
    expect(await app.result()).toMatchObject({ code: 0, err: "" });
    await waitFor("the end of all that it started", () => app.processes.length === 0);
    const found = Object.keys(stopped).map((name) =>
      readFileSync(join(at(name), "App.exe"), "utf8"),
    );
    expect(found).toEqual(["old", "old", "old"]);
  });

  test("by a package of Windows Installer: the next version is there and started", async () => {
    const [first, next] = await installers("msi", ["1.2.0", "1.3.0"]);
    await install(first.path);
    offered = next;
    expect(await update(programs())).toMatchObject({
      words,
      version: "1.3.0",
      failure: null,
    });
    expect((await wine.run(["msiexec.exe", "/x", next.path, "/qn"])).code).toBe(0);
  });
});

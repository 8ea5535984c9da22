// An update on Windows from beginning to end: a program that an installer has put there finds the next version on a server,
// checks it, and has the next installer take its place; then it is started again, with what it was started with.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesIn } from "../../src/app/updater/install/files-in.ts";
import type { UpdateState } from "../../src/app/updater/state.ts";
import { bundle, openPartStore, type Format } from "../../src/bundler/index.ts";
import { generateKeys, openKey, signFile } from "../../src/cli/signer/minisign.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { windowsBun } from "../../harness/wine-prefix.ts";
import { waitFor } from "../../harness/wait.ts";
import { missingTool, Project, type AppCase } from "../bundler/project.ts";
import type { AuthorConfig } from "../support/config.ts";
import { partOf } from "../support/update-site.ts";
import type { Started, UpdateWish } from "./update-program.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

const keys = generateKeys(null);
/** The server's name in production. */
const host = "https://updates.example";
const identifier = "org.example.greeter";
const uninstallKey = `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;
const program = join(import.meta.dir, "update-program.ts");
/** What cmd.exe would take for its own, were it to see it. Wine reads what stands between "!" twice, which Windows does not. */
const words = ["plain", "a b", "a&calc", "100%PATH%", 'say "hi" \\', "^|<>", ""];

/** Each file in a folder, with what is in it. */
const wholeFolder = (folder: string): [string, string][] =>
  filesIn(folder).map((path) => [path, Bun.hash(readFileSync(path)).toString()]);

interface Setup {
  readonly path: string;
  readonly archive: string;
  /** Of the chunks of the archive's installer; `null`: parts of it cannot be downloaded. */
  readonly index: string | null;
}

describe.skipIf(skip !== null)("an update on Windows", () => {
  let wine: WineSession;
  let project: Project;
  let server: Bun.Server<undefined>;
  /** What the server offers as 1.3.0, and what it was asked for. */
  let offered: Pick<Setup, "archive" | "index">;
  let asked: string[] = [];

  beforeAll(async () => {
    wine = await startWine();
    project = new Project({ "data/new.txt": "new" });
    copyFileSync(windowsBun() ?? "", join(project.folder, "bin/app"));
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        const { archive, index } = offered;
        if (pathname !== "/feed") return partOf(readFileSync(join(dirname(archive), pathname)), request);
        const facts = { time: 0, version: "1.3.0", target: "windows-x86_64", expires: null };
        const sign = (path: string) => signFile(path, openKey(keys.secretKey, ""), facts);
        const at = (path: string): string => `${host}/${basename(path)}`;
        const chunks =
          index === null
            ? {}
            : {
                chunks: {
                  url: at(index.replace(/\.index$/, "")),
                  index: at(index),
                  signature: await sign(index),
                },
              };
        const platforms = {
          "windows-x86_64": { url: at(archive), signature: await sign(archive), ...chunks },
        };
        return Response.json({ version: "1.3.0", platforms });
      },
    });
  });

  afterAll(async () => {
    await server?.stop(true);
    project?.[Symbol.dispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  /**
   * Makes installers of a program and of the version after it, which also gets the archive that updates come in. What is the
   * same in both is packed once.
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
  ): Promise<Setup> {
    const resources = version === "1.3.0" ? { resources: { "data/new.txt": "new.txt" } } : {};
    const staged = project.stageFor("windows", { ...app, version, bundle: resources });
    // Of 64 bits, the only ones that Debian's Wine runs.
    const nsis = { ...staged.nsis, kind: "amd64-unicode" } as const;
    const outDir = join(project.folder, `out-${kind}-${version}-${app.nsis?.installMode ?? ""}`);
    const [setup, archive, , index] = await bundle({
      staged: Object.assign(staged, { executableName: "App.exe", nsis }),
      formats,
      outDir,
      effort: "quick",
      store: openPartStore(join(project.folder, "packed")),
    });
    return { path: setup?.path ?? "", archive: archive?.path ?? "", index: index?.path ?? null };
  }

  const install = async (path: string, ...options: string[]): Promise<number | null> =>
    path.endsWith(".msi")
      ? (await wine.run(["msiexec.exe", "/i", path, "/qn"])).code
      : (await wine.run([path, "/S", ...options])).code;

  /** Has what is installed update itself; the result is what the next start says, or the one after a broken one. */
  async function update(folder: string, updater: object, { isBroken = false } = {}): Promise<Started> {
    const told = join(wine.session.folder, `told-${Bun.randomUUIDv7()}.json`);
    const config = {
      framework: {
        bundle: { identifier },
        updater: {
          active: true,
          dialog: false,
          endpoints: [`${host}/feed`],
          pubkey: keys.publicKey,
          ...updater,
        },
      },
    } as AuthorConfig;
    const wish: UpdateWish = {
      config,
      version: "1.2.0",
      server: server.url.origin,
      told: wine.windowsPath(told),
      words,
      isBroken,
    };
    const text = Buffer.from(JSON.stringify(wish)).toString("base64");
    const command = [join(folder, "App.exe"), wine.lent, wine.windowsPath(program), "update", text];
    // What it starts goes on when it has ended, and would end with it here.
    await using app = wine.start(command);
    const { code } = await app.exited;
    expect({ code, said: app.report() }).toMatchObject({ code: 0 });
    const lines = (): string[] =>
      existsSync(told) ? readFileSync(told, "utf8").split("\n").slice(0, -1) : [];
    await waitFor("the next start", () => lines().length === (isBroken ? 2 : 1), {
      state: () => `${lines().join("\n")}\n${app.report()}`,
    });
    return JSON.parse(lines().at(-1) ?? "") as Started;
  }

  const users = () => join(wine.prefix, "drive_c/users", process.env["USER"] ?? "root");
  /** Where installers put it that ask for whom it is, and do not. */
  const ofUser = () => join(users(), "AppData/Local/Programs/Greeter");
  const ofOnlyUser = () => join(users(), "AppData/Local/Greeter");
  const programs = () => join(wine.prefix, "drive_c/Program Files/Greeter");

  const isRegistered = async (): Promise<boolean> => {
    const found = await Promise.all(
      ["HKCU", "HKLM"].map((root) => wine.run(["reg.exe", "query", `${root}\\${uninstallKey}`])),
    );
    return found.some(({ code }) => code === 0);
  };

  const updates = () => join(users(), "AppData/Local", identifier, "private/.updates");
  const stateOf = (): UpdateState =>
    JSON.parse(readFileSync(join(updates(), "state.json"), "utf8")) as UpdateState;

  /** What is left beside an installed app. */
  const beside = (folder: string): string[] =>
    readdirSync(dirname(folder)).filter((name) => name.startsWith(`.${basename(folder)}.`));

  describe("by the script installer", () => {
    let first: Setup;
    let next: Setup;

    beforeAll(async () => {
      [first, next] = await installers("nsis", ["1.2.0", "1.3.0"], { nsis: { installMode: "both" } });
    });

    async function remove(folder: string): Promise<void> {
      await using uninstaller = wine.start([join(folder, "uninstall.exe"), "/S"]);
      await waitFor("its end", () => !existsSync(join(folder, "uninstall.exe")), {
        state: () => uninstaller.report(),
      });
      await waitFor("its last word to Windows", async () => !(await isRegistered()));
    }

    test("of a user, in parts: the next version is there and started, with the same words", async () => {
      expect(await install(first.path, "/CurrentUser")).toBe(0);
      const folder = ofUser();
      offered = next;
      asked = [];
      expect(await update(folder, { windows: { installMode: "quiet" } })).toEqual({
        words,
        executable: wine.windowsPath(join(folder, "App.exe")),
        version: "1.3.0",
        failure: null,
      });
      expect(asked.filter((path) => path.endsWith(".zip"))).toEqual([]);
      expect([beside(folder), existsSync(join(updates(), "update.exe"))]).toEqual([[], false]);
      await remove(folder);
    });

    test("of a user: a version that does not start is taken back, and the one before it is started", async () => {
      expect(await install(first.path, "/CurrentUser")).toBe(0);
      const folder = ofUser();
      const before = wholeFolder(folder);
      offered = { ...next, index: null };
      expect(await update(folder, { windows: { installMode: "quiet" } }, { isBroken: true })).toEqual({
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

    test("of all users, as a whole: the next version is there and started, and nothing is kept", async () => {
      expect(await install(first.path, "/AllUsers")).toBe(0);
      offered = { ...next, index: null };
      asked = [];
      expect(await update(programs(), { windows: { installMode: "quiet" } })).toMatchObject({
        words,
        version: "1.3.0",
        failure: null,
      });
      expect(asked.filter((path) => path.endsWith(".zip"))).toHaveLength(1);
      expect(beside(programs())).toEqual([]);
      await remove(programs());
    });
  });

  test("by a package of Windows Installer: the next version is there and started", async () => {
    const [first, next] = await installers("msi", ["1.2.0", "1.3.0"]);
    expect(await install(first.path)).toBe(0);
    offered = next;
    expect(await update(programs(), { windows: { installMode: "quiet" } })).toMatchObject({
      words,
      version: "1.3.0",
      failure: null,
    });
    expect((await wine.run(["msiexec.exe", "/x", next.path, "/qn"])).code).toBe(0);
  });

  test("an installer that refuses leaves the version that is there, which is started and knows why", async () => {
    const own: AppCase = { windows: { allowDowngrades: false } };
    const [newer, older] = await installers("nsis", ["1.4.0", "1.3.0"], own);
    expect(await install(newer.path)).toBe(0);
    offered = { ...older, index: null };
    expect(await update(ofOnlyUser(), { windows: { installMode: "passive" } })).toMatchObject({
      version: "1.2.0",
      failure:
        'Cannot install version "1.3.0": the installer ended with 2: it cannot take the place of a newer version, or of one that runs',
    });
  });
});

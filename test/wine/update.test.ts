// An update on Windows from beginning to end: a program that an installer has put there finds the next version on a server,
// checks it, and has the next installer take its place; then it is started again, with what it was started with.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundle, type Format } from "../../src/bundler/index.ts";
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
const program = join(import.meta.dir, "update-program.ts");
/** What cmd.exe would take for its own, were it to see it. Wine reads what stands between "!" twice, which Windows does not. */
const words = ["plain", "a b", "a&calc", "100%PATH%", 'say "hi" \\', "^|<>", ""];

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
   * Makes installers of a program and of the version after it, which also gets the archive that updates come in. Packing takes
   * one processor, so both are made at once.
   */
  const installers = (kind: "nsis" | "msi", versions: readonly [string, string], app: AppCase = {}) =>
    Promise.all([
      installer(kind, versions[0], app, [kind]),
      installer(kind, versions[1], app, [kind, "updater"]),
    ]);

  async function installer(
    kind: "nsis" | "msi",
    version: string,
    app: AppCase,
    formats: Format[],
  ): Promise<Setup> {
    const resources = version === "1.3.0" ? { resources: { "data/new.txt": "new.txt" } } : {};
    const staged = project.stageFor("windows", { ...app, version, bundle: resources });
    // Of 64 bits, the only ones that Debian's Wine runs.
    const nsis = { ...staged.nsis, kind: "amd64-unicode", compression: "zlib" } as const;
    const outDir = join(project.folder, `out-${kind}-${version}-${app.nsis?.installMode ?? ""}`);
    const [setup, archive, , index] = await bundle({
      staged: Object.assign(staged, { executableName: "App.exe", nsis }),
      formats,
      outDir,
      effort: "quick",
    });
    return { path: setup?.path ?? "", archive: archive?.path ?? "", index: index?.path ?? null };
  }

  const install = async (path: string): Promise<number | null> =>
    path.endsWith(".msi")
      ? (await wine.run(["msiexec.exe", "/i", path, "/qn"])).code
      : (await wine.run([path, "/S"])).code;

  /** Has what is installed update itself; the result is what the next start says. */
  async function update(folder: string, updater: object, version = "1.2.0"): Promise<Started> {
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
      version,
      server: server.url.origin,
      told: wine.windowsPath(told),
      words,
    };
    const text = Buffer.from(JSON.stringify(wish)).toString("base64");
    const command = [join(folder, "App.exe"), wine.lent, wine.windowsPath(program), "update", text];
    // What it starts goes on when it has ended, and would end with it here.
    await using app = wine.start(command);
    const { code } = await app.exited;
    expect({ code, said: app.report() }).toMatchObject({ code: 0 });
    await waitFor("the next start", () => existsSync(told) && readFileSync(told, "utf8").endsWith("}"), {
      state: () => app.report(),
    });
    return JSON.parse(readFileSync(told, "utf8")) as Started;
  }

  const users = () => join(wine.prefix, "drive_c/users", process.env["USER"] ?? "root");
  const programs = () => join(wine.prefix, "drive_c/Program Files/Greeter");

  const isRegistered = async (): Promise<boolean> => {
    const key = `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;
    const found = await Promise.all(
      ["HKCU", "HKLM"].map((root) => wine.run(["reg.exe", "query", `${root}\\${key}`])),
    );
    return found.some(({ code }) => code === 0);
  };

  for (const [installMode, folder, isInParts] of [
    ["currentUser", () => join(users(), "AppData/Local/Greeter"), true],
    ["perMachine", programs, false],
  ] as const) {
    test(`by the script installer, ${installMode}, ${isInParts ? "in parts" : "as a whole"}: the next version is there and started, with the same words`, async () => {
      const [first, next] = await installers("nsis", ["1.2.0", "1.3.0"], { nsis: { installMode } });
      expect(await install(first.path)).toBe(0);
      offered = isInParts ? next : { ...next, index: null };
      asked = [];
      expect(await update(folder(), { windows: { installMode: "quiet" } })).toEqual({
        words,
        executable: wine.windowsPath(join(folder(), "App.exe")),
        isNew: true,
        failure: null,
      });
      const archives = asked.filter((path) => path.endsWith(".zip"));
      expect(archives).toHaveLength(isInParts ? 0 : 1);
      await using uninstaller = wine.start([join(folder(), "uninstall.exe"), "/S"]);
      await waitFor("its end", () => !existsSync(join(folder(), "uninstall.exe")), {
        state: () => uninstaller.report(),
      });
      await waitFor("its last word to Windows", async () => !(await isRegistered()));
    });
  }

  test("by a package of Windows Installer: the next version is there and started", async () => {
    const [first, next] = await installers("msi", ["1.2.0", "1.3.0"]);
    expect(await install(first.path)).toBe(0);
    offered = next;
    expect(await update(programs(), { windows: { installMode: "quiet" } })).toMatchObject({
      words,
      isNew: true,
      failure: null,
    });
    expect((await wine.run(["msiexec.exe", "/x", next.path, "/qn"])).code).toBe(0);
  });

  test("an installer that refuses leaves the version that is there, which is started and knows why", async () => {
    const own: AppCase = { windows: { allowDowngrades: false } };
    const [newer, older] = await installers("nsis", ["1.4.0", "1.3.0"], own);
    expect(await install(newer.path)).toBe(0);
    offered = { ...older, index: null };
    const folder = join(users(), "AppData/Local/Greeter");
    expect(await update(folder, { windows: { installMode: "passive" } })).toMatchObject({
      isNew: false,
      failure: "the installer ended with 2: it cannot take the place of a newer version, or of one that runs",
    });
  });
});

// An app that is built, packaged and started as its users would, and updates itself from a server:
// once by the parts that have changed, to a version that works, and once as a whole, to one that
// does not start.

import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { bundle, readProjectFacts, stageApp } from "../../src/bundler/index.ts";
import { generateKeys, openKey, signFile } from "../../src/cli/signer/minisign.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import { SelfSigned } from "../support/self-signed.ts";
import { thisMachine } from "../support/this-machine.ts";
import { runTool } from "../cli/tool.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { partOf, platform } from "../support/update-site.ts";
import { waitFor } from "../../harness/wait.ts";
import { windows } from "../../harness/x.ts";

const icon = join(import.meta.dir, "../../examples/dialogs/src-framework/icons/128x128.png");

const page = `<!doctype html><script type="module">
  const { updater, process } = window.__FRAMEWORK__;
  if ((await updater.checkUpdate()).shouldUpdate) {
    await updater.installUpdate();
    await process.relaunch();
  }
</script>`;

interface Version {
  readonly version: string;
  readonly endpoint: string;
  readonly pubkey: string;
  /** Its `main.ts`. */
  readonly code?: string;
}

/** The files of a version that a server needs. */
interface Built {
  readonly appImage: string;
  /** With the AppImage beside it, and the index of its chunks. */
  readonly archive: string;
  readonly index: string;
}

/** Builds a version of the app; its window has the version as its title. */
async function build(
  dir: TempDir,
  { version, endpoint, pubkey, code = "" }: Version,
): Promise<Built> {
  const project = join(dir.path, version);
  const folder = join(project, "src-framework");
  const configuration = {
    package: { productName: "Updated", version },
    build: { distDir: "../dist", devPath: "../dist", withGlobalFramework: true },
    framework: {
      allowlist: { process: { relaunch: true } },
      bundle: { active: true, identifier: "org.example.updated", icon: ["icon.png"] },
      updater: { active: true, dialog: false, endpoints: [endpoint], pubkey },
      windows: [{ title: `Version ${version}` }],
    },
  };
  await Bun.write(join(project, "package.json"), '{"name": "updated", "type": "module"}');
  await Bun.write(join(project, "dist/index.html"), page);
  await Bun.write(join(folder, "icon.png"), Bun.file(icon));
  await Bun.write(join(folder, "framework.conf.json"), JSON.stringify(configuration));
  if (code !== "") await Bun.write(join(folder, "main.ts"), code);
  const built = await runTool(project, ["build", "--no-bundle"]);
  expect(built).toMatchObject({ code: 0 });
  const target = thisMachine;
  const { config } = loadConfig({ from: folder, system: target.system, command: "build" });
  if (config === null) throw new Error("the configuration has problems");
  const executable = join(folder, "target/release/Updated");
  const facts = readProjectFacts(project);
  const staged = stageApp({
    settings: config,
    folder,
    project: facts,
    target,
    executable,
    time: 0,
  });
  const made = await bundle({ staged, formats: ["updater"], outDir: project, effort: "quick" });
  const [appImage = "", archive = "", , index = ""] = made.map(({ path }) => path);
  return { appImage, archive, index };
}

const missing = [...missingPrograms(), ...(Bun.which("openssl") === null ? ["openssl"] : [])];
describe.skipIf(missing.length > 0)(`an installed app (${missing[0] ?? "with a display"})`, () => {
  test("becomes the next version, and stays what it is when the one after that does not start", async () => {
    using dir = tempDir();
    using certificate = new SelfSigned("localhost");
    const keys = generateKeys(null);
    let offered: { readonly folder: string; readonly feed: object } | null = null;
    const asked: string[] = [];
    using server = Bun.serve({
      port: 0,
      hostname: "localhost",
      tls: certificate.tls,
      fetch(request) {
        const { pathname, search } = new URL(request.url);
        asked.push(`${pathname}${search}`);
        if (offered === null) return new Response(null, { status: 204 });
        if (pathname === "/feed") return Response.json(offered.feed);
        return partOf(readFileSync(join(offered.folder, basename(pathname))), request);
      },
    });
    const common = {
      endpoint: `https://localhost:${server.port}/feed?from={{current_version}}`,
      pubkey: keys.publicKey,
    };
    const offer = async (
      version: string,
      { archive, index }: Built,
      isInParts: boolean,
    ): Promise<void> => {
      const facts = { time: 0, app: null, version, target: platform, expires: null };
      const sign = (file: string) => signFile(file, openKey(keys.secretKey, ""), facts);
      const chunks = {
        url: basename(index, ".index"),
        index: basename(index),
        signature: await sign(index),
      };
      const whole = { url: basename(archive), signature: await sign(archive) };
      const feed = { version, platforms: { [platform]: isInParts ? { ...whole, chunks } : whole } };
      offered = { folder: dirname(archive), feed };
    };
    const first = await build(dir, { ...common, version: "1.0.0" });
    const second = await build(dir, { ...common, version: "1.1.0" });
    const broken = 'throw new Error("this version is broken");';
    const third = await build(dir, { ...common, version: "1.2.0", code: broken });

    await using session = await startSession();
    const apps = join(session.home, "Apps");
    mkdirSync(apps);
    const installed = join(apps, "Updated.AppImage");
    copyFileSync(first.appImage, installed);
    const isInstalled = ({ appImage }: Built) =>
      readFileSync(installed).equals(readFileSync(appImage));
    const titles = async () => (await windows(session)).map(({ title }) => title);
    const env = {
      NODE_EXTRA_CA_CERTS: certificate.path,
      APPIMAGE_EXTRACT_AND_RUN: "1",
      TMPDIR: session.folder,
    };

    await offer("1.1.0", second, true);
    await using app = session.start([installed], { env });
    const state = async () =>
      `${app.report()}\n${asked.join("\n")}\n${(await titles()).join("\n")}`;
    const shows = (title: string) =>
      waitFor(`the window "${title}"`, async () => (await titles()).join() === title, {
        state,
      });
    await shows("Version 1.1.0");
    expect(isInstalled(second)).toBe(true);
    // It asks for more by itself; meanwhile there is something.
    await waitFor("its question", () => asked.includes("/feed?from=1.1.0"), { state });

    expect(asked.filter((path) => path.includes("1.1.0_")).map((path) => extname(path))).toEqual(
      expect.arrayContaining([".index", ".AppImage"]),
    );
    expect(asked.filter((path) => path.endsWith(".tar.gz"))).toEqual([]);
    expect(app.report()).not.toContain("as a whole");

    await offer("1.2.0", third, false);
    await using again = session.start([installed], { env });
    await waitFor(
      "the broken version to be taken back",
      () => again.report().includes("took back"),
      {
        state: () => again.report(),
      },
    );
    expect(again.report()).toContain("this version is broken");
    expect(isInstalled(second)).toBe(true);
    const questions = (): number => asked.filter((path) => path === "/feed?from=1.1.0").length;
    await waitFor("the version before it to ask again", () => questions() >= 3, { state });
    expect(asked.filter((path) => path.includes("1.2.0_"))).toHaveLength(1);
  });
});

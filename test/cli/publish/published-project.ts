import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys } from "../../../src/cli/signer/minisign.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { runTool, type ToolResult } from "../tool.ts";

const { publicKey } = generateKeys(null);

/** A project with what builds have left of its versions. */
export class PublishedProject implements Disposable {
  readonly #dir: TempDir;

  constructor(endpoint = "https://example.com/notes/{{channel}}/{{target}}-{{arch}}.json") {
    this.#dir = tempDir();
    this.configure("1.2.0", endpoint);
  }

  get path(): string {
    return this.#dir.path;
  }

  /** Sets the version that is published next. */
  configure(version: string, endpoint: string, updater: object = {}): void {
    const folder = join(this.path, "src-framework");
    mkdirSync(folder, { recursive: true });
    const configuration = {
      package: { productName: "Notes", version },
      build: { devPath: "../dist", distDir: "../dist" },
      framework: {
        bundle: { active: true, identifier: "org.example.notes" },
        updater: { active: true, pubkey: publicKey, endpoints: [endpoint], ...updater },
      },
    };
    writeFileSync(join(folder, "framework.conf.json"), JSON.stringify(configuration));
  }

  /** Leaves what a build for Linux, or for Windows, makes of a version. */
  build(
    version: string,
    { platform = "linux-x86_64", signature = `signed ${version}` } = {},
  ): void {
    const triple = platform.startsWith("windows") ? "x86_64-pc-windows-msvc/" : "";
    const bundle = join(this.path, `src-framework/target/${triple}release/bundle`);
    const [archive, chunks] = platform.startsWith("windows")
      ? [`notes_${version}_x64-setup.nsis.zip`, `notes_${version}_x64-setup.nsis.chunks`]
      : [`notes_${version}_x86_64.AppImage.tar.gz`, `notes_${version}_x86_64.AppImage`];
    const files = {
      [`updater/${archive}`]: `archive ${signature}`,
      [`updater/${chunks}`]: "chunks",
      [`updater/${chunks}.index`]: "index",
      "updater/notes.update.json": JSON.stringify({
        version,
        pub_date: "2026-01-31T12:00:00.000Z",
        platforms: {
          [platform]: {
            signature,
            url: archive,
            chunks: { url: chunks, index: `${chunks}.index`, signature: "signed index" },
          },
        },
      }),
      ...(triple === "" && {
        [`deb/notes_${version}_amd64.deb`]: "deb",
        "deb/notes_1.2.01_amd64.deb": "of another version",
        "deb/notes_1.2.0~beta_amd64.deb": "of another version",
      }),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(bundle, path, ".."), { recursive: true });
      writeFileSync(join(bundle, path), text);
    }
  }

  publish(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ToolResult> {
    return runTool(this.path, ["publish", ...args], { GITHUB_TOKEN: "", GH_TOKEN: "", ...env });
  }

  [Symbol.dispose](): void {
    this.#dir[Symbol.dispose]();
  }
}

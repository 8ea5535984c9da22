import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect } from "bun:test";
import {
  readProjectFacts,
  stageApp,
  type BundleSettings,
  type StagedApps,
  type StagingOptions,
} from "../../src/bundler/index.ts";
import type {
  BundleFields,
  DebSettings,
  DmgSettings,
  MacSettings,
  NsisSettings,
  RpmSettings,
  WindowsSettings,
  WixSettings,
} from "../../src/bundler/settings.ts";
import type { Architecture, System } from "../../src/contract/target.ts";
import { openRoot } from "../../src/disk/roots.ts";
import { patience } from "../../harness/wait.ts";

/** The settings of a case's app. Everything else is that of a plain one. */
export interface AppCase {
  readonly productName?: string;
  readonly version?: string;
  readonly bundle?: Partial<Omit<BundleFields, "deb" | "rpm" | "windows" | "macOS" | "dmg">>;
  readonly deb?: Partial<DebSettings>;
  readonly rpm?: Partial<RpmSettings>;
  readonly windows?: Partial<Omit<WindowsSettings, "nsis" | "wix">>;
  readonly nsis?: Partial<NsisSettings>;
  readonly wix?: Partial<WixSettings>;
  readonly macOS?: Partial<MacSettings>;
  readonly dmg?: Partial<DmgSettings>;
  readonly singleInstance?: boolean;
  readonly architecture?: Architecture;
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * A project on disk, removed at the end of its scope. A path that begins with "bin/" becomes
 * executable.
 */
export class Project implements Disposable {
  readonly folder = openRoot(mkdtempSync(join(tmpdir(), "framework-bundler-")), { isOwn: true });

  constructor(files: Files = {}) {
    const manifest = {
      name: "greeter",
      author: "Ada Byron <ada@example.org>",
      homepage: "https://example.org/greeter",
      license: "MIT",
      description: "Greets from the manifest",
    };
    this.write({
      "package.json": JSON.stringify(manifest),
      LICENSE: "Permission is hereby granted.\n\nNo warranty.\n",
      "bin/app": "#!/bin/sh\necho greetings from $0\n",
      "icons/32x32.png": png(32, 32),
      "icons/128x128.png": png(128, 128),
      ...files,
    });
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const full = join(this.folder, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      if (path.startsWith("bin/")) chmodSync(full, 0o755);
    }
  }

  settings(app: AppCase = {}): BundleSettings {
    const none = {
      depends: null,
      provides: null,
      conflicts: null,
      files: {},
      desktopTemplate: null,
    };
    return {
      package: { productName: app.productName ?? "Greeter", version: app.version ?? "1.2.3" },
      framework: {
        singleInstance: app.singleInstance ?? false,
        bundle: {
          identifier: "org.example.greeter",
          publisher: "example",
          icon: ["icons/32x32.png", "icons/128x128.png"],
          resources: null,
          copyright: null,
          category: null,
          shortDescription: null,
          longDescription: null,
          externalBin: null,
          fileAssociations: [],
          urlSchemes: [],
          reservedUrlSchemes: [],
          appimage: { bundleMediaFramework: false },
          ...app.bundle,
          deb: {
            ...none,
            replaces: null,
            section: null,
            priority: null,
            changelog: null,
            ...app.deb,
          },
          rpm: { ...none, license: null, obsoletes: null, release: "1", epoch: 0, ...app.rpm },
          windows: windowsSettings(app),
          macOS: macSettings(app),
          dmg: dmgSettings(app),
        },
      },
    };
  }

  stage(app: AppCase = {}): StagedApps["linux"] {
    return this.stageFor("linux", app);
  }

  stageFor<S extends System>(
    system: S,
    app: AppCase = {},
    more: Partial<StagingOptions<S>> = {},
  ): StagedApps[S] {
    const options: StagingOptions<S> = {
      settings: this.settings(app),
      folder: this.folder,
      project: readProjectFacts(this.folder),
      target: { system, architecture: app.architecture ?? "x64" },
      executable: "bin/app",
      time: 1_767_225_600,
      ...more,
    };
    return stageApp(options);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function macSettings({ macOS }: AppCase): MacSettings {
  return {
    frameworks: null,
    minimumSystemVersion: "13.0",
    exceptionDomain: null,
    activationPolicy: "regular",
    license: null,
    signingIdentity: null,
    hardenedRuntime: true,
    providerShortName: null,
    entitlements: null,
    ...macOS,
  };
}

function dmgSettings({ dmg }: AppCase): DmgSettings {
  return {
    background: null,
    windowPosition: null,
    windowSize: { width: 660, height: 400 },
    appPosition: { x: 180, y: 170 },
    applicationFolderPosition: { x: 480, y: 170 },
    compression: "zlib",
    ...dmg,
  };
}

function windowsSettings({ windows, nsis, wix }: AppCase): WindowsSettings {
  return {
    digestAlgorithm: null,
    certificateThumbprint: null,
    timestampUrl: null,
    tsp: false,
    webviewInstallMode: { type: "skip" },
    webviewFixedRuntimePath: null,
    allowDowngrades: true,
    signCommand: null,
    ...windows,
    nsis: {
      template: null,
      hooks: null,
      license: null,
      headerImage: null,
      sidebarImage: null,
      installerIcon: null,
      installMode: "currentUser",
      languages: null,
      customLanguageFiles: null,
      displayLanguageSelector: false,
      compression: "lzma",
      ...nsis,
    },
    wix: {
      language: "en-US",
      template: null,
      fragmentPaths: [],
      componentGroupRefs: [],
      componentRefs: [],
      featureGroupRefs: [],
      featureRefs: [],
      mergeRefs: [],
      skipWebviewInstall: false,
      license: null,
      enableElevatedUpdateTask: false,
      bannerPath: null,
      dialogImagePath: null,
      ...wix,
    },
  };
}

/** Every field that has an effect on a Linux package, set. */
export const everyOption: AppCase = {
  productName: "Grüße, Welt!",
  version: "2.0.0-beta.3",
  bundle: {
    resources: { "data/": "texts", "notes.txt": "docs/README" },
    externalBin: ["bin/helper"],
    copyright: "2026 Ada Byron",
    category: "DeveloperTool",
    shortDescription: "Says hello; with 100% \\ care ",
    longDescription: "First paragraph,\nin two lines.\n\n  Indented.\n",
  },
  deb: {
    depends: ["xdg-utils", "libgtk-3-0 | libgtk-3-0t64"],
    provides: ["greeting"],
    conflicts: ["greeter-classic"],
    replaces: ["greeter-classic (<< 2)"],
    files: { "/etc/greeter.ini": "settings.ini", "usr/share/greeter": "data" },
    desktopTemplate: "entry.hbs",
    section: "text",
    priority: "extra",
    changelog: "CHANGES",
  },
  rpm: {
    license: "Apache-2.0",
    depends: ["xdg-utils >= 1.1", "(fonts or fontconfig)"],
    provides: ["greeting = 2"],
    conflicts: ["greeter-classic"],
    obsoletes: ["greeter-old < 1:2.0"],
    release: "3.fc40",
    epoch: 2,
    files: { "/etc/greeter.ini": "settings.ini", "/opt/greeter/data": "data" },
    desktopTemplate: "entry.hbs",
  },
};

/** The files that `everyOption` names. */
export const everyFile: Files = {
  "data/a.txt": "a\n",
  "data/deep/ünï.txt": "b\n",
  "notes.txt": "notes\n",
  "settings.ini": "loud=no\n",
  "bin/helper-x86_64-unknown-linux-gnu": "#!/bin/sh\necho helped\n",
  "bin/helper-aarch64-unknown-linux-gnu": "#!/bin/sh\necho helped on arm\n",
  CHANGES:
    "grusse-welt (2.0.0~beta.3) stable; urgency=low\n\n  * Louder.\n\n -- Ada Byron <ada@example.org>  Thu, 01 Jan 2026 00:00:00 +0000\n",
  "entry.hbs":
    "[Desktop Entry]\nType=Application\nName={{name}}\n{{#if comment}}\nComment={{comment}}\n{{/if}}\nExec={{exec}} %F\nIcon={{icon}}\nCategories={{categories}}\nMimeType=text/plain;\n",
};

/** A grey PNG. */
export function png(width: number, height: number): Uint8Array {
  const chunk = (name: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(Bun.hash.crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 128));
  return Buffer.concat([
    start,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const goldenFolder = join(import.meta.dir, "../fixtures/bundler");

/**
 * Compares with a committed file. With UPDATE_GOLDEN=1 the file is written instead, to be read in
 * review.
 */
export function expectGolden(name: string, actual: string): void {
  const path = join(goldenFolder, name);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, actual);
  expect(actual).toBe(readFileSync(path, "utf8"));
}

/** The reason why a test cannot run here: the first program that is not installed. */
export function missingTool(...names: string[]): string | null {
  const name = names.find((candidate) => Bun.which(candidate) === null);
  return name === undefined ? null : `needs ${name}`;
}

/** Runs a program to its end and gives its output; fails the test when the program fails. */
export function run(
  command: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC", ...options.env },
    timeout: patience,
  });
  if (exitCode !== 0)
    throw new Error(
      `${command.join(" ")} ended with ${exitCode}: ${stderr.toString()}${stdout.toString()}`,
    );
  return stdout.toString();
}

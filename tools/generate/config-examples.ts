// The examples in the configuration's reference, by the record of each. The compiler and
// test/config/examples.test.ts check them against the tables.

import type { BundleConfig, Config, FrameworkConfig } from "../../src/config/index.ts";

/** A part of a configuration: irrelevant fields are left out. */
export interface ConfigFragment extends Omit<Config, "framework"> {
  readonly framework?: Omit<FrameworkConfig, "bundle"> & {
    readonly bundle?: Partial<BundleConfig>;
  };
}

export const configExamples: Readonly<Record<string, ConfigFragment>> = {
  Config: {
    $schema: "../node_modules/framework/schema/framework.conf.json",
    package: { productName: "My App", version: "../package.json" },
    build: { devPath: "http://localhost:5173", distDir: "../dist" },
    framework: { bundle: { identifier: "com.example.my-app" }, windows: [{ title: "My App" }] },
    plugins: { "persisted-scope": { allowlist: { list: true } } },
  },
  PatternKind: { framework: { pattern: { use: "isolation", options: { dir: "../isolation" } } } },
  WindowConfig: {
    framework: {
      windows: [
        {
          label: "main",
          url: "index.html",
          title: "My App",
          width: 1000,
          height: 700,
          userAgent: "My-App/1.0 (for Linux)",
          theme: "Dark",
          effects: ["mica", "sidebar"],
          effectsFallback: "#1e1e2e",
          titleBarStyle: "Overlay",
          tabbingIdentifier: "documents",
          additionalBrowserArgs: "--autoplay-policy=no-user-gesture-required",
        },
        { label: "settings", url: "settings.html", visible: false },
      ],
    },
  },
  CliConfig: {
    framework: {
      cli: {
        description: "Shows pictures",
        longDescription: "Shows pictures, and writes them in other formats.",
        beforeHelp: "My App 1.0",
        afterHelp: "More at https://example.com/help",
        args: [{ name: "picture", index: 1, takesValue: true }],
        subcommands: { export: { description: "writes a picture in another format" } },
      },
    },
  },
  CliArg: {
    framework: {
      cli: {
        args: [
          {
            name: "verbose",
            short: "v",
            description: "Says more",
            longDescription: "Says what it reads.",
          },
          {
            name: "input",
            takesValue: true,
            requiredUnlessPresent: "stdin",
            conflictsWith: "stdin",
          },
          { name: "stdin", conflictsWithAll: ["input", "output"] },
          { name: "output", takesValue: true, requiredUnlessPresentAny: ["stdin", "verbose"] },
          { name: "format", takesValue: true, possibleValues: ["png", "webp"], requires: "output" },
          { name: "quality", takesValue: true, requiresAll: ["format", "output"] },
          { name: "size", takesValue: true, requiresIf: ["output", "original"] },
          { name: "name", takesValue: true, requiredIfEq: ["format", "webp"] },
          { name: "title", takesValue: true, requiredUnlessPresentAll: ["name", "stdin"] },
        ],
      },
    },
  },
  BundleConfig: {
    framework: {
      bundle: {
        active: true,
        targets: ["deb", "appimage", "nsis", "dmg"],
        identifier: "com.example.my-app",
        publisher: "Example Ltd",
        icon: ["icons/32x32.png", "icons/128x128.png", "icons/icon.icns", "icons/icon.ico"],
        resources: ["texts/*", "licenses/**/*"],
        externalBin: ["bin/helper"],
        copyright: "© 2026 Example Ltd",
        category: "Utility",
        shortDescription: "Shows pictures",
        longDescription: "Shows pictures, and writes them in other formats.",
        runtime: "own",
        fileAssociations: [
          {
            ext: ["mdn"],
            name: "Note",
            description: "A note in Markdown",
            mimeType: "text/x-my-app-note",
            role: "Editor",
            icon: "icons/note.png",
          },
        ],
        urlSchemes: ["my-app"],
        reservedUrlSchemes: ["mailto"],
      },
    },
  },
  DebConfig: {
    framework: {
      bundle: {
        deb: {
          depends: ["libsecret-1-0 (>= 0.20)"],
          provides: ["picture-viewer"],
          conflicts: ["my-app-beta"],
          replaces: ["my-app-beta"],
          files: { "/usr/share/metainfo/my-app.xml": "packaging/metainfo.xml" },
          desktopTemplate: "packaging/my-app.desktop",
          section: "graphics",
          priority: "optional",
          changelog: "../CHANGELOG.md",
        },
      },
    },
  },
  RpmConfig: {
    framework: {
      bundle: {
        rpm: {
          license: "MIT",
          release: "1",
          depends: ["libsecret >= 0.20"],
          provides: ["picture-viewer"],
          conflicts: ["my-app-beta"],
          obsoletes: ["my-app-beta"],
          files: { "/usr/share/metainfo/my-app.xml": "packaging/metainfo.xml" },
          desktopTemplate: "packaging/my-app.desktop",
        },
      },
    },
  },
  DmgConfig: {
    framework: {
      bundle: {
        dmg: {
          background: "packaging/background.png",
          windowSize: { width: 660, height: 400 },
          appPosition: { x: 180, y: 170 },
          applicationFolderPosition: { x: 480, y: 170 },
          compression: "lzma",
        },
      },
    },
  },
  MacConfig: {
    framework: {
      bundle: {
        macOS: {
          frameworks: ["packaging/Sparkle.framework"],
          minimumSystemVersion: "13.0",
          exceptionDomain: "example.com",
          license: "../LICENSE",
          signingIdentity: "Developer ID Application: Example Ltd (ABCDE12345)",
          providerShortName: "ABCDE12345",
          entitlements: "packaging/entitlements.plist",
        },
      },
    },
  },
  WindowsConfig: {
    framework: {
      bundle: {
        windows: {
          digestAlgorithm: "sha256",
          certificateThumbprint: "A1B2C3D4E5F60718293A4B5C6D7E8F9001122334",
          timestampUrl: "http://timestamp.example.com",
          webviewInstallMode: { type: "downloadBootstrapper", silent: true },
        },
      },
    },
  },
  WebviewInstallMode: {
    framework: {
      bundle: {
        windows: {
          webviewInstallMode: {
            type: "fixedRuntime",
            path: "./Microsoft.WebView2.FixedVersionRuntime",
          },
        },
      },
    },
  },
  WixConfig: {
    framework: {
      bundle: {
        windows: {
          signCommand: "sign.exe --file %1",
          wix: {
            language: { "en-US": {}, "de-DE": { localePath: "packaging/de-DE.wxl" } },
            template: "packaging/main.wxs",
            fragmentPaths: ["packaging/registry.wxs"],
            componentGroupRefs: ["Extras"],
            componentRefs: ["RegistryEntries"],
            featureGroupRefs: ["ExtraFeatures"],
            featureRefs: ["Samples"],
            license: "packaging/license.rtf",
            bannerPath: "packaging/banner.bmp",
            dialogImagePath: "packaging/dialog.bmp",
          },
        },
      },
    },
  },
  NsisConfig: {
    framework: {
      bundle: {
        windows: {
          nsis: {
            template: "packaging/installer.nsi",
            hooks: "packaging/hooks.nsh",
            license: "../LICENSE",
            headerImage: "packaging/header.bmp",
            sidebarImage: "packaging/sidebar.bmp",
            installerIcon: "icons/icon.ico",
            installMode: "currentUser",
            languages: ["English", "German"],
            customLanguageFiles: { German: "packaging/German.nsh" },
            compression: "lzma",
          },
        },
      },
    },
  },
  AllowlistConfig: {
    framework: {
      allowlist: {
        dialog: { open: true, save: true },
        fs: { readFile: true, writeFile: true, scope: ["$APPDATA/**", "$DOCUMENT/notes/*.txt"] },
        window: { setTitle: true },
      },
    },
  },
  FsAllowlistConfig: {
    framework: {
      allowlist: {
        fs: {
          readFile: true,
          scope: {
            allow: ["$DOCUMENT/**"],
            deny: ["$DOCUMENT/private/**"],
            requireLiteralLeadingDot: true,
          },
        },
      },
    },
  },
  ShellAllowlistConfig: {
    framework: {
      allowlist: {
        shell: {
          open: "^https://example\\.com/",
          execute: true,
          sidecar: true,
          scope: [
            { name: "helper", sidecar: true, args: ["--check"] },
            {
              name: "log",
              cmd: "git",
              args: ["log", "--format=%s", { validator: "^[0-9a-f]{7,40}$" }],
              env: ["LANG"],
            },
          ],
        },
      },
    },
  },
  HttpAllowlistConfig: {
    framework: { allowlist: { http: { request: true, scope: ["https://api.example.com/v1/*"] } } },
  },
  ProtocolAllowlistConfig: {
    framework: {
      allowlist: {
        protocol: {
          asset: true,
          assetScope: { allow: ["$PICTURE/**"], deny: ["$PICTURE/private/**"] },
        },
      },
    },
  },
  SecurityConfig: {
    framework: {
      security: {
        csp: "default-src 'self'; img-src 'self' asset: https://asset.localhost",
        devCsp: { "default-src": "'self'", "connect-src": ["'self'", "ws://localhost:5173"] },
        freezePrototype: true,
        dangerousDisableAssetCspModification: ["style-src"],
        dangerousRemoteDomainIpcAccess: [
          {
            scheme: "https",
            domain: "app.example.com",
            windows: ["main"],
            plugins: ["persisted-scope"],
            enableFrameworkAPI: true,
          },
        ],
      },
    },
  },
  UpdaterConfig: {
    framework: {
      updater: {
        active: true,
        channel: "beta",
        endpoints: ["https://example.com/{{channel}}/{{target}}/{{arch}}/{{current_version}}"],
        pubkey: "dW50cnVzdGVkIGNvbW1lbnQ6IG1pbmlzaWduIHB1YmxpYyBrZXk6…",
        windows: { installMode: "passive", installerArgs: ["/NoShortcut"] },
      },
    },
  },
  MenuEntryConfig: {
    framework: {
      menu: [
        {
          text: "View",
          items: [
            { id: "small", text: "Small", radio: "size", checked: true },
            { id: "large", text: "Large", radio: "size", accelerator: "CmdOrCtrl+L" },
            { separator: true },
            { role: "fullScreen" },
          ],
        },
      ],
    },
  },
  SystemTrayConfig: { framework: { systemTray: { iconPath: "icons/tray.png", title: "My App" } } },
  BuildConfig: {
    build: {
      runner: "tools/bun.sh",
      devPath: "http://localhost:5173",
      distDir: "../dist",
      beforeDevCommand: { script: "npm run dev", cwd: "..", wait: false },
      beforeBuildCommand: "npm run build",
      beforeBundleCommand: { script: "node sign.mjs", cwd: "../tools" },
      features: ["store"],
    },
  },
  HookCommand: {
    build: {
      beforeBuildCommand: { script: "npm run build", cwd: ".." },
    },
  },
};

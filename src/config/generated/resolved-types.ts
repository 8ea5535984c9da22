// Written by tools/generate.ts from the field tables.
// A configuration after its defaults: every value is present.

/** The configuration of an application. */
export interface Config {
  /** The name and the version of the application. */
  readonly package: PackageConfig;
  /** Windows, bundles, security and everything else. */
  readonly framework: FrameworkConfig;
  /** How the application is built and run while you work on it. */
  readonly build: BuildConfig;
  /** Settings of plugins: a map from a plugin's name to its configuration. */
  readonly plugins: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** How the application is built and run while you work on it. */
export interface BuildConfig {
  /**
   * The Bun executable to build and run with, or a script that starts one with the arguments it gets; the
   * one of this package when absent.
   */
  readonly runner: string | null;
  /**
   * The page in development: the address of a development server, a folder, or a list of files. An address
   * is loaded as it is written.
   */
  readonly devPath: AppUrl;
  /**
   * The page in production. A folder is put into the application with all its files except source maps and
   * files of version control, systems, editors and tools (`.git`, `.DS_Store`); `index.html` is looked for
   * in it unless a window has an address. A list puts in only these files, side by side. An address puts in
   * nothing and is loaded instead, as it is written.
   */
  readonly distDir: AppUrl;
  /** Shell command that runs before `framework dev` starts. */
  readonly beforeDevCommand: BeforeDevCommand | null;
  /** Shell command that runs before `framework build` starts. */
  readonly beforeBuildCommand: HookCommand | null;
  /** Shell command that runs before bundles are made. */
  readonly beforeBundleCommand: HookCommand | null;
  /** Compile-time features passed to Bun. */
  readonly features: readonly string[] | null;
  /**
   * Ship the bytecode of all modules of the application, and of Bun's own, in place of that of its first
   * thread alone. It starts with a fifth less processor time; packages are 1.1 MB larger, and updates of an
   * AppImage bring 2 MB when code has changed. Either is shipped where the Bun that compiles is the one
   * that is shipped, in executables with their own runtime; with a `runner` of your own there is none
   * unless this is set.
   *
   * Has an effect on Linux only.
   */
  readonly bytecode: boolean;
  /** Put the API at `window.__FRAMEWORK__`. */
  readonly withGlobalFramework: boolean;
}

export type HookCommand = string | HookCommandDetail;

/** A shell command with its options. */
export interface HookCommandDetail {
  /** The shell command. */
  readonly script: string;
  /** The folder it runs in, relative to the configuration file; the front end's when absent. */
  readonly cwd: string | null;
}

export type BeforeDevCommand = string | BeforeDevCommandDetail;

/** A shell command with its options. */
export interface BeforeDevCommandDetail {
  /** The shell command. */
  readonly script: string;
  /** The folder it runs in, relative to the configuration file; the front end's when absent. */
  readonly cwd: string | null;
  /** Wait for it to end before going on. */
  readonly wait: boolean;
}

export type AppUrl = string | readonly string[];

/** Windows, bundles, security and everything else. */
export interface FrameworkConfig {
  /** How pages talk to the application. */
  readonly pattern: PatternKind;
  /** Windows to open when the application starts. */
  readonly windows: readonly WindowConfig[];
  /** The application's own command line. */
  readonly cli: CliConfig | null;
  /** The shipped files and their packages. */
  readonly bundle: BundleConfig;
  /** The calls that pages may make. */
  readonly allowlist: AllowlistConfig;
  /** The protection of the application's pages. */
  readonly security: SecurityConfig;
  /** How the application updates itself. */
  readonly updater: UpdaterConfig;
  /** The icon in the system tray. */
  readonly systemTray: SystemTrayConfig | null;
  /**
   * The application runs once for each user and session. Another start hands over its arguments and files
   * (`onOpen`), brings the running application to the front and ends. In development it has no effect. See
   * docs/opening.md.
   */
  readonly singleInstance: boolean;
  /**
   * The application's menu: in the bar of the screen on macOS, elsewhere in each window that has none of
   * its own. Own code (`app.menu`) can change it. See docs/menus.md.
   */
  readonly menu: readonly MenuEntryConfig[] | null;
  /**
   * Allow transparent windows, which use private interfaces. The preference `fullScreenEnabled` is on with
   * it and without it, since it is public by now.
   *
   * Has an effect on macOS only.
   */
  readonly macOSPrivateApi: boolean;
}

/**
 * An entry of a menu: an item with an `id` and a `text`, a `role`, a menu of its own with a `text` and
 * `items`, or a `separator`.
 */
export interface MenuEntryConfig {
  /** Reported when the item is chosen. Each item needs an id of its own; none begins with `framework:`. */
  readonly id: string | null;
  /** The shown text. Default of a role: the system's word. */
  readonly text: string | null;
  /**
   * The standard item, with the system's word, keys and behaviour. A system leaves out the items that it
   * does not have.
   */
  readonly role: MenuRole | null;
  /** The entries of its own menu. */
  readonly items: readonly MenuEntryConfig[] | null;
  /** It is a line between others. */
  readonly separator: boolean;
  /** It can be chosen. */
  readonly enabled: boolean;
  /** It is shown, and has its keys. */
  readonly visible: boolean;
  /** Whether it has a check mark. When absent it never has one. */
  readonly checked: boolean | null;
  /** The name of a group of which one item is marked: the one that was chosen last. */
  readonly radio: string | null;
  /** Keys that choose it, such as `CommandOrControl+S`. Default of a role: the system's. */
  readonly accelerator: string | null;
}

export type MenuRole =
  | "undo"
  | "redo"
  | "cut"
  | "copy"
  | "paste"
  | "pasteAndMatchStyle"
  | "delete"
  | "selectAll"
  | "close"
  | "minimize"
  | "zoom"
  | "fullScreen"
  | "quit"
  | "about"
  | "hide"
  | "hideOthers"
  | "showAll"
  | "services"
  | "windowList"
  | "recentFiles"
  | "reload"
  | "devTools";

/** The icon in the system tray. */
export interface SystemTrayConfig {
  /** Path of the icon. */
  readonly iconPath: string;
  /**
   * The icon is a template image.
   *
   * Has an effect on macOS only.
   */
  readonly iconAsTemplate: boolean;
  /**
   * A left click opens the menu.
   *
   * Has an effect on macOS only.
   */
  readonly menuOnLeftClick: boolean;
  /**
   * Title beside the icon.
   *
   * Has an effect on macOS only.
   */
  readonly title: string | null;
}

/** How the application updates itself. */
export interface UpdaterConfig {
  /**
   * Also take updates whose signatures name no version, system and sum, as other signers make them. An
   * attacker who controls the update server can then offer any old release as a newer one.
   */
  readonly acceptUnboundSignatures: boolean;
  /** The updater is on. */
  readonly active: boolean;
  /** Which versions the application asks for: `{{channel}}` in `endpoints`. */
  readonly channel: string;
  /** Ask with the built-in dialog; when false, the application listens to events. */
  readonly dialog: boolean;
  /**
   * Addresses of update servers, https in production. `{{current_version}}`, `{{channel}}`, `{{target}}`
   * (`linux`, `windows`, `darwin`) and `{{arch}}` (`x86_64`, `i686`, `aarch64`, `armv7`) are filled in.
   */
  readonly endpoints: readonly string[] | null;
  /** Public key that updates are checked with. */
  readonly pubkey: string | null;
  /**
   * For how many days a version that the build signs is the newest, unless you sign it again. With it, an
   * application refuses servers that cannot show a signature of these days, so that no server can hide
   * newer versions from it for longer. Absent: signatures are good for ever, and nothing is refused.
   */
  readonly validDays: number | null;
  /**
   * Settings for Windows.
   *
   * Has an effect on Windows only.
   */
  readonly windows: UpdaterWindowsConfig;
}

/** The updater on Windows. */
export interface UpdaterWindowsConfig {
  /** More arguments for the installer. */
  readonly installerArgs: readonly string[];
  /** How the installer runs. */
  readonly installMode: WindowsUpdateInstallMode;
}

export type WindowsUpdateInstallMode = "basicUi" | "quiet" | "passive";

/** The protection of the application's pages. */
export interface SecurityConfig {
  /**
   * Content Security Policy put into all HTML files of the built application; in development, too, when
   * `devCsp` is absent. A text, or a map from directives to sources. Scripts and styles inside of pages get
   * nonces, except where `'unsafe-inline'` stands in the directive that decides about them. Pages of an
   * address as `distDir` do not get it.
   */
  readonly csp: Csp | null;
  /**
   * Content Security Policy in development, for pages of a development server, too; on Windows only if
   * `devPath` is an `http:` address.
   */
  readonly devCsp: Csp | null;
  /** Freeze `Object.prototype` in pages of the application. */
  readonly freezePrototype: boolean;
  /**
   * Do not add nonces and hashes to the policy: `true` for none at all, or a list of directives to leave
   * alone. Without a correct policy this opens the application to injected scripts.
   */
  readonly dangerousDisableAssetCspModification: DisabledCspModificationKind;
  /**
   * Domains outside the application whose pages may call commands. By default none has
   * `window.__FRAMEWORK__`.
   */
  readonly dangerousRemoteDomainIpcAccess: readonly RemoteDomainAccessScope[];
  /**
   * Use `http://<scheme>.localhost` instead of `https://<scheme>.localhost`, which allows mixed content.
   *
   * Has an effect on Windows only.
   */
  readonly dangerousUseHttpScheme: boolean;
}

/**
 * A domain outside the application whose pages may call commands, on all its paths and ports but not its
 * subdomains. A port cannot be named: whoever serves pages on any of that machine may call, which for
 * `localhost` is every program of the user.
 */
export interface RemoteDomainAccessScope {
  /** Scheme of the address; all when absent. */
  readonly scheme: string | null;
  /** The domain. */
  readonly domain: string;
  /** Labels of the windows this is for. */
  readonly windows: readonly string[];
  /** Names of the plugins it may call, without `framework-plugin-`. */
  readonly plugins: readonly string[];
  /** It may call the framework's own commands. */
  readonly enableFrameworkAPI: boolean;
}

export type DisabledCspModificationKind = boolean | readonly string[];

export type Csp = string | Readonly<Record<string, CspDirectiveSources>>;

export type CspDirectiveSources = string | readonly string[];

/**
 * The calls that pages may make. Everything is off until it is allowed here, and `false` takes nothing back
 * from `all`.
 */
export interface AllowlistConfig {
  /** Allow every API. */
  readonly all: boolean;
  /** File system APIs. */
  readonly fs: FsAllowlistConfig;
  /** Window APIs. */
  readonly window: WindowAllowlistConfig;
  /** Shell APIs. */
  readonly shell: ShellAllowlistConfig;
  /** Dialog APIs. */
  readonly dialog: DialogAllowlistConfig;
  /** HTTP APIs. */
  readonly http: HttpAllowlistConfig;
  /** Notification APIs. */
  readonly notification: NotificationAllowlistConfig;
  /** Global shortcut APIs. */
  readonly globalShortcut: GlobalShortcutAllowlistConfig;
  /** Operating system APIs. */
  readonly os: OsAllowlistConfig;
  /** Path APIs. */
  readonly path: PathAllowlistConfig;
  /** Custom protocol APIs. */
  readonly protocol: ProtocolAllowlistConfig;
  /** Process APIs. */
  readonly process: ProcessAllowlistConfig;
  /** Clipboard APIs. */
  readonly clipboard: ClipboardAllowlistConfig;
  /** App APIs. */
  readonly app: AppAllowlistConfig;
}

/** App APIs. */
export interface AppAllowlistConfig {
  /** Allow everything of the module `app`. */
  readonly all: boolean;
  /**
   * Allow `app.show`.
   *
   * Has an effect on macOS only.
   */
  readonly show: boolean;
  /**
   * Allow `app.hide`.
   *
   * Has an effect on macOS only.
   */
  readonly hide: boolean;
  /**
   * Tell pages how the application was started and which files and addresses its user opens with it:
   * `getStart` and `onOpen`. Files that are opened join the scopes.
   */
  readonly open: boolean;
}

/** Clipboard APIs. */
export interface ClipboardAllowlistConfig {
  /** Allow everything of the module `clipboard`. */
  readonly all: boolean;
  /** Allow `clipboard.writeText`. */
  readonly writeText: boolean;
  /** Allow `clipboard.readText`. */
  readonly readText: boolean;
}

/** Process APIs. */
export interface ProcessAllowlistConfig {
  /** Allow everything of the module `process`. */
  readonly all: boolean;
  /** Allow `process.relaunch`. */
  readonly relaunch: boolean;
  /**
   * Relaunch on macOS even when the path of the executable holds a symbolic link; discouraged.
   *
   * Has an effect on macOS only.
   */
  readonly relaunchDangerousAllowSymlinkMacos: boolean;
  /** Allow `process.exit`. */
  readonly exit: boolean;
}

/** Custom protocol APIs. */
export interface ProtocolAllowlistConfig {
  /** Allow everything of the module `protocol`. */
  readonly all: boolean;
  /** Serve files of `assetScope` under the asset protocol. */
  readonly asset: boolean;
  /**
   * The paths that the asset protocol serves. A pattern may start with a variable that stands for a folder,
   * such as `$APPDATA`, `$DOCUMENT` or `$HOME`.
   */
  readonly assetScope: FsAllowlistScope;
}

/** Path APIs. */
export interface PathAllowlistConfig {
  /** Allow everything of the module `path`. */
  readonly all: boolean;
}

/** Operating system APIs. */
export interface OsAllowlistConfig {
  /** Allow everything of the module `os`. */
  readonly all: boolean;
}

/** Global shortcut APIs. */
export interface GlobalShortcutAllowlistConfig {
  /** Allow everything of the module `globalShortcut`. */
  readonly all: boolean;
}

/** Notification APIs. */
export interface NotificationAllowlistConfig {
  /** Allow everything of the module `notification`. */
  readonly all: boolean;
}

/** HTTP APIs. */
export interface HttpAllowlistConfig {
  /** Allow everything of the module `http`. */
  readonly all: boolean;
  /** Allow requests to the addresses of `scope`: `fetch`, and the methods of a `Client`. */
  readonly request: boolean;
  /**
   * Patterns of the addresses that pages can request: `https://*.example.com/api/*`. In a host, `*` stands
   * for whole labels, but for nothing on this machine, such as `localhost`, or internal to its network,
   * such as 169.254.169.254: these are written out; in a path for any text, `/` included, and `[abc]` for
   * one of these characters. A query is not compared: a pattern has none, and admits any. A path must be
   * inside in every way that a server may read it. Only http and https are requested, and never with a user
   * name in the address.
   */
  readonly scope: readonly string[];
}

/** Dialog APIs. */
export interface DialogAllowlistConfig {
  /** Allow everything of the module `dialog`. */
  readonly all: boolean;
  /** Allow `dialog.open`. */
  readonly open: boolean;
  /** Allow `dialog.save`. */
  readonly save: boolean;
  /** Allow `dialog.message`. */
  readonly message: boolean;
  /** Allow `dialog.ask`. */
  readonly ask: boolean;
  /** Allow `dialog.confirm`. */
  readonly confirm: boolean;
  /** Allow `dialog.choose`. */
  readonly choose: boolean;
}

/** Shell APIs. */
export interface ShellAllowlistConfig {
  /** Allow everything of the module `shell`. */
  readonly all: boolean;
  /** Allow the programs of `scope`: `execute` and `spawn` of a `Command`. */
  readonly execute: boolean;
  /** Allow the application's own programs: `Command.sidecar`. */
  readonly sidecar: boolean;
  /**
   * Open an address with the system's application for it. `true` admits addresses that match
   * `^((mailto:\w+)|(tel:\w+)|(https?://\w+)).+`, and no `mailto:` that attaches a file; a text is a
   * regular expression of its own, matched from the first character of the address or path with `..`
   * resolved. It must not admit texts that look like an option, such as `--enable-debugging`, `-i` or `/R`.
   */
  readonly open: ShellAllowlistOpen;
  /** The programs that pages can run. Sidecars need no entry; one restricts their arguments. */
  readonly scope: readonly ShellAllowedCommand[];
}

/** A program that pages may run. */
export interface ShellAllowedCommand {
  /** The name pages call it by. */
  readonly name: string;
  /** The program; it may start with a variable of the filesystem scope. */
  readonly cmd: string | null;
  /**
   * `true` allows any arguments, `false` none; a list allows exactly these: fixed texts, or values that
   * pass a validator.
   */
  readonly args: ShellAllowedArgs;
  /**
   * The names of the environment variables that pages may set for it. Others are refused, since some
   * variables make a program run other code.
   */
  readonly env: readonly string[];
  /** It is one of `bundle.externalBin`, not a program of the system. */
  readonly sidecar: boolean;
}

export type ShellAllowedArgs = boolean | readonly ShellAllowedArg[];

export type ShellAllowedArg = string | ShellValidatedArg;

/** An argument given by the page. */
export interface ShellValidatedArg {
  /**
   * A regular expression that the whole value must match. Backreferences are refused, and matching takes
   * linear time.
   */
  readonly validator: string;
}

export type ShellAllowlistOpen = boolean | string;

/** Window APIs. */
export interface WindowAllowlistConfig {
  /** Allow everything of the module `window`. */
  readonly all: boolean;
  /** Allow `new WebviewWindow`, which opens a window. */
  readonly create: boolean;
  /** Allow `window.close`. */
  readonly close: boolean;
  /** Allow `window.setMenu`. */
  readonly setMenu: boolean;
  /** Allow `window.popupMenu`. */
  readonly popupMenu: boolean;
  /** Allow `window.center`. */
  readonly center: boolean;
  /** Allow `window.requestUserAttention`. */
  readonly requestUserAttention: boolean;
  /** Allow `window.setResizable`. */
  readonly setResizable: boolean;
  /**
   * Allow `window.setMaximizable`.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly setMaximizable: boolean;
  /**
   * Allow `window.setMinimizable`.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly setMinimizable: boolean;
  /** Allow `window.setClosable`. */
  readonly setClosable: boolean;
  /** Allow `window.setTitle`. */
  readonly setTitle: boolean;
  /** Allow `window.maximize`. */
  readonly maximize: boolean;
  /** Allow `window.unmaximize`. */
  readonly unmaximize: boolean;
  /** Allow `window.minimize`. */
  readonly minimize: boolean;
  /** Allow `window.unminimize`. */
  readonly unminimize: boolean;
  /** Allow `window.show`. */
  readonly show: boolean;
  /** Allow `window.hide`. */
  readonly hide: boolean;
  /** Allow `window.setDecorations`. */
  readonly setDecorations: boolean;
  /**
   * Allow `window.setShadow`.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly setShadow: boolean;
  /** Allow `window.setAlwaysOnTop`. */
  readonly setAlwaysOnTop: boolean;
  /**
   * Allow `window.setContentProtected`.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly setContentProtected: boolean;
  /** Allow `window.setSize`. */
  readonly setSize: boolean;
  /** Allow `window.setMinSize`. */
  readonly setMinSize: boolean;
  /** Allow `window.setMaxSize`. */
  readonly setMaxSize: boolean;
  /** Allow `window.setPosition`. */
  readonly setPosition: boolean;
  /** Allow `window.setFullscreen`. */
  readonly setFullscreen: boolean;
  /** Allow `window.setFocus`. */
  readonly setFocus: boolean;
  /** Allow `window.setTheme`. */
  readonly setTheme: boolean;
  /**
   * Allow `window.setIcon`.
   *
   * Has an effect on Linux and Windows only.
   */
  readonly setIcon: boolean;
  /**
   * Allow `window.setSkipTaskbar`.
   *
   * Has an effect on Linux and Windows only.
   */
  readonly setSkipTaskbar: boolean;
  /** Allow `window.setCursorGrab`. */
  readonly setCursorGrab: boolean;
  /** Allow `window.setCursorVisible`. */
  readonly setCursorVisible: boolean;
  /** Allow `window.setCursorIcon`. */
  readonly setCursorIcon: boolean;
  /** Allow `window.setCursorPosition`. */
  readonly setCursorPosition: boolean;
  /** Allow `window.setIgnoreCursorEvents`. */
  readonly setIgnoreCursorEvents: boolean;
  /** Allow `window.startDragging`. */
  readonly startDragging: boolean;
  /** Allow `print()` of the page, which opens the system's dialog. */
  readonly print: boolean;
}

/** File system APIs. */
export interface FsAllowlistConfig {
  /** Allow everything of the module `fs`. */
  readonly all: boolean;
  /** Allow `readTextFile` and `readBinaryFile`. */
  readonly readFile: boolean;
  /** Allow `writeTextFile`, `writeFile` and `writeBinaryFile`. */
  readonly writeFile: boolean;
  /** Allow `fs.readDir`. */
  readonly readDir: boolean;
  /** Allow `fs.copyFile`. */
  readonly copyFile: boolean;
  /** Allow `fs.createDir`. */
  readonly createDir: boolean;
  /** Allow `fs.removeDir`. */
  readonly removeDir: boolean;
  /** Allow `fs.removeFile`. */
  readonly removeFile: boolean;
  /** Allow `fs.renameFile`. */
  readonly renameFile: boolean;
  /** Allow `fs.exists`. */
  readonly exists: boolean;
  /**
   * The paths that pages can reach. A pattern may start with a variable that stands for a folder, such as
   * `$APPDATA`, `$DOCUMENT` or `$HOME`. The objects of a list are taken together: what one of them denies
   * is denied.
   */
  readonly scope: FsAllowlistScope;
}

export type FsAllowlistScope = readonly FsScopeItem[] | FsScopeDetail;

export type FsScopeItem = string | FsScopeDetail;

/** Patterns of paths, allowed and denied. */
export interface FsScopeDetail {
  /**
   * Patterns of paths that are allowed. A pattern may start with a variable that stands for a folder, such
   * as `$APPDATA`, `$DOCUMENT` or `$HOME`.
   */
  readonly allow: readonly string[];
  /** Patterns of paths that are denied, whatever `allow` says. */
  readonly deny: readonly string[];
  /**
   * A name that starts with `.` is matched only by a `.` written in the pattern. When absent: true on Linux
   * and macOS, false on Windows. The objects of a list say the same.
   */
  readonly requireLiteralLeadingDot: boolean | null;
}

/** The shipped files and their packages. */
export interface BundleConfig {
  /** Make bundles; otherwise only the executable. */
  readonly active: boolean;
  /** The bundles to make: `all`, one type, or a list of types, in any case. */
  readonly targets: BundleTarget;
  /**
   * Identifier of the application in reverse domain notation, different from every other application. It is
   * the bundle's ID and part of the path of the web view's data. Letters from A to Z, digits, `-` and `.`
   * only.
   */
  readonly identifier: string;
  /** Publisher, the Manufacturer of the Windows installers. */
  readonly publisher: string;
  /** Paths of the icons, glob patterns included, of at most 4096 × 4096 pixels. */
  readonly icon: readonly string[];
  /**
   * Files and folders to ship with the application, glob patterns included: a list of paths, or (newer
   * revision) a map from source paths to target paths.
   */
  readonly resources: BundleResources | null;
  /** Copyright text. */
  readonly copyright: string | null;
  /** Kind of application. */
  readonly category: Category | null;
  /** Short description. */
  readonly shortDescription: string | null;
  /** Description of several lines. */
  readonly longDescription: string | null;
  /**
   * Keep build tools in `target/.framework-tools` of the project instead of the folder `framework-tools` in
   * the user's cache: the executables of Bun that apps for other systems and processors are made from.
   * Useful when building as a Windows system user whose application data folder is restricted.
   */
  readonly useLocalToolsDir: boolean;
  /**
   * Where the JavaScript runtime comes from that the application runs on. All other packages, and the
   * executable, carry their own.
   *
   * Has an effect on Linux only.
   */
  readonly runtime: "own" | "shared";
  /**
   * Files that the system offers to open with the application. They are registered when a package is
   * installed; see docs/opening.md.
   */
  readonly fileAssociations: readonly FileAssociation[];
  /**
   * The schemes of addresses that the application opens: `my-app` for `my-app://…`. They are registered
   * when a package is installed. Pages get such addresses by `onOpen`; see docs/opening.md.
   */
  readonly urlSchemes: readonly string[];
  /**
   * Schemes that others count on and `urlSchemes` refuses. An application that handles one for all others
   * names it here.
   */
  readonly reservedUrlSchemes: readonly ReservedScheme[];
  /**
   * AppImage settings.
   *
   * Has an effect on Linux only.
   */
  readonly appimage: AppImageConfig;
  /**
   * Debian package settings.
   *
   * Has an effect on Linux only.
   */
  readonly deb: DebConfig;
  /**
   * RPM settings.
   *
   * Has an effect on Linux only.
   */
  readonly rpm: RpmConfig;
  /**
   * Disk image settings.
   *
   * Has an effect on macOS only.
   */
  readonly dmg: DmgConfig;
  /**
   * macOS application settings.
   *
   * Has an effect on macOS only.
   */
  readonly macOS: MacConfig;
  /**
   * Paths of executables to ship, without their ending: for `bin/tool` the file
   * `bin/tool-x86_64-unknown-linux-gnu` (or `-x86_64-pc-windows-msvc.exe`, `-x86_64-apple-darwin`, …) of
   * the target is taken.
   */
  readonly externalBin: readonly string[] | null;
  /**
   * Windows installer settings.
   *
   * Has an effect on Windows only.
   */
  readonly windows: WindowsConfig;
}

/** Windows installer settings. */
export interface WindowsConfig {
  /** Digest of signatures; needed for signing; SHA-256 is recommended. */
  readonly digestAlgorithm: string | null;
  /** SHA-1 hash of the signing certificate. */
  readonly certificateThumbprint: string | null;
  /** Address of the timestamping server. */
  readonly timestampUrl: string | null;
  /** The timestamping server speaks the Time-Stamp Protocol (RFC 3161). */
  readonly tsp: boolean;
  /** How the webview runtime is installed. Updates always use `downloadBootstrapper`. */
  readonly webviewInstallMode: WebviewInstallMode;
  /**
   * Path of a fixed webview runtime: the folder extracted from its `.cab` file. Wins over
   * `webviewInstallMode`.
   *
   * @deprecated use `webviewInstallMode` with the type `fixedRuntime`
   */
  readonly webviewFixedRuntimePath: string | null;
  /**
   * An older version may be installed over a newer one. When false, 1.2.0 is refused where 1.2.1 is
   * installed.
   */
  readonly allowDowngrades: boolean;
  /** MSI settings. */
  readonly wix: WixConfig;
  /** Script installer settings. */
  readonly nsis: NsisConfig;
  /**
   * A command to sign with instead of the tool that only Windows has. It must hold `%1`, which stands for
   * the path of the file.
   */
  readonly signCommand: string | null;
}

/** Script installer settings. */
export interface NsisConfig {
  /** Path of an own `.nsi` template. */
  readonly template: string | null;
  /**
   * Path of a `.nsh` file with macros that run at points of the installer, instead of a whole template:
   * `NSIS_HOOK_PREINSTALL`, `NSIS_HOOK_POSTINSTALL`, `NSIS_HOOK_PREUNINSTALL` and
   * `NSIS_HOOK_POSTUNINSTALL`, each of which may be missing. See docs/windows-packages.md.
   */
  readonly hooks: string | null;
  /** Path of the license file. */
  readonly license: string | null;
  /** Bitmap in the head of the pages: 150x57 pixels recommended. */
  readonly headerImage: string | null;
  /** Bitmap of the first and the last page: 164x314 pixels recommended. */
  readonly sidebarImage: string | null;
  /** Icon of the installer. */
  readonly installerIcon: string | null;
  /** For all users or for one. */
  readonly installMode: NSISInstallerMode;
  /**
   * Languages of the installer, as NSIS calls them: `English`, `German`, `SimpChinese`. The system's is
   * used if it is in the list, else the first; `English` when absent.
   */
  readonly languages: readonly string[] | null;
  /**
   * A map from a language to the path of a `.nsh` file with translated messages. Each language must be one
   * of `languages`.
   */
  readonly customLanguageFiles: Readonly<Record<string, string>> | null;
  /** Let the user choose the language before installing and removing. */
  readonly displayLanguageSelector: boolean;
  /** How the installer is compressed; `lzma` when absent. */
  readonly compression: NsisCompression;
}

export type NsisCompression = "zlib" | "bzip2" | "lzma";

export type NSISInstallerMode = "currentUser" | "perMachine" | "both";

/** MSI settings. */
export interface WixConfig {
  /**
   * Languages to make installers in: one, a list, or a map from a language to its settings. Pages are in
   * English, German, French or Spanish; in English in other languages, unless `localePath` brings texts.
   */
  readonly language: WixLanguage;
  /** Path of an own `.wxs` template. */
  readonly template: string | null;
  /** Paths of `.wxs` fragments. */
  readonly fragmentPaths: readonly string[];
  /** Ids of component groups in the fragments. */
  readonly componentGroupRefs: readonly string[];
  /** Ids of components in the fragments. */
  readonly componentRefs: readonly string[];
  /** Ids of feature groups in the fragments. */
  readonly featureGroupRefs: readonly string[];
  /** Ids of features in the fragments. */
  readonly featureRefs: readonly string[];
  /**
   * Refused: merge modules cannot be taken in. Install their files by a `<Component>`, or run their own
   * installer.
   */
  readonly mergeRefs: readonly string[];
  /**
   * The MSI does not install the webview runtime.
   *
   * @deprecated use `webviewInstallMode` with the type `skip`
   */
  readonly skipWebviewInstall: boolean;
  /** License shown by the installer: RTF; other files are converted. */
  readonly license: string | null;
  /** Make a task in the task scheduler that installs updates with administrator rights. */
  readonly enableElevatedUpdateTask: boolean;
  /** Bitmap at the top of all pages except the first: 493x58 pixels. */
  readonly bannerPath: string | null;
  /** Bitmap of the first and the last page: 493x312 pixels. */
  readonly dialogImagePath: string | null;
}

export type WixLanguage = string | readonly string[] | Readonly<Record<string, WixLanguageConfig>>;

/** Settings of one installer language. */
export interface WixLanguageConfig {
  /** Path of a `.wxl` locale file. */
  readonly localePath: string | null;
}

/** How the webview runtime gets onto a machine that has none. */
export type WebviewInstallMode =
  /** Do not install it. */
  | {
      /** Which way. */
      readonly type: "skip";
    }
  /**
   * Download a bootstrapper and run it. Needs the internet; the smallest installer; not recommended on
   * Windows 7.
   */
  | {
      /** Which way. */
      readonly type: "downloadBootstrapper";
      /** Install without showing anything. */
      readonly silent: boolean;
    }
  /** Ship the bootstrapper and run it. Needs the internet; about 1.8 MB more; better support for Windows 7. */
  | {
      /** Which way. */
      readonly type: "embedBootstrapper";
      /** Install without showing anything. */
      readonly silent: boolean;
    }
  /** Ship the offline installer. Needs no internet; about 127 MB more. */
  | {
      /** Which way. */
      readonly type: "offlineInstaller";
      /** Install without showing anything. */
      readonly silent: boolean;
    }
  /** Ship a fixed runtime and use it; about 180 MB more. */
  | {
      /** Which way. */
      readonly type: "fixedRuntime";
      /** Path of the runtime: the folder extracted from its `.cab` file. */
      readonly path: string;
    };

/** macOS application settings. */
export interface MacConfig {
  /**
   * Frameworks to ship: a bare name without `.framework` is looked up in the usual places, a path is taken
   * as it is.
   */
  readonly frameworks: readonly string[] | null;
  /**
   * The oldest macOS it runs on. Older ones than 13.0, as the default is, count as 13.0, which the
   * JavaScript runtime needs. `null`, in the main file as JSON or JSON5, leaves `LSMinimumSystemVersion`
   * out of Info.plist. An empty text is not allowed, and the default is used.
   */
  readonly minimumSystemVersion: string | null;
  /**
   * How the application appears among others. Own code (`app.setActivationPolicy`) can change it. See
   * docs/activation-policy.md.
   */
  readonly activationPolicy: ActivationPolicy;
  /** A domain the application may talk to: lower case, no port, no protocol. */
  readonly exceptionDomain: string | null;
  /** Path of the license file added to the disk image. */
  readonly license: string | null;
  /** Identity to sign with. */
  readonly signingIdentity: string | null;
  /** Sign executables for the hardened runtime, with an ad-hoc signature as well. */
  readonly hardenedRuntime: boolean;
  /** Has no effect: a key for notarization belongs to one provider. */
  readonly providerShortName: string | null;
  /** Path of the entitlements file. */
  readonly entitlements: string | null;
}

export type ActivationPolicy = "regular" | "accessory" | "prohibited";

/** Disk image settings. */
export interface DmgConfig {
  /** Path of the background image: png, jpg or gif. */
  readonly background: string | null;
  /** Where the window opens. */
  readonly windowPosition: Position | null;
  /** Size of the window. */
  readonly windowSize: Size;
  /** Where the application's icon is. */
  readonly appPosition: Position;
  /** Where the Applications folder's icon is. */
  readonly applicationFolderPosition: Position;
  /** How the disk image is packed; quick builds use `zlib`. */
  readonly compression: DmgCompression;
}

export type DmgCompression = "zlib" | "lzma";

/** Size of a disk image's window. */
export interface Size {
  /** Width. */
  readonly width: number;
  /** Height. */
  readonly height: number;
}

/** A place in a disk image's window. */
export interface Position {
  /** Distance from the left. */
  readonly x: number;
  /** Distance from the top. */
  readonly y: number;
}

/** RPM settings. */
export interface RpmConfig {
  /** License identifier. */
  readonly license: string | null;
  /** Packages it depends on. */
  readonly depends: readonly string[] | null;
  /** The names that it provides. */
  readonly provides: readonly string[] | null;
  /** The packages that must not be present when it is installed. */
  readonly conflicts: readonly string[] | null;
  /** Packages that are removed when it is installed. */
  readonly obsoletes: readonly string[] | null;
  /** RPM release tag. */
  readonly release: string;
  /** RPM epoch. */
  readonly epoch: number;
  /** More files: a map from the path in the package to the path of the file. */
  readonly files: Readonly<Record<string, string>>;
  /** Path of an own template for the desktop file, with the variables of `deb.desktopTemplate`. */
  readonly desktopTemplate: string | null;
}

/** Debian package settings. */
export interface DebConfig {
  /** Packages it depends on. */
  readonly depends: readonly string[] | null;
  /** Packages it provides. */
  readonly provides: readonly string[] | null;
  /** Packages it conflicts with. */
  readonly conflicts: readonly string[] | null;
  /** Packages it replaces. */
  readonly replaces: readonly string[] | null;
  /** More files: a map from the path in the package to the path of the file. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Path of an own template for the desktop file; its variables are categories, comment (optional), exec,
   * icon, mime_type (optional) and name.
   */
  readonly desktopTemplate: string | null;
  /** Section in the control file. */
  readonly section: string | null;
  /** Priority of the package; `optional` when absent. */
  readonly priority: "required" | "important" | "standard" | "optional" | "extra" | null;
  /** Path of the uncompressed changelog, which becomes `/usr/share/doc/<package>/changelog.gz`. */
  readonly changelog: string | null;
}

/** AppImage settings. */
export interface AppImageConfig {
  /** Include the libraries that play audio and video; about 15 to 35 MB more. */
  readonly bundleMediaFramework: boolean;
}

export type ReservedScheme = "http" | "https" | "mailto" | "file";

/** Files of one type, which the application opens. */
export interface FileAssociation {
  /** The endings of their names, without a dot: `md`. The first one names the type. */
  readonly ext: readonly string[];
  /** The name of such a file, in a word or two: `Markdown document`. */
  readonly name: string | null;
  /** The same in a sentence, for file managers. */
  readonly description: string | null;
  /** Their MIME type. When absent: that of a common ending, else `application/x-extension-` with the ending. */
  readonly mimeType: string | null;
  /**
   * The role of the application for them.
   *
   * Has an effect on macOS only.
   */
  readonly role: FileRole;
  /**
   * The icon of such files: a PNG of 256 × 256 pixels. On Linux only of types that no system knows, since
   * others belong to the desktop.
   */
  readonly icon: string | null;
}

export type FileRole = "Editor" | "Viewer" | "Shell" | "None";

export type Category =
  | "Business"
  | "DeveloperTool"
  | "Education"
  | "Entertainment"
  | "Finance"
  | "Game"
  | "ActionGame"
  | "AdventureGame"
  | "ArcadeGame"
  | "BoardGame"
  | "CardGame"
  | "CasinoGame"
  | "DiceGame"
  | "EducationalGame"
  | "FamilyGame"
  | "KidsGame"
  | "MusicGame"
  | "PuzzleGame"
  | "RacingGame"
  | "RolePlayingGame"
  | "SimulationGame"
  | "SportsGame"
  | "StrategyGame"
  | "TriviaGame"
  | "WordGame"
  | "GraphicsAndDesign"
  | "HealthcareAndFitness"
  | "Lifestyle"
  | "Medical"
  | "Music"
  | "News"
  | "Photography"
  | "Productivity"
  | "Reference"
  | "SocialNetworking"
  | "Sports"
  | "Travel"
  | "Utility"
  | "Video"
  | "Weather";

export type BundleResources = readonly string[] | Readonly<Record<string, string>>;

export type BundleTarget =
  | "all"
  | "deb"
  | "rpm"
  | "appimage"
  | "msi"
  | "nsis"
  | "app"
  | "dmg"
  | "updater"
  | readonly BundleType[];

export type BundleType = "deb" | "rpm" | "appimage" | "msi" | "nsis" | "app" | "dmg" | "updater";

/** The application's own command line. */
export interface CliConfig {
  /** Description of the command for the help. */
  readonly description: string | null;
  /** Long description of the command for the help. */
  readonly longDescription: string | null;
  /** Text before the generated help, often a header. */
  readonly beforeHelp: string | null;
  /** Text after the generated help. */
  readonly afterHelp: string | null;
  /** Arguments of the command. */
  readonly args: readonly CliArg[] | null;
  /** Subcommands by name. */
  readonly subcommands: Readonly<Record<string, CliConfig>> | null;
}

/** One argument of the application's command line. */
export interface CliArg {
  /** Short form without the leading `-`. Leading `-` are dropped and only the first character is used. */
  readonly short: string | null;
  /** Name of the argument, different from all others. */
  readonly name: string;
  /** One line for the help. */
  readonly description: string | null;
  /** Detailed description for the help. */
  readonly longDescription: string | null;
  /** It takes a value: `-o value`, `--option value`, `-o=value`, `--option=value`, `-ovalue`. */
  readonly takesValue: boolean;
  /**
   * It may carry several values but appear once: `--opt v1 v2`, not `--opt v1 v2 --opt v3`. Needs
   * `takesValue`.
   */
  readonly multiple: boolean;
  /**
   * It may appear more than once. Flags are counted (`-ddd` is three); arguments with a value have one
   * value for each time.
   */
  readonly multipleOccurrences: boolean;
  /** Exactly this many values. Sets `takesValue` and several values; does not need `multipleOccurrences`. */
  readonly numberOfValues: number | null;
  /** The values that are allowed; any other ends with an error. */
  readonly possibleValues: readonly string[] | null;
  /** At least this many values. */
  readonly minValues: number | null;
  /** At most this many values. */
  readonly maxValues: number | null;
  /** It must be given, unless a rule about conflicts says otherwise. */
  readonly required: boolean;
  /**
   * It must be given unless this argument is. Of the rules whose names begin with `requiredUnlessPresent`,
   * one that is satisfied is enough.
   */
  readonly requiredUnlessPresent: string | null;
  /** It must be given unless all these arguments are. */
  readonly requiredUnlessPresentAll: readonly string[] | null;
  /** It must be given unless one of these arguments is. */
  readonly requiredUnlessPresentAny: readonly string[] | null;
  /** May not be given together with this argument. */
  readonly conflictsWith: string | null;
  /** May not be given together with any of these arguments. */
  readonly conflictsWithAll: readonly string[] | null;
  /** When it is given, this argument must be, too. */
  readonly requires: string | null;
  /** When it is given, all these arguments must be, too. */
  readonly requiresAll: readonly string[] | null;
  /** A pair `[arg, value]`: when its own value equals `value`, `arg` must be given. */
  readonly requiresIf: readonly [string, string] | null;
  /** A pair `[arg, value]`: it must be given only if the value of `arg` equals `value`. */
  readonly requiredIfEq: readonly [string, string] | null;
  /** The value must be written with an equals sign: `--option=value`. */
  readonly requireEquals: boolean | null;
  /**
   * Position among the positional arguments, from 1. With `multiple`, only the last position may have
   * several values.
   */
  readonly index: number | null;
}

/** A window to open when the application starts. */
export interface WindowConfig {
  /** Name of the window inside the application. Each window needs its own. */
  readonly label: string;
  /**
   * The page: an address, or a path inside the application. `users/<name>` loads
   * `framework://localhost/users/<name>`: the file of that path, or `index.html`, which does the routing;
   * only a path that ends like a file (`.html`) must exist.
   */
  readonly url: string;
  /** User agent of the web view: products and comments, as in `My-App/1.0 (for Linux)`. */
  readonly userAgent: string | null;
  /**
   * Report files dropped on the window. On Windows it must be off for drag and drop inside the page to
   * work.
   */
  readonly fileDropEnabled: boolean;
  /** Open in the middle of the screen, whatever `x` and `y` say. */
  readonly center: boolean;
  /** Horizontal position of the top left corner, in logical pixels. */
  readonly x: number | null;
  /** Vertical position of the top left corner, in logical pixels. */
  readonly y: number | null;
  /** Width in logical pixels. */
  readonly width: number;
  /** Height in logical pixels. */
  readonly height: number;
  /** The least width in logical pixels. */
  readonly minWidth: number | null;
  /** The least height in logical pixels. */
  readonly minHeight: number | null;
  /** The greatest width in logical pixels. */
  readonly maxWidth: number | null;
  /** The greatest height in logical pixels. */
  readonly maxHeight: number | null;
  /** The user may resize it. In the newer revision, `false` also disables the maximize button. */
  readonly resizable: boolean;
  /**
   * The maximize button works. Ignored when `resizable` is false. On macOS it is the zoom button, which
   * also enters fullscreen.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly maximizable: boolean;
  /**
   * The minimize button works.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly minimizable: boolean;
  /**
   * The close button works. On Linux it is a request to the window manager, which may have no effect on a
   * window that is already visible.
   */
  readonly closable: boolean;
  /** Title of the window. */
  readonly title: string;
  /** Start in fullscreen. */
  readonly fullscreen: boolean;
  /** Has the keyboard focus when it opens. */
  readonly focus: boolean;
  /**
   * The page may let the desktop shine through. On macOS this needs `framework.macOSPrivateApi`, without
   * which the window is opaque; applications that use private interfaces are not accepted by its store.
   */
  readonly transparent: boolean;
  /** Start maximized. */
  readonly maximized: boolean;
  /** Visible from the start. */
  readonly visible: boolean;
  /**
   * Hidden until its first page is complete, with its styles, scripts and pictures, for 10 s at most. A
   * window that is not `visible` stays hidden. See docs/splash-screens.md.
   */
  readonly showWhenPainted: boolean;
  /** Borders and title bar. */
  readonly decorations: boolean;
  /**
   * The system draws a shadow around the window, and rounds its corners on Windows 11. On Windows it is for
   * windows without decorations that are not transparent; a frame always has a shadow.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly shadow: boolean;
  /**
   * The background that the system draws behind the page: the first of these that it has. It is visible
   * where the background of the page is transparent. Windows 11 22H2 has `mica`, `acrylic` and `tabbed`,
   * macOS the others, for which it needs `framework.macOSPrivateApi`. See docs/looks.md.
   */
  readonly effects: readonly WindowEffect[];
  /** Colour behind the page where the system has none of `effects`, such as `#1e1e2e`. */
  readonly effectsFallback: string | null;
  /** Stays above other windows. */
  readonly alwaysOnTop: boolean;
  /**
   * Other applications cannot capture what it shows.
   *
   * Has an effect on Windows and macOS only.
   */
  readonly contentProtected: boolean;
  /**
   * Does not appear in the taskbar.
   *
   * Has an effect on Linux and Windows only.
   */
  readonly skipTaskbar: boolean;
  /**
   * Theme of the whole application, with its windows, dialogs and menus, once this window opens; the
   * system's when absent. If several windows have one, the last decides.
   */
  readonly theme: Theme | null;
  /**
   * How the title bar looks.
   *
   * Has an effect on macOS only.
   */
  readonly titleBarStyle: TitleBarStyle;
  /**
   * Hides the title in the title bar.
   *
   * Has an effect on macOS only.
   */
  readonly hiddenTitle: boolean;
  /**
   * A click on the inactive window also reaches the page.
   *
   * Has an effect on macOS only.
   */
  readonly acceptFirstMouse: boolean;
  /**
   * Windows with the same identifier are grouped as tabs; automatic tabbing is off when absent.
   *
   * Has an effect on macOS only.
   */
  readonly tabbingIdentifier: string | null;
  /**
   * Opens with the position and size that it had when it was last closed, also maximized, fullscreen or
   * without decorations. On Wayland, where a window cannot read its position, only the size is restored.
   */
  readonly rememberState: boolean;
  /**
   * More arguments for the web engine. They replace
   * `--disable-features=msWebOOUI,msPdfOOUI,msSmartScreenProtection`; repeat it if these should stay off.
   * All windows share one browser process: the first window of the configuration that has some decides for
   * all.
   *
   * Has an effect on Windows only.
   */
  readonly additionalBrowserArgs: string | null;
}

export type TitleBarStyle = "Visible" | "Transparent" | "Overlay";

export type Theme = "Light" | "Dark";

export type WindowEffect =
  | "mica"
  | "acrylic"
  | "tabbed"
  | "titlebar"
  | "selection"
  | "menu"
  | "popover"
  | "sidebar"
  | "headerView"
  | "sheet"
  | "windowBackground"
  | "hudWindow"
  | "fullScreenUI"
  | "tooltip"
  | "contentBackground"
  | "underWindowBackground"
  | "underPageBackground";

/** How pages talk to the application. */
export type PatternKind =
  /** Pages call the application directly. */
  | {
      /** Which pattern. */
      readonly use: "brownfield";
    }
  /** Each call passes through a script of yours in a sandboxed frame; recommended for security. */
  | {
      /** Which pattern. */
      readonly use: "isolation";
      /** Settings of the isolation pattern. */
      readonly options: IsolationOptions;
    };

/** Settings of the isolation pattern. */
export interface IsolationOptions {
  /** The folder with the isolation application; it needs an `index.html`. */
  readonly dir: string;
}

/** The name and the version of the application. */
export interface PackageConfig {
  /** Application name, as people read it. */
  readonly productName: string;
  /**
   * A semver version, or the path of a manifest file that holds one: a `package.json`, or a TOML file like
   * `Cargo.toml`.
   */
  readonly version: string;
}

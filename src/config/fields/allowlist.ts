import { allowlistFlags } from "../../contract/commands/allowlist.ts";
import type { AllowlistModule } from "../../contract/commands/allowlist.ts";
import {
  boolean,
  either,
  field,
  list,
  optional,
  record,
  required,
  section,
  text,
} from "./field.ts";
import type { Field, FieldOptions, RecordShape } from "./field.ts";

const variables =
  "A pattern may start with a variable that stands for a folder, such as `$APPDATA`, `$DOCUMENT` or `$HOME`.";

const fsScopeDetail = record("FsScopeDetail", "Patterns of paths, allowed and denied.", {
  allow: field(list(text), [], `Patterns of paths that are allowed. ${variables}`, { newer: true }),
  deny: field(list(text), [], "Patterns of paths that are denied, whatever `allow` says.", {
    newer: true,
  }),
  requireLiteralLeadingDot: optional(
    boolean,
    "A name that starts with `.` is matched only by a `.` written in the pattern. When absent: true on Linux and macOS, false on Windows. The objects of a list say the same.",
    { newer: true },
  ),
});

const fsScope = either("FsAllowlistScope", {
  list: list(either("FsScopeItem", { text, object: fsScopeDetail })),
  object: fsScopeDetail,
});

const shellAllowedArg = either("ShellAllowedArg", {
  text,
  object: record("ShellValidatedArg", "An argument given by the page.", {
    validator: required(
      text,
      "A regular expression that the whole value must match. Backreferences are refused, and matching takes linear time.",
      { newer: true },
    ),
  }),
});

const shellAllowedCommand = record("ShellAllowedCommand", "A program that pages may run.", {
  name: required(text, "The name pages call it by."),
  cmd: field(text, null, "The program; it may start with a variable of the filesystem scope."),
  args: field(
    either("ShellAllowedArgs", { boolean, list: list(shellAllowedArg) }),
    false,
    "`true` allows any arguments, `false` none; a list allows exactly these: fixed texts, or values that pass a validator.",
  ),
  env: field(
    list(text),
    [],
    "The names of the environment variables that pages may set for it. Others are refused, since some variables make a program run other code.",
    { ours: true },
  ),
  sidecar: field(boolean, false, "It is one of `bundle.externalBin`, not a program of the system."),
});

/** The fields of a module that are not flags, and sentences for flags whose names need one. */
const more: { readonly [M in AllowlistModule]?: Readonly<Record<string, Field>> } = {
  fs: {
    readFile: field(boolean, false, "Allow `readTextFile` and `readBinaryFile`."),
    writeFile: field(boolean, false, "Allow `writeTextFile`, `writeFile` and `writeBinaryFile`."),
    scope: field(
      fsScope,
      [],
      `The paths that pages can reach. ${variables} The objects of a list are taken together: what one of them denies is denied.`,
    ),
  },
  window: {
    create: field(boolean, false, "Allow `new WebviewWindow`, which opens a window."),
    print: field(boolean, false, "Allow `print()` of the page, which opens the system's dialog."),
  },
  shell: {
    execute: field(
      boolean,
      false,
      "Allow the programs of `scope`: `execute` and `spawn` of a `Command`.",
    ),
    sidecar: field(boolean, false, "Allow the application's own programs: `Command.sidecar`."),
    scope: field(
      list(shellAllowedCommand),
      [],
      "The programs that pages can run. Sidecars need no entry; one restricts their arguments.",
    ),
    open: field(
      either("ShellAllowlistOpen", { boolean, text }),
      false,
      "Open an address with the system's application for it. `true` admits addresses that match `^((mailto:\\w+)|(tel:\\w+)|(https?://\\w+)).+`, and no `mailto:` that attaches a file; a text is a regular expression of its own, matched from the first character of the address or path with `..` resolved. It must not admit texts that look like an option, such as `--enable-debugging`, `-i` or `/R`.",
    ),
  },
  http: {
    request: field(
      boolean,
      false,
      "Allow requests to the addresses of `scope`: `fetch`, and the methods of a `Client`.",
    ),
    scope: field(
      list(text),
      [],
      "Patterns of the addresses that pages can request: `https://*.example.com/api/*`. In a host, `*` stands for whole labels, but for nothing on this machine, such as `localhost`, or internal to its network, such as 169.254.169.254: these are written out; in a path for any text, `/` included, and `[abc]` for one of these characters. A query is not compared: a pattern has none, and admits any. A path must be inside in every way that a server may read it. Only http and https are requested, and never with a user name in the address.",
    ),
  },
  protocol: {
    assetScope: field(fsScope, [], `The paths that the asset protocol serves. ${variables}`),
    asset: field(boolean, false, "Serve files of `assetScope` under the asset protocol."),
  },
  process: {
    relaunchDangerousAllowSymlinkMacos: field(
      boolean,
      false,
      "Relaunch on macOS even when the path of the executable holds a symbolic link; discouraged.",
      { systems: ["macos"], elsewhere: "relaunch refuses no symbolic link" },
    ),
  },
  app: {
    open: field(
      boolean,
      false,
      "Tell pages how the application was started and which files and addresses its user opens with it: `getStart` and `onOpen`. Files that are opened join the scopes.",
      { ours: true },
    ),
  },
};

/** Flags that the published interface lacks. */
const ownFlags: ReadonlySet<string> = new Set([
  "dialog.choose",
  "window.setMenu",
  "window.popupMenu",
  "window.setTheme",
  "window.setShadow",
]);

/** Flags whose call has no effect on some systems, with the supported systems and the reason. */
const flagsOfSomeSystems: Readonly<
  Record<
    string,
    Required<Pick<FieldOptions, "systems" | "elsewhere">> & Pick<FieldOptions, "protects">
  >
> = {
  "window.setMaximizable": {
    systems: ["windows", "macos"],
    elsewhere: "window managers have no such setting",
  },
  "window.setMinimizable": {
    systems: ["windows", "macos"],
    elsewhere: "window managers have no such setting",
  },
  "window.setContentProtected": {
    systems: ["windows", "macos"],
    elsewhere: "every application can capture the window",
    protects: true,
  },
  "window.setShadow": {
    systems: ["windows", "macos"],
    elsewhere: "the window manager draws the shadow",
  },
  "window.setIcon": { systems: ["linux", "windows"], elsewhere: "windows have no icons" },
  "window.setSkipTaskbar": {
    systems: ["linux", "windows"],
    elsewhere: "the Dock shows applications, not windows",
  },
  "app.show": {
    systems: ["macos"],
    elsewhere: "applications are not shown as a whole; show the windows",
  },
  "app.hide": {
    systems: ["macos"],
    elsewhere: "applications are not hidden as a whole; hide the windows",
  },
};

const newerFlags: ReadonlySet<string> = new Set([
  "window.setMaximizable",
  "window.setMinimizable",
  "window.setClosable",
]);

const modules: {
  readonly [M in AllowlistModule]: { readonly record: string; readonly title: string };
} = {
  fs: { record: "FsAllowlistConfig", title: "File system" },
  window: { record: "WindowAllowlistConfig", title: "Window" },
  shell: { record: "ShellAllowlistConfig", title: "Shell" },
  dialog: { record: "DialogAllowlistConfig", title: "Dialog" },
  http: { record: "HttpAllowlistConfig", title: "HTTP" },
  notification: { record: "NotificationAllowlistConfig", title: "Notification" },
  globalShortcut: { record: "GlobalShortcutAllowlistConfig", title: "Global shortcut" },
  os: { record: "OsAllowlistConfig", title: "Operating system" },
  path: { record: "PathAllowlistConfig", title: "Path" },
  protocol: { record: "ProtocolAllowlistConfig", title: "Custom protocol" },
  process: { record: "ProcessAllowlistConfig", title: "Process" },
  clipboard: { record: "ClipboardAllowlistConfig", title: "Clipboard" },
  app: { record: "AppAllowlistConfig", title: "App" },
};

function moduleConfig(module: AllowlistModule): RecordShape {
  const { record: name, title } = modules[module];
  const fields: Record<string, Field> = {
    all: field(boolean, false, `Allow everything of the module \`${module}\`.`),
  };
  for (const flag of allowlistFlags[module]) {
    const name = `${module}.${flag}`;
    fields[flag] = field(boolean, false, `Allow \`${name}\`.`, {
      ...(newerFlags.has(name) && { newer: true as const }),
      ...(ownFlags.has(name) && { ours: true as const }),
      ...flagsOfSomeSystems[name],
    });
  }
  return record(name, `${title} APIs.`, { ...fields, ...more[module] });
}

const moduleNames = Object.keys(modules) as AllowlistModule[];

export const allowlistConfig = record(
  "AllowlistConfig",
  "The calls that pages may make. Everything is off until it is allowed here, and `false` takes nothing back from `all`.",
  {
    all: field(boolean, false, "Allow every API."),
    ...Object.fromEntries(
      moduleNames.map((module) => [
        module,
        section(moduleConfig(module), `${modules[module].title} APIs.`),
      ]),
    ),
  },
);

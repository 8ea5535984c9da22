// The entry of Linux on a disk, and the texts of all systems. Windows' registry is in
// test/wine/autostart.test.ts.

import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parse as parsePlist } from "plist";
import type * as autostartApi from "../../plugins/autostart/api.ts";
import { entryText } from "../../plugins/autostart/desktop-entry.ts";
import { autostart, type AutostartOptions } from "../../plugins/autostart/index.ts";
import { agentText, launchAgent } from "../../plugins/autostart/launch-agent.ts";
import { quoted } from "../../plugins/autostart/registry.ts";
import { windowState } from "../../plugins/window-state/index.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { startInMemory, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";
import { userFolder } from "../support/user-folder.ts";

const config = userFolder({ XDG_CONFIG_HOME: "" });

const folder = (): string => join(config.path, "autostart");
const entry = (name = "org.example.memory"): string => join(folder(), `${name}.desktop`);
const change = (text: (before: string) => string): void =>
  writeFileSync(entry(), text(readFileSync(entry(), "utf8")));

interface Options extends MemoryAppOptions {
  readonly plugin?: AutostartOptions;
  readonly flags?: object;
  readonly setup?: (app: App) => void;
}

async function start({
  plugin = {},
  flags = { all: true },
  setup = () => {},
  ...options
}: Options = {}) {
  const app = await startInMemory({
    ...options,
    definition: defineApp({ plugins: [autostart(plugin)], setup: setup as never }),
    config: { ...options.config, plugins: { autostart: { allowlist: flags } } },
  });
  return Object.assign(app, await pageHalf<typeof autostartApi>("autostart", app.page));
}

test("a page switches the start at login on and off, and knows whether it is on", async () => {
  using app = await start({ executable: "/opt/my app/run", plugin: { args: ["--from", "a%b"] } });
  expect(await app.isEnabled()).toBe(false);
  await app.enable();
  expect(await app.isEnabled()).toBe(true);
  expect(readFileSync(entry(), "utf8")).toBe(
    [
      "[Desktop Entry]",
      "Type=Application",
      "Version=1.0",
      "Name=Memory",
      'Exec="/opt/my app/run" "--framework-autostart" "--from" "a%%b"',
      "TryExec=/opt/my app/run",
      "Terminal=false",
      "X-GNOME-Autostart-enabled=true",
      "",
    ].join("\n"),
  );
  await app.disable();
  expect([await app.isEnabled(), readdirSync(folder())]).toEqual([false, []]);
  await app.disable();
});

for (const [what, line] of [
  ["GNOME", "X-GNOME-Autostart-enabled=false"],
  ["other desktops", "Hidden=true"],
] as const)
  test(`an entry that the user has switched off in the settings of ${what} is off, until the app enables it again`, async () => {
    using app = await start({ executable: "/opt/app" });
    await app.enable();
    change((text) => text.replace("X-GNOME-Autostart-enabled=true", line));
    expect(await app.isEnabled()).toBe(false);
    await app.enable();
    expect(await app.isEnabled()).toBe(true);
  });

test("an entry that starts another file is not this app's", async () => {
  using app = await start({ executable: "/opt/app" });
  await app.enable();
  change((text) => text.replaceAll("/opt/app", "/opt/app2"));
  expect(await app.isEnabled()).toBe(false);
});

test("the entry of Tauri's plugin is this app's, and goes when the app is asked", async () => {
  using app = await start({ executable: "/opt/app" });
  const tauris = "[Desktop Entry]\nType=Application\nName=Memory\nExec=/opt/app --flag\n";
  for (const ask of [app.enable, app.disable]) {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(entry("Memory"), tauris);
    expect(await app.isEnabled()).toBe(true);
    await ask();
    expect(existsSync(entry("Memory"))).toBe(false);
  }
  writeFileSync(entry("Memory"), tauris.replace("/opt/app", "/opt/other"));
  await app.disable();
  expect(existsSync(entry("Memory"))).toBe(true);
});

/** The arguments that a program of this name gets when GLib starts its entry. */
function startedWith(name: string, ...args: string[]): string {
  const script = join(config.path, name);
  const shown = join(config.path, "shown");
  writeFileSync(
    script,
    `#!/bin/sh\nprintf '%s\\0' "$@" > ${shown}.new\nmv ${shown}.new ${shown}\n`,
  );
  chmodSync(script, 0o755);
  const path = join(config.path, "a.desktop");
  const app = { name: "A", identifier: "a", write: async () => {} };
  writeFileSync(path, entryText({ ...app, command: [script, ...args] }));
  execFileSync("gio", ["launch", path], {
    stdio: "ignore",
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: "disabled:" },
  });
  for (let tries = 0; !existsSync(shown) && tries < 1000; tries++) Bun.sleepSync(5);
  return readFileSync(shown, "utf8");
}

const withoutGlib = Bun.which("gio") === null;

for (const argument of ["a b", 'a"b', "a\\b", "$HOME", "`id`", "100%", "ü", "a'b", "a\nb", ""])
  test.skipIf(withoutGlib)(
    `GLib starts an entry with the argument ${JSON.stringify(argument)} as it is (skipped without gio)`,
    () => expect(startedWith("show args.sh", argument, "last")).toBe(`${argument}\0last\0`),
  );

for (const name of ["My%20App", "100%", "a $HOME", 'a "b"'])
  test.skipIf(withoutGlib)(
    `GLib starts the entry of a program with the name ${JSON.stringify(name)} (skipped without gio)`,
    () => expect(startedWith(name, "last")).toBe("last\0"),
  );

test("an entry of a program with a percent sign in its path is found", async () => {
  using app = await start({ executable: "/opt/My%20App" });
  await app.enable();
  expect(await app.isEnabled()).toBe(true);
  change((text) => text.replaceAll("My", "Your"));
  expect(await app.isEnabled()).toBe(false);
});

test("in development nothing can start at login", async () => {
  using app = await start({ mode: "dev" });
  expect(await app.isEnabled()).toBe(false);
  expect(await rejection(app.enable())).toContain("unavailable: Cannot start at login");
});

for (const [flags, call, flag] of [
  [{ read: true }, "enable", "change"],
  [{ read: true }, "disable", "change"],
  [{ change: true }, "isEnabled", "read"],
] as const)
  test(`${call} needs the flag "${flag}"`, async () => {
    using app = await start({ flags });
    expect(await rejection(app[call]())).toContain(
      `set plugins.autostart.allowlist.${flag} to true`,
    );
    expect(existsSync(folder())).toBe(false);
  });

test("own code switches it on, too", async () => {
  const plugin = autostart();
  using _ = await startInMemory({
    executable: "/opt/app",
    definition: defineApp({ plugins: [plugin] }),
  });
  await plugin.enable();
  expect(await plugin.isEnabled()).toBe(true);
  await plugin.disable();
});

for (const [args, isStart, left] of [
  [["--framework-autostart", "--from", "x"], true, ["--from", "x"]],
  [["--from", "--framework-autostart"], false, ["--from", "--framework-autostart"]],
  [[], false, []],
] as const)
  test(`the arguments ${JSON.stringify(args)} are ${isStart ? "a" : "no"} start at login`, async () => {
    let own: App | null = null;
    using app = await start({ arguments: args, setup: (given) => void (own = given) });
    expect((own as unknown as App).login.isStart).toBe(isStart);
    expect(app.services.launch.arguments).toEqual([...left]);
  });

for (const [args, hidden, isVisible] of [
  [["--framework-autostart"], true, false],
  [["--framework-autostart"], false, true],
  [[], true, true],
] as const)
  test(`started with ${JSON.stringify(args)}, hidden: ${hidden}, its windows are ${isVisible ? "seen" : "hidden"}`, async () => {
    const windows = [{ label: "main" }, { label: "kept", rememberState: true }];
    using app = await start({
      arguments: args,
      plugin: { hidden },
      config: { framework: { windows } },
    });
    for (const { label } of windows)
      expect(app.platform.windows.get(label)?.state.isVisible).toBe(isVisible);
  });

test("windows that a start at login has kept hidden are seen again at the next start by the user", async () => {
  const data = process.env["XDG_DATA_HOME"];
  process.env["XDG_DATA_HOME"] = config.path;
  try {
    for (const [args, isVisible] of [
      [["--framework-autostart"], false],
      [[], true],
    ] as const) {
      using app = await startInMemory({
        arguments: args,
        definition: defineApp({ plugins: [autostart({ hidden: true }), windowState()] }),
      });
      expect(app.platform.windows.get("main")?.state.isVisible).toBe(isVisible);
      await app.services.exit.quit(0);
    }
  } finally {
    if (data === undefined) delete process.env["XDG_DATA_HOME"];
    else process.env["XDG_DATA_HOME"] = data;
  }
});

const mac = (command: [string, ...string[]]) => ({
  name: "My App",
  identifier: "org.example.app",
  command,
  write: (path: string, text: string) => Promise.resolve(writeFileSync(path, text)),
});

test("the agent of macOS is a property list that starts the app with its arguments at login", () => {
  const command: [string, ...string[]] = ["/Applications/A & B.app/Contents/MacOS/a", "--x", "<1>"];
  expect(parsePlist(agentText(mac(command)))).toEqual({
    Label: "org.example.app",
    AssociatedBundleIdentifiers: "org.example.app",
    ProgramArguments: command,
    RunAtLoad: true,
    ProcessType: "Interactive",
    LimitLoadToSessionType: "Aqua",
  });
});

test("the agent of macOS is written, found and removed, and so is that of Tauri's plugin", async () => {
  const home = config.path;
  const agent = launchAgent(mac(["/Applications/My App.app/Contents/MacOS/run"]), home);
  const agents = join(home, "Library/LaunchAgents");
  expect(await agent.isEnabled()).toBe(false);
  await agent.enable();
  expect([await agent.isEnabled(), readdirSync(agents)]).toEqual([true, ["org.example.app.plist"]]);
  await agent.disable();
  const tauris = agentText({
    ...mac(["/Applications/My App.app/Contents/MacOS/run"]),
    identifier: "My App",
  });
  writeFileSync(join(agents, "My App.plist"), tauris);
  expect(await agent.isEnabled()).toBe(true);
  await agent.disable();
  expect([await agent.isEnabled(), readdirSync(agents)]).toEqual([false, []]);
});

for (const [argument, wanted] of [
  ["C:\\Program Files\\a.exe", '"C:\\Program Files\\a.exe"'],
  ["a\\", '"a\\\\"'],
  ['a"b', '"a\\"b"'],
  ['a\\"b', '"a\\\\\\"b"'],
] as const)
  test(`Windows reads the argument ${argument} as it is`, () =>
    expect(quoted(argument)).toBe(wanted));

test("a file in the place of the folder is an error with its path and a code", async () => {
  writeFileSync(folder(), "");
  using app = await start({ executable: "/opt/run" });
  expect(await rejection(app.enable())).toMatch(
    /^(?:not-found|already-exists): Cannot make folder ".*autostart": it/,
  );
});

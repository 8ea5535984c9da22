// Configurations in the variety of those that people write, each with its verdict on each system.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../src/config/read/load.ts";
import { systems, type System } from "../../src/contract/target.ts";
import { blackPng } from "../../harness/png.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const folder = join(import.meta.dirname, "../fixtures/real-configurations");

interface Verdict {
  /** As `code path`. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** The forms in which editors write a text. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => text.replaceAll("\n", "\r"),
  (text) => `\uFEFF${text}`,
];

/**
 * The messages on a system. Missing named files are left out, because these projects have hardly
 * any.
 */
function verdict(name: string, system: System, write: (text: string) => string): Verdict {
  const files = readdirSync(join(folder, name)).map((file) => [
    file,
    write(readFileSync(join(folder, name, file), "utf8")),
  ]);
  using project = tempDir({
    ...Object.fromEntries(files),
    "isolation/index.html": "",
    "icons/tray.png": blackPng(1, 1, 0),
  });
  const { config, problems, warnings } = loadConfig({
    from: project.path,
    system,
    command: "config",
  });
  expect(config === null).toBe(problems.length > 0);
  const lines = (found: typeof problems) =>
    found
      .filter((one) => one.code !== "missing-file")
      .map((one) => `${one.code} ${one.path}`.trim());
  return { errors: lines(problems), warnings: lines(warnings) };
}

const good: Verdict = { errors: [], warnings: [] };
const refused = (...errors: readonly string[]): Verdict => ({ errors, warnings: [] });
const warned = (...warnings: readonly string[]): Verdict => ({ errors: [], warnings });
/** The same on each system but those that are named. */
const on = (verdicts: Partial<Record<System, Verdict>>, others: Verdict = good) => ({
  linux: others,
  windows: others,
  macos: others,
  ...verdicts,
});

const languages = [
  "bad-value framework.bundle.windows.nsis.languages[1]",
  "bad-value framework.bundle.windows.nsis.languages[2]",
  "bad-value framework.bundle.windows.nsis.customLanguageFiles.Klingon",
];

const oldMacos = "suspicious framework.bundle.macOS.minimumSystemVersion";

const verdicts: Readonly<Record<string, Verdict | Readonly<Record<System, Verdict>>>> = {
  "address-as-page": good,
  aggregates: warned("no-effect framework.allowlist.shell.execute"),
  "bookmark-manager": good,
  "chat-websockets": warned(
    "no-effect framework.allowlist.http.scope[1]",
    "no-effect framework.allowlist.http.scope[2]",
  ),
  "command-line": good,
  "csp-blob-beside-nonces": refused(
    "conflict framework.security.csp",
    "conflict framework.security.csp",
  ),
  "csp-inline-blob": warned("suspicious framework.security.csp"),
  "csp-left-alone": good,
  "csp-object-workers": warned("suspicious framework.security.csp.script-src[1]"),
  "csp-production-and-dev": warned("suspicious framework.security.devCsp.script-src"),
  "domain-with-port": refused(
    "bad-value framework.bundle.macOS.exceptionDomain",
    "bad-value framework.security.dangerousRemoteDomainIpcAccess[0].domain",
  ),
  "half-renamed": refused(
    "unknown-field build.frontendDist",
    "unknown-field build.devUrl",
    "unknown-field build.withGlobalTauri",
  ),
  "http-blank-and-query": refused(
    "bad-value framework.allowlist.http.scope[0]",
    "bad-value framework.allowlist.http.scope[1]",
    "bad-value framework.allowlist.http.scope[2]",
  ),
  "http-everything": good,
  "http-with-user": warned("no-effect framework.allowlist.http.scope[0]"),
  "installer-languages": on({ windows: refused(...languages) }, warned(...languages)),
  "installer-old": warned(
    "deprecated framework.bundle.windows.webviewFixedRuntimePath",
    "deprecated framework.bundle.windows.wix.skipWebviewInstall",
  ),
  isolation: on({ linux: warned("no-effect framework.windows[0].contentProtected") }),
  "labels-with-lines": refused(
    "bad-value framework.windows[0].label",
    "bad-value framework.windows[1].label",
  ),
  "macos-bundle": on(
    { macos: warned(oldMacos) },
    warned(
      "no-effect framework.macOSPrivateApi",
      "no-effect framework.bundle.targets",
      "no-effect framework.windows[0].titleBarStyle",
      "no-effect framework.windows[0].acceptFirstMouse",
      "no-effect framework.windows[0].tabbingIdentifier",
    ),
  ),
  "markdown-notes": on(
    { macos: warned("no-effect framework.bundle.targets[6]", oldMacos) },
    warned("no-effect framework.bundle.targets[6]"),
  ),
  misspelt: {
    ...refused(
      "unknown-field build.distdir",
      "unknown-field build.dev-path",
      "wrong-type framework.allowlist.dialog",
      "unknown-field framework.allowlist.fs.readfile",
      "unknown-field framework.allowlist.fs.removeAll",
      "unknown-field framework.bundle.identifer",
      "bad-value framework.bundle.category",
      "bad-value framework.bundle.targets[1]",
      "wrong-type framework.windows",
    ),
    // A plugin of Tauri that main.ts does not name.
    warnings: ["no-effect plugins.store"],
  },
  "one-target": on({ windows: good }, warned("no-effect framework.bundle.targets")),
  "packages-newer": on(
    { linux: warned("no-effect framework.windows[0].maximizable") },
    warned("no-effect framework.bundle.targets"),
  ),
  "paths-of-others": refused(
    "bad-value framework.allowlist.fs.scope[0]",
    "bad-value framework.allowlist.fs.scope[1]",
    "bad-value framework.allowlist.fs.scope[2]",
    "bad-value framework.allowlist.fs.scope[3]",
  ),
  "paths-of-windows": good,
  "paths-with-braces": warned("suspicious framework.allowlist.fs.scope[0]"),
  "paths-with-deny": good,
  "peer-platform-file": on({ linux: refused("foreign-configuration tauri") }),
  "peer-version-1": refused("foreign-configuration tauri"),
  "peer-version-2": refused("foreign-configuration"),
  "platform-files-in-three-formats": on({
    windows: warned("no-effect framework.bundle.dmg"),
    macos: warned(oldMacos),
  }),
  "runner-of-another": refused("bad-value build.runner"),
  "shell-open-unanchored": warned("suspicious framework.allowlist.shell.open"),
  "shell-validators": good,
  "sidecar-by-platform": on(
    { windows: good },
    warned("no-effect framework.allowlist.shell.scope[1].name"),
  ),
  "sidecar-last-part": warned("no-effect framework.allowlist.shell.scope[0].name"),
  "taken-out-by-platform": good,
  "transparent-overlay": on(
    {
      macos: warned(
        "no-effect framework.windows[0].transparent",
        "no-effect framework.windows[0].skipTaskbar",
      ),
    },
    warned(
      "no-effect framework.windows[0].titleBarStyle",
      "no-effect framework.windows[0].hiddenTitle",
    ),
  ),
  "transparent-private-api": on({
    linux: warned("no-effect framework.macOSPrivateApi"),
    windows: warned("no-effect framework.macOSPrivateApi"),
  }),
  "tray-only": on(
    { macos: good },
    warned(
      "no-effect framework.systemTray.iconAsTemplate",
      "no-effect framework.systemTray.menuOnLeftClick",
      "no-effect framework.systemTray.title",
    ),
  ),
  updater: good,
  "updater-variables": refused(
    "conflict framework.updater.pubkey",
    "bad-value framework.updater.endpoints[0]",
    "bad-value framework.updater.endpoints[1]",
  ),
};

test("every configuration has a verdict", () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(verdicts).toSorted());
});

for (const [name, wanted] of Object.entries(verdicts)) {
  test(`the verdict on ${name}, whatever its line ends`, () => {
    for (const write of writings) {
      const found = Object.fromEntries(
        systems.map((system) => [system, verdict(name, system, write)]),
      );
      expect(found).toEqual("errors" in wanted ? on({}, wanted) : wanted);
    }
  });
}

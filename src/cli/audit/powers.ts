import type { ResolvedConfig } from "../../config/index.ts";
import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import { allowlistFlags, type AllowlistFlag } from "../../contract/commands/allowlist.ts";
import { pluginScopeUses, type ScopeUse } from "../../contract/commands/plugin-scopes.ts";
import { scopeParts } from "../../contract/patterns/path-scope.ts";
import { pluginPowers } from "./plugins.ts";

type Allowlist = ResolvedConfig["framework"]["allowlist"];
type FsScope = Allowlist["fs"]["scope"];

/** A capability of a page of the app, as a sentence without a full stop. */
export interface Capability {
  readonly module: string;
  readonly sentence: string;
}

/** All capabilities that the configuration gives pages of the app; everything else is forbidden. */
export function findCapabilities(config: ResolvedConfig): readonly Capability[] {
  const { allowlist, bundle } = config.framework;
  const allowed = allowedFlags(allowlist);
  const has = (flag: AllowlistFlag): boolean => allowed.has(flag);
  const powers: Capability[] = [];
  const add = (module: string, sentence: string): void => void powers.push({ module, sentence });

  const files = joined(fileFlags.filter(([flag]) => has(flag)).map(([, words]) => words));
  if (files !== null) {
    const { fs } = allowlist;
    const where = places(fs.scope);
    if (where !== null) add("fs", `may ${files} ${where}`);
    if (has("dialog.open") || has("dialog.save"))
      add("fs", `may ${files} paths that the user chooses in a dialog`);
    add("fs", `may ${files} paths that the user drops on a window`);
  }
  if (has("protocol.asset")) {
    const where = places(allowlist.protocol.assetScope);
    if (where !== null) add("protocol", `may show any file ${where}`);
  }
  const dialogs = joined(allowlistFlags.dialog.filter((name) => has(`dialog.${name}`)));
  if (dialogs !== null) add("dialog", `may show dialogs: ${dialogs}`);

  if (has("shell.execute")) {
    for (const { name, cmd, args, env, sidecar } of allowlist.shell.scope) {
      if (!sidecar)
        add("shell", `may run "${cmd ?? name}" ${argumentsOf(args)}${variablesOf(env)}`);
    }
  }
  if (has("shell.sidecar")) {
    for (const name of bundle.externalBin ?? []) {
      const entry = allowlist.shell.scope.find((one) => one.sidecar && one.name === name);
      add(
        "shell",
        `may run "${name}", which is shipped with the app, ${argumentsOf(entry?.args ?? true)}${variablesOf(entry?.env ?? [])}`,
      );
    }
  }
  if (has("shell.open")) {
    const { open } = allowlist.shell;
    add(
      "shell",
      typeof open === "string"
        ? `may open addresses that match ${open} with the user's application for it`
        : "may open http, https, mailto and tel addresses with the user's application for them",
    );
  }
  if (has("http.request")) {
    for (const pattern of allowlist.http.scope)
      add("http", `may send requests to ${pattern}, past the page's own policy`);
    const where = places(allowlist.fs.scope);
    if (where !== null && allowlist.http.scope.length > 0)
      add("http", `may send files in forms of such requests: ${where}`);
  }
  for (const [flag, sentence] of sentences)
    if (has(flag)) add(flag.split(".")[0] as string, sentence);
  const windows = [...allowed].filter(
    (flag) => flag.startsWith("window.") && flag !== "window.all" && flag !== "window.create",
  );
  if (windows.length > 0)
    add(
      "window",
      `may change windows, all of them: ${windows.map((flag) => flag.slice("window.".length)).join(", ")}`,
    );
  for (const [name, sentence] of pluginPowers(config)) add(`plugins.${name}`, sentence);
  for (const { plugin, use } of pluginScopeUses(config.plugins)) {
    if (use === null) continue;
    const where = use === "requests" ? joined(allowlist.http.scope) : places(allowlist.fs.scope);
    add(
      `plugins.${plugin}`,
      `may ${wordsOfUses[use]} by the plugin "${plugin}": ${where ?? "nothing"}`,
    );
  }
  return powers;
}

const wordsOfUses: Readonly<Record<ScopeUse, string>> = {
  reads: "send files",
  writes: "write files",
  watches: "see changes of files",
  requests: "reach servers",
};

const fileFlags: readonly (readonly [AllowlistFlag, string])[] = [
  ["fs.readFile", "read"],
  ["fs.writeFile", "write"],
  ["fs.readDir", "list"],
  ["fs.copyFile", "copy"],
  ["fs.createDir", "make folders at"],
  ["fs.removeDir", "remove folders at"],
  ["fs.removeFile", "remove"],
  ["fs.renameFile", "rename"],
  ["fs.exists", "see the existence of"],
];

const sentences: readonly (readonly [AllowlistFlag, string])[] = [
  ["window.create", "may open windows of the app, with any address in them"],
  ["notification.all", "may show notifications"],
  ["globalShortcut.all", "may take key combinations, also while other programs have the keyboard"],
  ["os.all", "may learn which system this is, its version and its language"],
  ["path.all", "may learn where the user's folders are"],
  ["process.exit", "may end the app"],
  ["process.relaunch", "may start the app again"],
  ["clipboard.readText", "may read the clipboard, whatever was copied into it"],
  ["clipboard.writeText", "may write the clipboard"],
  ["app.show", "may show the app"],
  ["app.hide", "may hide the app"],
  [
    "app.open",
    "may learn how the app was started, and get the files and addresses that the user opens with it",
  ],
];

/** "any file below ~/Documents, except hidden ones": the reach of a file scope; `null`: none. */
function places(scope: FsScope): string | null {
  const { allow, deny, requireLiteralLeadingDot } = scopeParts(scope);
  if (allow.length === 0) return null;
  const hidden =
    requireLiteralLeadingDot === false
      ? ", hidden ones included"
      : ", except hidden ones that no pattern names";
  const where = joined(allow.map(placeOf)) ?? "";
  return `${where}${hidden}${deny.length === 0 ? "" : `, and except ${joined(deny.map(placeOf))}`}`;
}

function placeOf(pattern: string): string {
  const [, folder = "", end] = /^(.*?)\/(\*\*?)$/s.exec(pattern) ?? [];
  if (end === undefined) return /[*?[]/.test(pattern) ? `what matches ${pattern}` : pattern;
  const readable =
    folder === ""
      ? "/"
      : folder
          .replace(/^\$HOME/, "~")
          .replace(
            /^\$(DOCUMENT|DOWNLOAD|DESKTOP)\b/,
            (_, name: string) => folderNames[name] ?? "",
          );
  return end === "**" ? `anything below ${readable}` : `anything directly in ${readable}`;
}

const folderNames: Readonly<Record<string, string>> = {
  DOCUMENT: "~/Documents",
  DOWNLOAD: "~/Downloads",
  DESKTOP: "~/Desktop",
};

function argumentsOf(args: boolean | readonly (string | { readonly validator: string })[]): string {
  if (args === true) return "with any arguments";
  if (args === false || args.length === 0) return "without arguments";
  return `with the arguments ${args.map((arg) => (typeof arg === "string" ? JSON.stringify(arg) : expressionOf(arg.validator))).join(" ")}`;
}

/**
 * Between slashes, with its own ones escaped. It is in Rust's dialect, so `RegExp` may not parse
 * it.
 */
function expressionOf(validator: string): string {
  return `/${validator.replace(/\\.|\//gs, (part) => (part === "/" ? "\\/" : part))}/`;
}

function variablesOf(env: readonly string[]): string {
  return env.length === 0 ? "" : `, and give it the variables ${joined(env)}`;
}

function joined(words: readonly string[]): string | null {
  if (words.length <= 1) return words[0] ?? null;
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

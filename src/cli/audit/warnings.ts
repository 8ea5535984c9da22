import type { ResolvedConfig } from "../../config/index.ts";
import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import { pluginScopeUses, type ScopeUse } from "../../contract/commands/plugin-scopes.ts";
import { Expression } from "../../contract/patterns/expression.ts";
import { scopeParts } from "../../contract/patterns/path-scope.ts";
import { ownProgramRules } from "./own-programs.ts";
import type { PageFacts } from "./page.ts";
import { pluginRules } from "./plugins.ts";
import { policyRules } from "./policy.ts";
import { isEveryServer, isEverywhere, writers } from "./reach.ts";
import { rule, ruleForEach, type Audited, type Rule, type Warning } from "./rule.ts";

const allowlist = "framework.allowlist";
const security = "framework.security";

/** The rules, in the order of their output. */
export const rules: readonly Rule[] = [
  rule(
    `${allowlist}.all`,
    "pages may call everything there is, and everything that later versions add",
    ({ framework }) => framework.allowlist.all,
    "high",
  ),
  ...policyRules,
  rule(
    `${security}.dangerousDisableAssetCspModification`,
    "scripts and styles inside of pages get no nonces, so the policy has to let in more",
    ({ framework }) => framework.security.dangerousDisableAssetCspModification !== false,
    "medium",
  ),
  ruleForEach(
    remoteDomains,
    ({ about, domain, enableFrameworkAPI }) => ({
      about,
      danger: `whoever controls ${domain} may call ${enableFrameworkAPI ? "all that the app's own pages may" : "the app's own commands"}`,
    }),
    "high",
  ),
  ruleForEach(
    (audited) => remoteDomains(audited).filter(({ scheme }) => scheme !== "https"),
    ({ about, domain }) => ({
      about: `${about}.scheme`,
      danger: `whoever controls the network on the way to ${domain} may, too: set it to "https"`,
    }),
    "high",
  ),
  rule(
    `${security}.dangerousUseHttpScheme`,
    "pages on Windows may load content that came over the network unprotected",
    ({ framework }) => framework.security.dangerousUseHttpScheme,
    "medium",
  ),
  rule(
    "build.distDir",
    "the app's own pages come over the network unprotected, from a server that may call all that is allowed",
    ({ config }) => /^http:\/\//i.test(String(config.build.distDir)),
    "high",
  ),
  rule(
    "build.distDir",
    "the app's own pages come from a server, which may call all that is allowed",
    ({ config }) => /^https:\/\//i.test(String(config.build.distDir)),
    "medium",
  ),
  ruleForEach(
    wholeMachineScopes,
    ({ about, pattern }) => ({
      about,
      danger: `"${pattern}" reaches all that the user has; name the folders that are needed`,
    }),
    "high",
  ),
  ruleForEach(
    (audited) => wholeMachineScopes(audited).filter(({ hidden }) => hidden),
    ({ about }) => ({
      about: `${about}.requireLiteralLeadingDot`,
      danger: "keys and passwords in hidden folders, such as ~/.ssh, are in reach",
    }),
    "high",
  ),
  ruleForEach(
    (audited) =>
      scopeParts(audited.framework.allowlist.fs.scope).allow.some(isEverywhere)
        ? writers(audited).slice(0, 1)
        : [],
    (writer) => ({
      about: [writer, `${allowlist}.fs.scope`],
      danger:
        "a page that writes into the whole home folder can make programs run: at the next login, in the next terminal",
    }),
    "high",
  ),
  ...ownProgramRules,
  rule(
    `${allowlist}.globalShortcut.all`,
    "a page may take plain keys, such as letters, from all other programs, and learn when they are pressed",
    ({ has }) => has("globalShortcut.all"),
  ),
  ruleForEach(
    (audited) =>
      programs(audited).flatMap((one) =>
        one.env
          .filter((name) => codeVariables.test(name))
          .map((variable) => ({ ...one, variable })),
      ),
    ({ about, name, variable }) => ({
      about: `${about}.env`,
      danger: `by "${variable}" a page may decide which code "${name}" runs`,
    }),
    "high",
  ),
  ruleForEach(
    (audited) => programs(audited).filter(isInterpreter),
    ({ about, program }) => ({
      about,
      danger: `"${program}" runs code from its arguments, so a page that may choose them may run anything`,
    }),
    "high",
  ),
  ruleForEach(
    (audited) => programs(audited).filter((one) => one.args === true && !isInterpreter(one)),
    ({ about, name }) => ({
      about: `${about}.args`,
      danger: `any argument is allowed for "${name}"; list them, with an expression for the parts that may differ`,
    }),
    "medium",
  ),
  ruleForEach(
    (audited) => programs(audited).filter(takesAnyValue),
    ({ about, name }) => ({
      about: `${about}.args`,
      danger: `an expression of "${name}" lets through everything, options such as --output included`,
    }),
    "medium",
  ),
  ruleForEach(
    (audited) => (audited.has("shell.execute") ? writers(audited).slice(0, 1) : []),
    (writer) => ({
      about: [`${allowlist}.shell.execute`, writer],
      danger:
        "a page that writes files and starts programs may be able to make one run a file that it wrote",
    }),
  ),
  rule(
    `${allowlist}.shell.open`,
    "the expression admits addresses of files or of other programs, which may be run when they are opened",
    ({ framework }) => {
      const { open } = framework.allowlist.shell;
      if (typeof open !== "string") return false;
      const expression = new Expression(open);
      return dangerousAddresses.some((address) => expression.matchesStart(address));
    },
    "high",
  ),
  ruleForEach(
    ({ framework, has, plugins }) =>
      has("http.request") || plugins("requests").length > 0
        ? framework.allowlist.http.scope.filter(isEveryServer)
        : [],
    (pattern) => ({
      about: `${allowlist}.http.scope`,
      danger: `"${pattern}" reaches every server, those in the user's own network too`,
    }),
    "medium",
  ),
  rule(
    [`${allowlist}.http.request`, `${allowlist}.fs.readFile`],
    "a page that reads the user's data and sends requests can leak the data; the page's connect-src does not restrict the app's requests",
    ({ framework, has }) =>
      has("http.request") &&
      has("fs.readFile", "clipboard.readText") &&
      framework.allowlist.http.scope.length > 0,
    "low",
  ),
  ...pluginRules,
  rule(
    "framework.updater.acceptUnboundSignatures",
    "an attacker who controls the update server can offer any old release, with its known holes, as a newer one",
    ({ framework }) => framework.updater.active && framework.updater.acceptUnboundSignatures,
    "medium",
  ),
  ruleForEach(
    ({ page }) => page.foreignScripts.map((origin) => ({ origin, about: page.filesWith(origin) })),
    ({ origin, about }) => ({
      about,
      danger: `scripts of ${origin} run in the page and may do all that it may; ship them with the app`,
    }),
    "high",
  ),
  ruleForEach(
    ({ page }) => page.handlers,
    ([file, count]) => {
      const what =
        count === 1
          ? "1 attribute such as onclick holds a script, which needs"
          : `${count} attributes such as onclick hold scripts, which need`;
      return { about: file, danger: `${what} 'unsafe-inline'; use addEventListener` };
    },
    "low",
  ),
];

export function findWarnings(config: ResolvedConfig, page: PageFacts): readonly Warning[] {
  const audited = auditedOf(config, page);
  return rules.flatMap((one) => one(audited));
}

/** The input of the rules. */
export function auditedOf(config: ResolvedConfig, page: PageFacts): Audited {
  const { framework } = config;
  const allowed = allowedFlags(framework.allowlist);
  const has = (...flags: readonly AllowlistFlag[]): boolean =>
    flags.some((flag) => allowed.has(flag));
  const ofPlugins = pluginScopeUses(config.plugins);
  const plugins = (...uses: readonly ScopeUse[]): readonly string[] => [
    ...new Set(
      ofPlugins.flatMap(({ plugin, use }) => (use !== null && uses.includes(use) ? [plugin] : [])),
    ),
  ];
  return { config, framework, page, has, plugins };
}

/** Programs that run any code they receive. */
const interpreters =
  /^(?:.*[\\/])?(?:sh|bash|dash|zsh|fish|cmd|powershell|pwsh|node|bun|deno|python\d?(?:\.\d+)?|perl|ruby|php|env|xargs|sudo)(?:\.exe)?$/i;
/** The best-known variables by which programs load other code, or start another program. */
const codeVariables = new RegExp(
  `^(?:${[
    "PATH|PATHEXT|COMSPEC|IFS|ENV|BASH_ENV|BASH_FUNC_.*|SHELL|SHELLOPTS|PS4|PROMPT_COMMAND|HOME|XDG_.*",
    "LD_.*|DYLD_.*|GIT_.*|BUN_.*|DENO_.*|NODE_.*|PYTHON.*|PERL.*|RUBY.*|LUA_.*|PHP.*|CLASSPATH|.*JAVA.*OPTIONS",
    "GCONV_PATH|GIO_.*|GTK.*|QT_.*|GST_.*|OPENSSL_.*|DBUS_.*|TAR_OPTIONS|MAKE.*|WGETRC|CURL_HOME|GCC_.*|COMPILER_PATH",
    "EDITOR|VISUAL|.*PAGER|LESS.*|BROWSER|.*_ASKPASS|.*_PROXY",
  ].join("|")})$`,
  "i",
);

/** Addresses that an expression for `shell.open` should refuse. */
const dangerousAddresses = ["file:///etc/passwd", "smb://host/x", "javascript:0"];

type RemoteDomain = Audited["framework"]["security"]["dangerousRemoteDomainIpcAccess"][number];

function remoteDomains({
  framework,
}: Audited): readonly (RemoteDomain & { readonly about: string })[] {
  return framework.security.dangerousRemoteDomainIpcAccess.map((domain, index) => ({
    ...domain,
    about: `${security}.dangerousRemoteDomainIpcAccess[${index}]`,
  }));
}

interface WideScope {
  readonly about: string;
  readonly pattern: string;
  /** Including hidden files. */
  readonly hidden: boolean;
}

/** The patterns by which pages reach all files of the user. */
function wholeMachineScopes({ framework, has, plugins }: Audited): readonly WideScope[] {
  const { fs, protocol } = framework.allowlist;
  const usesFiles =
    has(
      "fs.readFile",
      "fs.writeFile",
      "fs.copyFile",
      "fs.renameFile",
      "fs.removeFile",
      "fs.removeDir",
      // A form may hold files.
      "http.request",
    ) || plugins("reads", "writes", "watches").length > 0;
  return [
    { about: `${allowlist}.fs.scope`, scope: fs.scope, isUsed: usesFiles },
    {
      about: `${allowlist}.protocol.assetScope`,
      scope: protocol.assetScope,
      isUsed: has("protocol.asset"),
    },
  ].flatMap(({ about, scope, isUsed }) => {
    const { allow, requireLiteralLeadingDot } = scopeParts(scope);
    const wide = isUsed ? allow.filter(isEverywhere) : [];
    return wide.map((pattern) => ({ about, pattern, hidden: requireLiteralLeadingDot === false }));
  });
}

type Program = Audited["framework"]["allowlist"]["shell"]["scope"][number] & {
  readonly about: string;
  /** The program to run. */
  readonly program: string;
};

function programs({ framework, has }: Audited): readonly Program[] {
  if (!has("shell.execute", "shell.sidecar")) return [];
  return framework.allowlist.shell.scope.map((entry, index) => ({
    ...entry,
    about: `${allowlist}.shell.scope[${index}]`,
    program: entry.cmd ?? entry.name,
  }));
}

function isInterpreter({ program, args }: Program): boolean {
  return interpreters.test(program) && args !== false;
}

function takesAnyValue({ args }: Program): boolean {
  return (
    typeof args !== "boolean" &&
    args.some((arg) => typeof arg !== "string" && /^\(?\.[*+]\)?$/.test(arg.validator))
  );
}

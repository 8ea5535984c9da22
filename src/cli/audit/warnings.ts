import type { ResolvedConfig } from "../../config/index.ts";
import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import { Expression } from "../../contract/patterns/expression.ts";
import type { PageFacts } from "./page.ts";
import { parts } from "./powers.ts";

/** A setting, or several together, that gives an attacker more than it seems to. */
export interface Warning {
  /** What to look at: fields of the configuration, or files of the page. */
  readonly about: readonly string[];
  readonly danger: string;
}

const allowlist = "framework.allowlist";
const security = "framework.security";

/** Programs that run whatever they are told to. */
const interpreters =
  /^(?:.*[\\/])?(?:sh|bash|dash|zsh|fish|cmd|powershell|pwsh|node|bun|deno|python\d?(?:\.\d+)?|perl|ruby|php|env|xargs|sudo)(?:\.exe)?$/i;
/** The best known of the variables by which programs load other code, or start another program. */
const codeVariables = new RegExp(
  `^(?:${[
    "PATH|PATHEXT|COMSPEC|IFS|ENV|BASH_ENV|BASH_FUNC_.*|SHELL|SHELLOPTS|PS4|PROMPT_COMMAND|HOME|XDG_.*",
    "LD_.*|DYLD_.*|GIT_.*|BUN_.*|DENO_.*|NODE_.*|PYTHON.*|PERL.*|RUBY.*|LUA_.*|PHP.*|CLASSPATH|.*JAVA.*OPTIONS",
    "GCONV_PATH|GIO_.*|GTK.*|QT_.*|GST_.*|OPENSSL_.*|DBUS_.*|TAR_OPTIONS|MAKE.*|WGETRC|CURL_HOME|GCC_.*|COMPILER_PATH",
    "EDITOR|VISUAL|.*PAGER|LESS.*|BROWSER|.*_ASKPASS|.*_PROXY",
  ].join("|")})$`,
  "i",
);
/** Places where a file that is written is run some day. */
const everything = /^(?:\*\*|\/\*\*|\$HOME\/\*\*|[a-z]:[\\/]\*\*)$/i;

export function findWarnings(config: ResolvedConfig, page: PageFacts): readonly Warning[] {
  const { framework } = config;
  const { fs, shell, http, protocol } = framework.allowlist;
  const has = (flag: Parameters<ReadonlySet<string>["has"]>[0]): boolean =>
    (allowed as ReadonlySet<string>).has(flag);
  const allowed = allowedFlags(framework.allowlist);
  const warnings: Warning[] = [];
  const warn = (about: string | readonly string[], danger: string): void =>
    void warnings.push({ about: [about].flat(), danger });

  if (framework.allowlist.all)
    warn(`${allowlist}.all`, "pages may call everything there is, and everything that later versions add");
  const { csp } = framework.security;
  if (csp === null)
    warn(
      `${security}.csp`,
      "pages have no policy: a script that an attacker gets into one runs, with all that the page may do",
    );
  else policyWarnings(csp, warn);
  if (framework.security.dangerousDisableAssetCspModification !== false) {
    warn(
      `${security}.dangerousDisableAssetCspModification`,
      "scripts and styles inside of pages get no nonces, so the policy has to let in more",
    );
  }
  for (const [
    index,
    { domain, enableFrameworkAPI, scheme },
  ] of framework.security.dangerousRemoteDomainIpcAccess.entries()) {
    const about = `${security}.dangerousRemoteDomainIpcAccess[${index}]`;
    warn(
      about,
      `whoever controls ${domain} may call ${enableFrameworkAPI ? "all that the app's own pages may" : "the app's own commands"}`,
    );
    if (scheme !== "https")
      warn(
        `${about}.scheme`,
        `whoever controls the network on the way to ${domain} may, too: set it to "https"`,
      );
  }
  if (framework.security.dangerousUseHttpScheme)
    warn(
      `${security}.dangerousUseHttpScheme`,
      "pages on Windows may load what came over the network unprotected",
    );
  if (/^http:\/\//i.test(String(config.build.distDir))) {
    warn(
      "build.distDir",
      "the app's own pages come over the network unprotected, from a server that may call all that is allowed",
    );
  } else if (/^https:\/\//i.test(String(config.build.distDir)))
    warn("build.distDir", "the app's own pages come from a server, which may call all that is allowed");

  for (const [scope, name, flags] of [
    [
      fs.scope,
      `${allowlist}.fs.scope`,
      ["fs.readFile", "fs.writeFile", "fs.copyFile", "fs.renameFile", "fs.removeFile", "fs.removeDir"],
    ],
    [protocol.assetScope, `${allowlist}.protocol.assetScope`, ["protocol.asset"]],
  ] as const) {
    if (!flags.some(has)) continue;
    const { allow, requireLiteralLeadingDot } = parts(scope);
    for (const pattern of allow.filter((each) => everything.test(each))) {
      warn(name, `"${pattern}" reaches all that the user has; name the folders that are needed`);
      if (requireLiteralLeadingDot === false)
        warn(
          `${name}.requireLiteralLeadingDot`,
          "keys and passwords in hidden folders, such as ~/.ssh, are in reach",
        );
    }
  }
  if (has("fs.writeFile") && parts(fs.scope).allow.some((pattern) => everything.test(pattern))) {
    warn(
      [`${allowlist}.fs.writeFile`, `${allowlist}.fs.scope`],
      "a page that writes into the whole home folder can make programs run: at the next login, in the next terminal",
    );
  }

  if (has("shell.execute") || has("shell.sidecar")) {
    for (const [index, { name, cmd, args, env }] of shell.scope.entries()) {
      const about = `${allowlist}.shell.scope[${index}]`;
      for (const variable of env.filter((each) => codeVariables.test(each)))
        warn(`${about}.env`, `by "${variable}" a page may decide which code "${name}" runs`);
      if (interpreters.test(cmd ?? name) && args !== false)
        warn(
          about,
          `"${cmd ?? name}" runs what its arguments say, so a page that may choose them may run anything`,
        );
      else if (args === true)
        warn(
          `${about}.args`,
          `any argument is allowed for "${name}"; list them, with an expression for what may differ`,
        );
      if (
        typeof args !== "boolean" &&
        args.some((arg) => typeof arg !== "string" && /^\(?\.[*+]\)?$/.test(arg.validator))
      ) {
        warn(
          `${about}.args`,
          `an expression of "${name}" lets through everything, options such as --output included`,
        );
      }
    }
  }
  if (has("shell.execute") && has("fs.writeFile")) {
    warn(
      [`${allowlist}.shell.execute`, `${allowlist}.fs.writeFile`],
      "a page that writes files and starts programs may be able to have one start what it wrote",
    );
  }
  const opened = typeof shell.open === "string" ? new Expression(shell.open) : null;
  const dangerous = ["file:///etc/passwd", "smb://host/x", "javascript:0"];
  if (dangerous.some((address) => opened?.matchesStart(address) === true)) {
    warn(
      `${allowlist}.shell.open`,
      "the expression admits addresses of files or of other programs, which may be run when they are opened",
    );
  }
  if (has("http.request")) {
    for (const pattern of http.scope.filter((each) => /^(?:\*|https?):\/\/\*{1,2}(?:\/|:|$)/.test(each))) {
      warn(
        `${allowlist}.http.scope`,
        `"${pattern}" reaches every server, those in the user's own network too`,
      );
    }
    const canRead = has("fs.readFile") || has("clipboard.readText");
    if (canRead && http.scope.length > 0)
      warn(
        [`${allowlist}.http.request`, `${allowlist}.fs.readFile`],
        "a page that reads what is the user's and sends requests can give it away; the page's connect-src does not hold the app's requests",
      );
  }
  if (framework.updater.active && framework.updater.pubkey === "")
    warn("framework.updater.pubkey", "without a key no update can be told from a forged one");
  if (framework.updater.active && framework.updater.acceptUnboundSignatures)
    warn(
      "framework.updater.acceptUnboundSignatures",
      "whoever has the update server can offer any old release, with the holes it had, as a newer one",
    );
  for (const origin of page.foreignScripts)
    warn(
      page.filesWith(origin),
      `scripts of ${origin} run in the page and may do all that it may; ship them with the app`,
    );
  for (const [file, count] of page.handlers)
    warn(
      [file],
      `${count} attributes such as onclick hold scripts, which need 'unsafe-inline'; use addEventListener`,
    );
  return warnings;
}

function policyWarnings(
  csp: NonNullable<ResolvedConfig["framework"]["security"]["csp"]>,
  warn: (about: string, danger: string) => void,
): void {
  const text =
    typeof csp === "string"
      ? csp
      : Object.entries(csp)
          .map(([name, sources]) => [name, ...[sources].flat()].join(" "))
          .join(";");
  const directives = new Map(
    text.split(";").map((part) => {
      const [name = "", ...sources] = part.trim().toLowerCase().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const about = `${security}.csp`;
  const fallback = directives.get("default-src");
  const scripts = directives.get("script-src") ?? fallback;
  if (scripts === undefined) warn(about, "the policy says nothing of scripts: set default-src or script-src");
  for (const [source, danger] of [
    ["'unsafe-inline'", "lets every script inside of a page run, an attacker's too"],
    ["'unsafe-eval'", "lets text become a script"],
    ["*", "lets scripts of every server run"],
    ["http:", "lets scripts of every server run"],
    ["https:", "lets scripts of every server run"],
    ["data:", "lets an attacker write a script into an address"],
    ["blob:", "lets an attacker write a script into a blob"],
  ] as const) {
    if (scripts?.includes(source) === true) warn(about, `${source} for scripts ${danger}`);
  }
  if (!directives.has("base-uri"))
    warn(
      about,
      "without base-uri 'self' an attacker's <base> moves the page's own scripts to another server",
    );
  if ((directives.get("object-src") ?? fallback) === undefined)
    warn(about, "the policy says nothing of object-src: set it, or default-src");
}

import type { Capability } from "../../src/native/page/capability.ts";
import { engineCapabilities as webkitPowers } from "../../src/native/linux/page/engine-capabilities.ts";
import { engineCapabilities as wkWebViewPowers } from "../../src/native/macos/page/engine-capabilities.ts";
import { engineCapabilities as webview2Powers } from "../../src/native/windows/page/engine-capabilities.ts";

/** `docs/reference/engine-powers.md`, from the tables of the web engines' own capabilities. */
export function enginePowersPage(): string {
  return `# What the web engine may do by itself

A web engine has powers of its own, which a page can use whatever the allowlist says. This page lists all of them, with the result of each. The log names each kind that is refused, once.

## Linux: WebKitGTK

${tableOf(webkitPowers, "signal")}

## Windows: WebView2

${tableOf(webview2Powers, "event")}

## macOS: WKWebView

${tableOf(wkWebViewPowers, "method")}
`;
}

/** @param word the engine's term for its questions and reports */
function tableOf(powers: readonly Capability[], word: string): string {
  const rows = powers.map(({ capability, engine, decision, signals = [], settings = {} }) => {
    const how = [
      ...signals.map((name) => `${word} \`${name}\``),
      ...Object.entries(settings).flatMap(([name, value]) =>
        value === null ? [] : [`\`${name}\`: ${value}`],
      ),
    ];
    return `| ${[capability, engine, decision, how.join(", ") || "–"].join(" | ")} |`;
  });
  return `| Power | The engine, by itself | Here | By |
| --- | --- | --- | --- |
${rows.join("\n")}`;
}

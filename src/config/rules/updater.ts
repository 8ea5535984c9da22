import { parsePublicKeyText } from "../../contract/shipped/minisign.ts";
import { endpointVariables } from "../../contract/target.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { oneOf } from "../shape/describe.ts";
import type { RuleContext } from "./rule.ts";

const updater = ["framework", "updater"] as const;

const written = endpointVariables.map((name) => `{{${name}}}`);
const known = new RegExp(written.join("|"), "g");

export function updaterSettings(context: RuleContext): void {
  const { active, endpoints, pubkey } = context.config.framework.updater;
  for (const [index, endpoint] of (endpoints ?? []).entries()) {
    const path = [...updater, "endpoints", index];
    const filled = endpoint.replace(known, "x");
    const unknown = /\{\{[^{}]*\}\}/.exec(filled);
    const url = URL.parse(filled);
    if (unknown !== null) {
      context.error(path, `has an unknown variable, ${unknown[0]}: use ${oneOf(written)}`, {
        code: "bad-value",
        suggestions: withKnownVariables(endpoint),
      });
    } else if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
      context.error(path, "must be an address that begins with https://", {
        code: "bad-value",
        suggestions: endpoint.includes(":") ? [] : [JSON.stringify(`https://${endpoint}`)],
      });
    } else if (url.protocol === "http:") {
      context.errorWhenBuilding(path, "must begin with https:// in production", {
        code: "bad-value",
      });
    }
  }
  if (!active) return;
  if (pubkey === null || pubkey === "") {
    context.error(
      [...updater, "pubkey"],
      "is missing: an active updater needs the key that updates are checked with",
    );
  } else {
    try {
      parsePublicKeyText(pubkey);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.error([...updater, "pubkey"], reason, { code: "bad-value" });
    }
  }
  if (endpoints === null || endpoints.length === 0) {
    context.warn([...updater, "active"], "has no address to ask: set endpoints", { key: true });
  }
}

function withKnownVariables(endpoint: string): string[] {
  let isKnown = true;
  const meant = endpoint.replace(/\{\{([^{}]*)\}\}/g, (written, name: string) => {
    const variable =
      name.trim() === "version" ? "current_version" : nearest(name.trim(), endpointVariables)[0];
    isKnown &&= variable !== undefined;
    return variable === undefined ? written : `{{${variable}}}`;
  });
  return isKnown ? [JSON.stringify(meant)] : [];
}

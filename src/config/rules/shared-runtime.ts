import { reasonAgainstRuntimeAddress, runtimeConfLimits } from "../../contract/shipped/runtime-conf.ts";
import type { RuleContext } from "./rule.ts";

const field = ["framework", "bundle", "runtimeAddresses"] as const;

/** What the launchers of an app that shares its runtime would not read is said before they are made. */
export function sharedRuntime(context: RuleContext): void {
  const { framework } = context.config;
  const addresses = framework.bundle.runtimeAddresses ?? [];
  const { lines, addresses: length } = runtimeConfLimits;
  if (framework.bundle.runtimeAddresses?.length === 0)
    context.error(field, "names no address: name one, or leave the field out for that of npm's registry");
  for (const [index, address] of addresses.entries()) {
    const reason = reasonAgainstRuntimeAddress(address);
    if (reason !== null)
      context.error([...field, index], reason, { code: "bad-value", suggestions: withoutProblem(address) });
  }
  if (addresses.length > lines)
    context.error([...field, lines], `is one too many: name at most ${lines} addresses`);
  else if (addresses.reduce((sum, address) => sum + Buffer.byteLength(address), 0) > length)
    context.error(field, `has too many letters: all addresses together may have at most ${length}`);
}

/** The address as it could be meant. */
function withoutProblem(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  url.username = url.password = url.hash = "";
  return reasonAgainstRuntimeAddress(url.href) === null ? [JSON.stringify(url.href)] : [];
}

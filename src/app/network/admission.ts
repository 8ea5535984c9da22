import { FrameworkError } from "../../contract/errors.ts";
import type { HttpScope } from "../scope/network/http.ts";
import { routeTo, type Route } from "./host-addresses.ts";

/**
 * Checks an address against the scope. Returns the route by which its host must be reached; `null`:
 * any.
 *
 * @throws FrameworkError `out-of-scope`, or the reason of the signal
 */
export async function admitAddress(
  address: string,
  scope: Pick<HttpScope, "decide">,
  signal: AbortSignal,
): Promise<Route | null> {
  const refuse = (reason: string): FrameworkError =>
    new FrameworkError("out-of-scope", `Cannot request "${address}": ${reason}`);
  const decision = scope.decide(address);
  if (!decision.allowed) throw refuse(decision.reason);
  if (!decision.isAnyName) return null;
  const url = new URL(address);
  const route = await routeTo(url, signal);
  if (route.kind === "internal") {
    const where = `"${url.hostname}" leads to ${route.address}, which is internal to this machine's network`;
    throw refuse(`${where}; write the host out in framework.allowlist.http.scope`);
  }
  return route;
}

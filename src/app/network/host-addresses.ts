import { until } from "../calls/until.ts";
import { isInternalAddress } from "../scope/network/internal-address.ts";
import { hasProxy } from "./proxy.ts";

/**
 * The destination of a request, instead of a second query to the resolver, which might give another
 * answer.
 */
export interface Route {
  /** "by name": to a proxy, which resolves it, unless `NO_PROXY` excludes the host. */
  readonly kind: "by address" | "by name";
  /**
   * The judged addresses for a direct connection, in the order of the attempts; none if only a
   * proxy may know the name.
   */
  readonly addresses: readonly string[];
}

/** A request to this address must not be sent. */
export interface InternalRoute {
  readonly kind: "internal";
  readonly address: string;
}

/**
 * Resolves a host name that only a `*` of the scope admits. The judged addresses are also the
 * destination of the request: the owner of a name controls its addresses, and may change them
 * between queries.
 *
 * With a proxy in the environment, the proxy resolves names, unless `NO_PROXY` excludes all. Then
 * the local answer is judged, too, if there is one, and the request goes by its name.
 *
 * @throws the resolver's error, or the reason of the signal
 */
export async function routeTo(
  { hostname, protocol }: URL,
  signal: AbortSignal,
): Promise<Route | InternalRoute> {
  const isProxied = hasProxy(protocol);
  let found: readonly string[];
  try {
    // Like the system, with /etc/hosts, .local and all.
    const answers = await until(signal, Bun.dns.lookup(hostname, { backend: "system" }));
    found = answers.map(({ address }) => address);
  } catch (error) {
    if (!isProxied || signal.aborted) throw error;
    found = [];
  }
  const addresses = found.filter((address) => !isInternalAddress(address)).sort(byFamily);
  const internal = found.find(isInternalAddress);
  if (internal !== undefined && (isProxied || addresses.length === 0))
    return { kind: "internal", address: internal };
  return { kind: isProxied ? "by name" : "by address", addresses };
}

// They are tried one after the other. With a broken IPv6 route, each attempt would take its whole
// time limit.
function byFamily(a: string, b: string): number {
  return Number(a.includes(":")) - Number(b.includes(":"));
}

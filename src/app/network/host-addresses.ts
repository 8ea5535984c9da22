import { until } from "../calls/until.ts";
import { isInternalAddress } from "../scope/network/internal-address.ts";

/**
 * The destination of a request, instead of a second query to the resolver, which might give another
 * answer.
 */
export type Route =
  | { readonly kind: "by address"; readonly addresses: readonly string[] }
  | { readonly kind: "by name" }
  /** It must not be sent. */
  | { readonly kind: "internal"; readonly address: string };

/**
 * Resolves a host name that only a `*` of the scope admits. The judged addresses are also the
 * destination of the request: the owner of a name controls its addresses, and may change them
 * between queries.
 *
 * With a proxy in the environment, the proxy resolves names. Then the local answer is judged, too,
 * if there is one, and the request goes by its name.
 *
 * @throws the resolver's error, or the reason of the signal
 */
export async function routeTo({ hostname, protocol }: URL, signal: AbortSignal): Promise<Route> {
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
  return isProxied ? { kind: "by name" } : { kind: "by address", addresses };
}

// They are tried one after the other. With a broken IPv6 route, each attempt would take its whole
// time limit.
function byFamily(a: string, b: string): number {
  return Number(a.includes(":")) - Number(b.includes(":"));
}

/** Whether `fetch` uses a proxy. */
function hasProxy(protocol: string): boolean {
  const name = protocol === "https:" ? "https_proxy" : "http_proxy";
  return [name, name.toUpperCase()].some((each) => (process.env[each] ?? "") !== "");
}

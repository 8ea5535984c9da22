import { until } from "../calls/until.ts";
import { isInternalAddress } from "../scope/network/internal-address.ts";

/**
 * Where a request is sent, instead of asking the resolver again: by then it may have another
 * answer.
 */
export type Route =
  | { readonly kind: "by address"; readonly addresses: readonly string[] }
  | { readonly kind: "by name" }
  /** It must not be sent. */
  | { readonly kind: "internal"; readonly address: string };

/**
 * Looks up the name of a host that only a `*` of the scope admits. An answer is judged, and what
 * was judged is where the request goes: whoever owns a name decides what it leads to, and may say
 * something else each time.
 *
 * With a proxy in the environment it is the proxy that looks names up. Then the answer here is
 * judged all the same, where there is one, and the request goes by its name.
 *
 * @throws the resolver's error, or the reason of the signal
 */
export async function routeTo({ hostname, protocol }: URL, signal: AbortSignal): Promise<Route> {
  const isProxied = hasProxy(protocol);
  let found: readonly string[];
  try {
    // As the system does it, with /etc/hosts, .local and all.
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

// They are tried one after the other. Where IPv6 is set up and leads nowhere, each try would take
// its whole time.
function byFamily(a: string, b: string): number {
  return Number(a.includes(":")) - Number(b.includes(":"));
}

/** Whether `fetch` asks a proxy. */
function hasProxy(protocol: string): boolean {
  const name = protocol === "https:" ? "https_proxy" : "http_proxy";
  return [name, name.toUpperCase()].some((each) => (process.env[each] ?? "") !== "");
}

/** Whether requests may go by a proxy: it depends on the client which hosts `NO_PROXY` excludes. */
export function hasProxy(protocol: string): boolean {
  return proxyOf(protocol) !== "" && !excluded().includes("*");
}

/**
 * The environment's proxy for requests to an address, without its password; `null`: none. The
 * clients themselves decide: this names the proxy in an error.
 */
export function proxyFor(address: string): string | null {
  const { protocol, hostname, port } = new URL(address);
  if (!hasProxy(protocol)) return null;
  const hosts = [hostname, `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`];
  const isDirect = excluded()
    .map((entry) => entry.replace(/^\*?\./, "").toLowerCase())
    .some((name) => hosts.some((host) => host === name || host.endsWith(`.${name}`)));
  if (isDirect) return null;
  const proxy = proxyOf(protocol);
  return URL.parse(proxy.includes("://") ? proxy : `http://${proxy}`)?.host ?? null;
}

function proxyOf(protocol: string): string {
  return variable(protocol === "https:" ? "https_proxy" : "http_proxy");
}

/** The entries of `NO_PROXY`, as the clients separate them. */
function excluded(): string[] {
  return variable("no_proxy")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
}

/** A variable of proxies, which programs read in lower case first. */
function variable(name: string): string {
  return process.env[name] || process.env[name.toUpperCase()] || "";
}

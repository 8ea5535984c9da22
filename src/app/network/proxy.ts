/**
 * The environment's proxy for requests to an address, without its password; `null`: none. The
 * clients themselves decide: this names the proxy in an error.
 */
export function proxyFor(address: string): string | null {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === "https:";
  const proxy = variable(isSecure ? "https_proxy" : "http_proxy");
  const hosts = [hostname, `${hostname}:${port || (isSecure ? "443" : "80")}`];
  const isDirect = variable("no_proxy")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const name = entry.replace(/^\*?\./, "").toLowerCase();
      return entry === "*" || hosts.some((host) => host === name || host.endsWith(`.${name}`));
    });
  if (proxy === "" || isDirect) return null;
  return URL.parse(proxy.includes("://") ? proxy : `http://${proxy}`)?.host ?? null;
}

/** A variable of proxies, which programs read in lower case first. */
export function variable(name: string): string {
  return process.env[name] || process.env[name.toUpperCase()] || "";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment's proxy for an address, as for requests; `null`: none. */
export function proxyFor({ protocol, hostname, port }: URL, env: Environment): string | null {
  const of = (name: string): string => env[name] || env[name.toUpperCase()] || "";
  const isSecure = protocol === "wss:";
  const proxy = of(isSecure ? "https_proxy" : "http_proxy");
  if (proxy === "") return null;
  const host = `${hostname}:${port || (isSecure ? "443" : "80")}`;
  const isDirect = of("no_proxy")
    .split(/[\s,]+/)
    .filter((each) => each !== "")
    .some((each) => {
      if (each === "*") return true;
      const name = each.replace(/^\*?\./, "").toLowerCase();
      return [hostname, host].some((one) => one === name || one.endsWith(`.${name}`));
    });
  if (isDirect) return null;
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

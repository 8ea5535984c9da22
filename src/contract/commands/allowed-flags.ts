import { allowlistFlags, type AllowlistFlag, type AllowlistModule } from "./allowlist.ts";

/** `framework.allowlist`, settled: flags or conditions, among other fields. */
export type Allowlist = Readonly<Record<AllowlistModule, object>> & { readonly all: boolean };

/** Dangerous enough that no aggregate turns it on. */
export const neverImplied: ReadonlySet<AllowlistFlag> = new Set([
  "process.relaunchDangerousAllowSymlinkMacos",
]);

/** Every flag that is on: by itself, by its module's `all`, or by `allowlist.all`. */
export function allowedFlags(allowlist: Allowlist): ReadonlySet<AllowlistFlag> {
  const allowed = new Set<AllowlistFlag>();
  for (const module of Object.keys(allowlistFlags) as AllowlistModule[]) {
    const section = Object.entries(allowlist[module]);
    // A text instead of true is a condition for the arguments (`shell.open`), so the flag itself is
    // on.
    const own = section
      .filter(([, value]) => value === true || typeof value === "string")
      .map(([name]) => name);
    const all = allowlist.all || own.includes("all");
    for (const name of ["all", ...allowlistFlags[module]]) {
      const flag = `${module}.${name}` as AllowlistFlag;
      if (own.includes(name) || (all && !neverImplied.has(flag))) allowed.add(flag);
    }
  }
  return allowed;
}

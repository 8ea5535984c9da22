import type { System } from "../../contract/target.ts";

export interface LocaleHost {
  readonly system: System;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The runtime's locale; it is right on Windows and macOS only. */
  readonly runtimeLocale: string;
}

/** The user's language as a BCP 47 tag, `de-DE`; `null` when none is set. */
export function locale({ system, env, runtimeLocale }: LocaleHost): string | null {
  if (system !== "linux") return runtimeLocale;
  // POSIX: the first that is set and not empty. `de_DE.UTF-8@euro` is language, country, encoding,
  // variant.
  const named = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value);
  const tag = named?.replace(/[.@].*$/s, "").replaceAll("_", "-") ?? "";
  if (tag === "" || tag === "C" || tag === "POSIX") return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

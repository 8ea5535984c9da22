import type { System } from "../../contract/target.ts";

export interface LocaleHost {
  readonly system: System;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Queries the user's language; `null`: the system has no call for it. */
  readonly preferredLanguage: (() => string | null) | null;
  /** The runtime's locale; it is right on Windows only, and "en-US" elsewhere. */
  readonly runtimeLocale: string;
}

/** The user's language as a BCP 47 tag, `de-DE`; `null` when none is set. */
export function locale({
  system,
  env,
  preferredLanguage,
  runtimeLocale,
}: LocaleHost): string | null {
  if (preferredLanguage !== null) return preferredLanguage();
  if (system === "windows") return runtimeLocale;
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

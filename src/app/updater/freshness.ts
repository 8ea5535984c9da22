import { FrameworkError } from "../../contract/errors.ts";
import { dayOf, secondsOf } from "./expiry.ts";
import type { Release } from "./release.ts";
import { openSignature, type PublicKey } from "./signature.ts";
import type { Seen } from "./state.ts";
import { isNewer } from "./versions.ts";

// Who has the update server can hold a new version back: by an answer that there is nothing newer, or by an old feed. So,
// where `framework.updater.validDays` is set, each answer must show a version that the author has called the newest not
// long ago. What shows it is the signature that the feed carries: its comment, which is signed by itself, names version,
// target and the end. To say it again, the author signs the same file once more.

/** What an answer has to show. */
export interface FreshnessRules {
  readonly publicKey: PublicKey;
  /** `linux-x86_64`. */
  readonly target: string;
  readonly seen: Seen | null;
  /** What the clock of this machine says, in seconds since 1970. */
  readonly clock: number;
}

/**
 * Checks that a server knows the newest version.
 * @param release what it offers, or `null`, when it says that there is nothing newer
 * @returns what is known from now on
 * @throws FrameworkError `bad-update`
 */
export function requireFresh(release: Release | null, from: string, rules: FreshnessRules): Seen {
  const fail = (reason: string, cause?: unknown) =>
    new FrameworkError("bad-update", `Cannot trust the feed "${from}": ${reason}`, { cause });
  // Nobody has signed that.
  if (release === null) throw fail("it must name the newest version, with a signature that ends");
  const { version, expires, time } = claimOf(release, rules, fail);
  const { seen, clock } = rules;
  if (seen !== null && isNewer(seen.version, version))
    throw fail(`it offers version "${version}", and version "${seen.version}" was there before`);
  if (seen?.version === version && seen.expires > expires)
    throw fail(`it is older than what was there before, which was good until ${dayOf(seen.expires)}`);
  // A clock that is slow, or was set back, is not earlier than what was signed already.
  const newest = Math.max(time, seen?.time ?? 0);
  const now = Math.max(clock, newest);
  if (now >= expires) {
    throw fail(
      `it was good until ${dayOf(expires)}, and nobody has signed since that version "${version}" is the newest; ` +
        `this machine's clock says ${dayOf(clock)}`,
    );
  }
  return { version, expires, time: newest };
}

/** What the author says of a release, by its signature. */
function claimOf(
  { version, signature }: Release,
  { publicKey, target }: FreshnessRules,
  fail: (reason: string, cause?: unknown) => FrameworkError,
): Seen {
  let facts;
  try {
    ({ facts } = openSignature(signature, publicKey));
  } catch (cause) {
    throw fail(cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (facts.version !== version || facts.target !== target)
    throw fail(`its signature must be for version "${version}" and target "${target}"`);
  const [expires, time] = [secondsOf(facts.expires), secondsOf(facts.timestamp)];
  if (expires === null || time === null)
    throw fail("its signature must end: sign it with `framework signer sign --expires <days>`");
  return { version, expires, time };
}

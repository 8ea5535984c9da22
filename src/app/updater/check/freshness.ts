import { FrameworkError } from "../../../contract/errors.ts";
import { dayOf, secondsOf } from "./expiry.ts";
import type { Release } from "./release.ts";
import { openSignature, requireApp, type PublicKey } from "./signature.ts";
import type { Seen } from "../state/state.ts";
import { isNewer } from "./versions.ts";

// Who has the update server can hold a new version back: by an answer that there is nothing newer,
// or by an old feed. So, where `framework.updater.validDays` is set, each answer must show a
// version that the author has called the newest not long ago. What shows it is the signature that
// the feed carries: its comment, which is signed by itself, names version, target and the end. To
// say it again, the author signs the same file once more.

/** What an answer has to show. */
export interface FreshnessRules {
  readonly publicKey: PublicKey;
  /** `framework.bundle.identifier` */
  readonly app: string;
  /** `linux-x86_64`. */
  readonly target: string;
  readonly seen: Seen | null;
  /** What the clock of this machine says, in seconds since 1970. */
  readonly clock: number;
}

/** What the author says of a release, by its signature. Times are seconds since 1970. */
interface Claim {
  readonly version: string;
  readonly signed: number;
  readonly expires: number;
}

/**
 * By how many seconds the clock of a machine that signs may be ahead: a time zone, or a day, that
 * was set wrong.
 */
const tolerance = 2 * 86_400;

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
  const claim = claimOf(release, rules, fail);
  const { version, signed, expires } = claim;
  const { seen, clock } = rules;
  if (seen !== null && isNewer(seen.version, version))
    throw fail(`it offers version "${version}", and version "${seen.version}" was there before`);
  if (seen?.version === version && isBefore(claim, seen))
    throw fail(
      `it is older than what was there before, which was good until ${dayOf(seen.expires)}`,
    );
  // A clock that is slow, or was set back, is not earlier than what was signed already.
  const seenTime = seen?.time ?? 0;
  // Remembered, it would be later than all that is signed from now on by clocks that are right.
  if (signed > Math.max(clock, seenTime) + tolerance)
    throw fail(`it was signed on ${dayOf(signed)}; this machine's clock says ${dayOf(clock)}`);
  const time = Math.max(signed, seenTime);
  const now = Math.max(clock, time);
  if (now >= expires) {
    throw fail(
      `it was good until ${dayOf(expires)}, and nobody has signed since that version "${version}" is the newest; ` +
        `this machine's clock says ${dayOf(clock)}`,
    );
  }
  return { version, expires, time, signed };
}

/** Whether something else was said of the same version later. */
function isBefore({ signed, expires }: Claim, seen: Seen): boolean {
  // What states of old do not tell is no later than the time that they do.
  const before = seen.signed ?? Math.min(signed, seen.time);
  return signed < before || (signed === before && expires < seen.expires);
}

function claimOf(
  { version, signature }: Release,
  { publicKey, app, target }: FreshnessRules,
  fail: (reason: string, cause?: unknown) => FrameworkError,
): Claim {
  let facts;
  try {
    ({ facts } = openSignature(signature, publicKey));
    requireApp(facts, app);
  } catch (cause) {
    throw fail(cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (facts.version !== version || facts.target !== target)
    throw fail(`its signature must be for version "${version}" and target "${target}"`);
  const [expires, signed] = [secondsOf(facts.expires), secondsOf(facts.timestamp)];
  if (expires === null || signed === null)
    throw fail("its signature must end: sign it with `npx framework signer sign --expires <days>`");
  return { version, signed, expires };
}

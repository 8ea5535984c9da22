import { FrameworkError } from "../../../contract/errors.ts";
import { dayOf, secondsOf } from "./expiry.ts";
import type { Release } from "./release.ts";
import { openSignature, requireApp, type PublicKey } from "./signature.ts";
import type { Seen } from "../state/state.ts";
import { isNewer } from "./versions.ts";

// An attacker who controls the update server can hold back a new version, with an answer that there
// is nothing newer or with an old feed. So, where `framework.updater.validDays` is set, each answer
// must show a version that the author has recently called the newest. The signature in the feed
// shows it: its comment, which has its own signature, names the version, the target and the end. To
// confirm it again, the author signs the same file again.

/** The facts that an answer has to show. */
export interface FreshnessRules {
  readonly publicKey: PublicKey;
  /** `framework.bundle.identifier` */
  readonly app: string;
  /** `linux-x86_64`. */
  readonly target: string;
  readonly seen: Seen | null;
  /** The time by the clock of this machine, in seconds since 1970. */
  readonly clock: number;
}

/** The author's statement about a release, from its signature. Times are seconds since 1970. */
interface Claim {
  readonly version: string;
  readonly signed: number;
  readonly expires: number;
}

/**
 * The allowed number of seconds that the clock of a signing machine may be ahead, because its time
 * zone or day was set wrong.
 */
const tolerance = 2 * 86_400;

/**
 * Checks that a server knows the newest version.
 * @param release the release that the server offers, or `null` if it says that there is nothing
 * newer
 * @returns the facts that are known from now on
 * @throws FrameworkError `bad-update`
 */
export function requireFresh(release: Release | null, from: string, rules: FreshnessRules): Seen {
  const fail = (reason: string, cause?: unknown) =>
    new FrameworkError("bad-update", `Cannot trust the feed "${from}": ${reason}`, { cause });
  // There is no signature for that answer.
  if (release === null) throw fail("it must name the newest version, with a signature that ends");
  const claim = claimOf(release, rules, fail);
  const { version, signed, expires } = claim;
  const { seen, clock } = rules;
  if (seen !== null && isNewer(seen.version, version))
    throw fail(`it offers version "${version}", and version "${seen.version}" was there before`);
  if (seen?.version === version && isBefore(claim, seen))
    throw fail(`it is older than the answer before, which was valid until ${dayOf(seen.expires)}`);
  // If a clock is slow or was set back, the time of earlier signatures counts instead.
  const seenTime = seen?.time ?? 0;
  // If it were remembered, it would be later than all signatures of correct clocks from now on.
  if (signed > Math.max(clock, seenTime) + tolerance)
    throw fail(`it was signed on ${dayOf(signed)}; this machine's clock says ${dayOf(clock)}`);
  const time = Math.max(signed, seenTime);
  const now = Math.max(clock, time);
  if (now >= expires) {
    throw fail(
      `it was valid until ${dayOf(expires)}, and there is no later signature that version "${version}" is the newest; ` +
        `this machine's clock says ${dayOf(clock)}`,
    );
  }
  return { version, expires, time, signed };
}

/** True if another statement about the same version was made later. */
function isBefore({ signed, expires }: Claim, seen: Seen): boolean {
  // Older states do not contain this time. It is no later than the time that they contain.
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

import type { ResolvedConfig } from "../../config/index.ts";
import { FrameworkError, plainError } from "../../contract/errors.ts";
import { updatePlatform } from "../../contract/target.ts";
import type {
  UpdateManifest,
  UpdateResult,
  UpdateStatus,
} from "../../contract/commands/updater.ts";
import type { Events } from "../events/events.ts";
import { Consent } from "./consent.ts";
import type { UpdateClient } from "./check/endpoint.ts";
import { fetchRelease, type FetchRules, type Fetching } from "./download/fetch.ts";
import { findRelease, type FeedRules } from "./check/feed.ts";
import { requireFresh } from "./check/freshness.ts";
import { installation } from "./install/installers.ts";
import type {
  InstalledApp,
  Installation,
  OwnInstallation,
  SystemInstallation,
  Verified,
} from "./install/installation.ts";
import type { Exit } from "../process/exit.ts";
import { Payload } from "./download/payload.ts";
import { actions, inactive, refusal } from "./refusal.ts";
import type { Release } from "./check/release.ts";
import { isReached } from "./check/rollout.ts";
import { parsePublicKey, type PublicKey } from "./check/signature.ts";
import {
  replaceIfUnchanged,
  pendingAt,
  withPending,
  type StateFile,
  type UpdateState,
} from "./state/state.ts";
import { isNewer, reasonAgainst } from "./check/versions.ts";

export interface UpdaterOptions extends InstalledApp {
  readonly events: Events;
  readonly exit: Exit;
  readonly state: StateFile;
}

const minute = 60_000;
const feedRules = {
  size: 1 << 20,
  idle: minute / 2,
  total: minute,
} as const satisfies Partial<FeedRules>;
const downloadRules = {
  size: 1 << 30,
  idle: minute,
  total: 120 * minute,
  resumptions: 20,
  pause: 1000,
  // 1 GiB has about 65,000 chunks.
  indexSize: 1 << 20,
} as const satisfies Partial<FetchRules>;

/** Decides if a version may be installed. */
type Agree = (manifest: UpdateManifest) => Promise<boolean>;

/**
 * Finds newer versions of the app, and installs them. Only its rules decide which version is good
 * enough.
 */
export class Updater {
  readonly #options: UpdaterOptions;
  readonly #client: UpdateClient;
  /** The user's answers about versions, if the app has the built-in dialog. */
  readonly consent = new Consent();
  #found: Release | null = null;
  #checking: Promise<UpdateResult> | null = null;
  #installing: Promise<void> | null = null;

  constructor(options: UpdaterOptions) {
    this.#options = options;
    const { version } = options.config.package;
    const { system, architecture } = options.launch;
    const { channel } = options.config.framework.updater;
    this.#client = { version, channel, platform: { system, architecture } };
  }

  /**
   * Asks the servers. Calls during a check get the same answer.
   * @throws FrameworkError
   */
  check(): Promise<UpdateResult> {
    this.#checking ??= this.#reported(() => this.#check()).finally(() => (this.#checking = null));
    return this.#checking;
  }

  /**
   * Installs the result of the last check. Without one, it checks first. If an installer does the
   * work, the app ends.
   *
   * @param agree is called with the exact release that is installed then
   * @throws FrameworkError `not-allowed` when it does not agree
   */
  install(agree: Agree = () => Promise.resolve(true)): Promise<void> {
    this.#installing ??= this.#checkAndInstall(agree).finally(() => (this.#installing = null));
    return this.#installing;
  }

  /**
   * @throws FrameworkError `unavailable`, with the alternative, where this app cannot be updated
   */
  installation(): Installation {
    return installation(this.#options);
  }

  /** Reports a problem from before this start to listeners. */
  tellProblem(problem: string): void {
    this.#tell("ERROR", problem);
  }

  /** True if the version is there already, and only has to be started. */
  isInPlace(version: string): boolean {
    const installed = this.installation();
    if (installed.kind === "left") return false;
    return pendingAt(installed.place, this.#options.state.read())?.version === version;
  }

  /** Whether the user never wants to be asked about the version again. */
  isSkipped(version: string): boolean {
    return this.#options.state.read().skipped === version;
  }

  /** Remembers that the user does not want a version; the next one is offered again. */
  skip(version: string): void {
    this.#options.state.change((now) => ({ ...now, skipped: version }));
  }

  async #check(): Promise<UpdateResult> {
    const { endpoints, pubkey, validDays } = this.#active(actions.check);
    const publicKey = parsePublicKey(pubkey);
    const allowHttp = this.#options.launch.mode === "dev";
    const judge = validDays === null ? {} : { judge: this.#judge(publicKey) };
    const release = await findRelease(endpoints ?? [], this.#client, {
      ...feedRules,
      allowHttp,
      ...judge,
    });
    const isOffered =
      release !== null &&
      this.#isUpdate(release) &&
      isReached(release.version, release.rollout, () => this.#seed());
    this.#found = isOffered ? release : null;
    if (this.#found === null) {
      this.#tell("UPTODATE");
      return { shouldUpdate: false };
    }
    const manifest = manifestOf(this.#found);
    this.#options.events.emit("framework://update-available", manifest);
    return { shouldUpdate: true, manifest };
  }

  /** If signatures end: refuses a release that is not recent, and remembers one that is. */
  #judge(publicKey: PublicKey): NonNullable<FeedRules["judge"]> {
    const { state, config } = this.#options;
    const app = config.framework.bundle.identifier;
    const target = updatePlatform(this.#client.platform);
    return (release, from) => {
      const clock = Math.floor(Date.now() / 1000);
      state.change((now) => {
        const seen = requireFresh(release, from, {
          publicKey,
          app,
          target,
          seen: now.seen ?? null,
          clock,
        });
        return { ...now, seen };
      });
    };
  }

  #isUpdate({ version }: Release): boolean {
    const current = this.#client.version;
    const reason = reasonAgainst(version, current, this.#options.state.read());
    // Most checks find a version that is not newer. All other results are logged.
    if (reason !== null && isNewer(version, current))
      process.stderr.write(`framework: version "${version}" is no update: ${reason}\n`);
    return reason === null;
  }

  /** A random value of this installation; the first call makes it. */
  #seed(): string {
    const { after } = this.#options.state.change((now) => ({
      ...now,
      seed: now.seed ?? crypto.randomUUID(),
    }));
    return after.seed ?? "";
  }

  async #checkAndInstall(agree: Agree): Promise<void> {
    const isActive = this.#options.config.framework.updater.active;
    if (isActive && this.#found === null) await this.check();
    await this.#reported(() => this.#install(agree));
  }

  async #install(agree: Agree): Promise<void> {
    const { pubkey, acceptUnboundSignatures: acceptUnbound } = this.#active(actions.install);
    const release = this.#found;
    if (release === null)
      throw refusal(actions.install, `version "${this.#client.version}" is the newest`);
    const installed = this.installation();
    const isInPlace = this.isInPlace(release.version);
    if (!isInPlace && !(await agree(manifestOf(release)))) {
      throw new FrameworkError(
        "not-allowed",
        `Cannot install version "${release.version}": the user did not agree`,
      );
    }
    this.#tell("PENDING");
    if (!isInPlace) await this.#fetch(installed, release, { pubkey, acceptUnbound });
    this.#tell("DONE");
    if (installed.kind === "left") void this.#options.exit.quit(0);
  }

  async #fetch(
    installed: Installation,
    release: Release,
    { pubkey, acceptUnbound }: { readonly pubkey: string; readonly acceptUnbound: boolean },
  ): Promise<void> {
    const { launch, events, config } = this.#options;
    const app = config.framework.bundle.identifier;
    const { version } = release;
    const rules = { ...downloadRules, allowHttp: launch.mode === "dev" };
    const clock = Math.floor(Date.now() / 1000);
    const fetching: Fetching = {
      release,
      rules,
      publicKey: parsePublicKey(pubkey),
      wanted: { app, version, target: updatePlatform(this.#client.platform), acceptUnbound, clock },
      folder: installed.folder,
      seeds: () => installed.seeds(),
      progress: (progress) => events.emit("framework://update-download-progress", progress),
      arrived: () => this.#tell("DOWNLOADED"),
    };
    await using payload = await Payload.open(installed.folder);
    const sha512 = await fetchRelease(fetching, payload);
    const verified: Verified = { payload, sha512, size: rules.size };
    if (installed.kind === "replaced") await this.#replace(installed, version, verified);
    else await this.#leave(installed, version, verified);
  }

  async #replace(installed: OwnInstallation, version: string, verified: Verified): Promise<void> {
    using replacement = await installed.prepare(verified);
    const { place } = installed;
    const wait = (now: UpdateState): UpdateState => {
      // An update that has not been started has shown nothing, so the backup stays the version
      // before it.
      const backup = pendingAt(place, now)?.backup ?? replacement.backup;
      return withPending(
        place,
        { version, place, backup, begunBy: null },
        { ...now, highest: version },
      );
    };
    await this.#remembered(place, version, wait, (backup) =>
      replacement.replace(backup ?? replacement.backup),
    );
  }

  async #leave(installed: SystemInstallation, version: string, verified: Verified): Promise<void> {
    using installer = await installed.prepare(verified);
    const { place } = installed;
    const wait = (now: UpdateState): UpdateState => {
      const left = pendingAt(place, now);
      // The next start begins with it, or ends the waiting. Two at once would conflict.
      if (left !== null && left.begunBy === null && left.version !== this.#client.version)
        throw refusal(
          actions.install,
          `the installer of version "${left.version}" is about to run`,
        );
      const backup = left?.backup ?? installer.backup;
      // The success is known at the next start.
      return withPending(place, { version, place, backup, begunBy: null, run: installer.run }, now);
    };
    await this.#remembered(place, version, wait, (backup) => installer.start(backup));
  }

  /**
   * Records the result of a step before the step is done, so that it is known wherever the process
   * ends.
   */
  async #remembered(
    place: string,
    version: string,
    wait: (now: UpdateState) => UpdateState,
    step: (backup: string | null) => Promise<void>,
  ): Promise<void> {
    const { state } = this.#options;
    const { before, after } = state.change((now) => {
      // This is checked again, because another process of the app may have installed something
      // since the check.
      const reason = reasonAgainst(version, this.#client.version, now);
      if (reason === null) return wait(now);
      throw new FrameworkError("bad-update", `Cannot install version "${version}": ${reason}`);
    });
    const waited = pendingAt(place, after);
    try {
      await step(waited?.backup ?? null);
    } catch (error) {
      // The changes that a check or another process has made meanwhile stay.
      state.change((now) => ({
        ...(waited === null ? now : replaceIfUnchanged(waited, pendingAt(place, before), now)),
        highest: now.highest === after.highest ? before.highest : now.highest,
      }));
      throw error;
    }
  }

  #active(action: string): ResolvedConfig["framework"]["updater"] & { readonly pubkey: string } {
    const { updater } = this.#options.config.framework;
    if (!updater.active) throw inactive(action);
    const { pubkey } = updater;
    if (pubkey === null) throw refusal(action, "set framework.updater.pubkey");
    return { ...updater, pubkey };
  }

  /** Every failure is also reported to listeners. */
  async #reported<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      this.#tell("ERROR", plainError(error).message);
      throw error;
    }
  }

  #tell(status: UpdateStatus, error?: string): void {
    this.#options.events.emit("framework://update-status", {
      status,
      ...(error !== undefined && { error }),
    });
  }
}

function manifestOf({ version, date, notes }: Release): UpdateManifest {
  return { version, date: date ?? "", body: notes };
}

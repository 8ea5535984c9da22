import { readFileSync, rmSync } from "node:fs";
import type { ResolvedConfig } from "../../config/index.ts";
import { LockedError, lockFile } from "../../process/file-lock.ts";
import { LivenessSocket } from "../../process/liveness-socket.ts";
import { replaceFile } from "../paths/replace-file.ts";
import type { Exit } from "../process/exit.ts";
import type { Host } from "../process/host.ts";
import type { Launch } from "../process/launch.ts";
import type { Services } from "../services.ts";
import { bringForward } from "./front.ts";
import { answerRequest, handOver, type HandedOver, type Outcome } from "./hand-over.ts";
import { instancePlace, type InstancePlace } from "./instance-place.ts";
import type { OpenRequest } from "./open-request.ts";

/** The role of this instance: the first, or a later one. */
export type Instance =
  | { readonly ends: true }
  | {
      readonly ends: false;
      /** Passes on the requests of other instances, including earlier ones. */
      follow(services: Services): void;
    };

export type SingleInstancePart = typeof singleInstance;

export interface InstanceOptions {
  readonly config: ResolvedConfig;
  readonly launch: Launch;
  readonly host: Host;
  readonly exit: Exit;
  readonly request: OpenRequest;
  readonly patience?: InstancePatience;
}

/** Milliseconds. */
interface InstancePatience {
  /** For the reply of the first instance, whose own code may be busy. */
  readonly answer: number;
  /**
   * For an instance that is shutting down, which takes up to five seconds, or that starts and
   * cannot be reached yet.
   */
  readonly whole: number;
}

const usualPatience: InstancePatience = { answer: 5000, whole: 10_000 };
const pause = 20;
/** A user reads the dialog of an error for some time. */
const readingPause = 200;

const alone: Instance = { ends: false, follow() {} };

/**
 * Lets an app run once per user and session. A second instance passes its request to the first and
 * exits with 0; it replaces an instance that is shutting down. In development every instance runs:
 * the tool runs one for each project.
 */
export async function singleInstance(options: InstanceOptions): Promise<Instance> {
  const { config, launch, host, exit, patience = usualPatience } = options;
  if (launch.mode === "dev") return alone;
  let place: InstancePlace;
  try {
    const { bundle } = config.framework;
    place = instancePlace(
      { identifier: bundle.identifier, name: config.package.productName },
      launch,
      host,
    );
  } catch (error) {
    say(`Cannot find out whether the app runs already: ${(error as Error).message}`);
    return alone;
  }
  const request: HandedOver = { ...options.request, token: activationToken(host) };
  for (
    let end = performance.now() + patience.whole;
    performance.now() < end;
    await Bun.sleep(pause)
  ) {
    // A socket is tried before the lock, which costs more. The name of a pipe is free for other
    // users when its instance has ended: only one that holds the lock is asked.
    let lock = place.socket === null ? takeLock(place.lock) : "taken";
    if (lock === "taken") {
      const outcome = await askFirst(place, { host, request, patience });
      if (outcome === "taken") {
        await exit.quit(0);
        return { ends: true };
      }
      if (outcome === "silent") break;
      if (outcome === "failing") {
        await Bun.sleep(readingPause);
        end = performance.now() + patience.whole;
        continue;
      }
      if (place.socket !== null) lock = takeLock(place.lock);
    }
    if (lock === "taken") continue;
    if (lock === null)
      say(`Cannot keep the app to one instance: nothing can be locked in "${place.lock}"`);
    return lock === null ? alone : await openFirst(place, lock, exit);
  }
  say("The app runs already, and does not answer: end it, or wait until it does");
  await exit.quit(1);
  return { ends: true };
}

function say(text: string): void {
  process.stderr.write(`framework: ${text}\n`);
}

/** Wayland has the first, X11 the second, and GNOME sets both. */
function activationToken({ env }: Host): string | null {
  return env["XDG_ACTIVATION_TOKEN"] || env["DESKTOP_STARTUP_ID"] || null;
}

interface Address {
  readonly name: string;
  readonly pid: number;
}

async function askFirst(
  place: InstancePlace,
  { host, request, patience }: { host: Host; request: HandedOver; patience: InstancePatience },
): Promise<Outcome> {
  let address: Address;
  try {
    address = JSON.parse(readFileSync(place.address, "utf8")) as Address;
  } catch {
    return "away";
  }
  host.letTakeFront?.(address.pid);
  return await handOver(address.name, request, patience.answer);
}

function takeLock(path: string): Disposable | "taken" | null {
  try {
    return lockFile(path);
  } catch (error) {
    if (error instanceof LockedError) return "taken";
    throw error;
  }
}

/** Kept reachable until the process exits; the system releases the lock then. */
const held: Disposable[] = [];

/** The app runs also where others cannot learn of it, as on a full disk. */
async function openFirst(place: InstancePlace, lock: Disposable, exit: Exit): Promise<Instance> {
  let presence: LivenessSocket | null = null;
  try {
    let instance: Instance;
    [presence, instance] = await listen(place, exit);
    replaceFile(
      place.address,
      JSON.stringify({ name: presence.name, pid: process.pid } satisfies Address),
    );
    held.push(lock, presence);
    return instance;
  } catch (error) {
    say(`Cannot keep the app to one instance: ${(error as Error).message}`);
    presence?.[Symbol.dispose]();
    lock[Symbol.dispose]();
    return alone;
  }
}

/** Takes the requests of later instances. */
async function listen(
  place: InstancePlace,
  exit: Exit,
): Promise<[presence: LivenessSocket, instance: Instance]> {
  let waiting: HandedOver[] = [];
  let take = (request: HandedOver): void => void waiting.push(request);
  // Until this instance listens, the address is that of an ended one.
  rmSync(place.socket ?? place.address, { force: true });
  const presence = await LivenessSocket.show(place.socket ?? undefined, (socket) =>
    answerRequest(socket, (request) => {
      if (exit.isEnding) return "ending";
      if (exit.isFailing) return "failing";
      take(request);
      return "taken";
    }),
  );
  const instance: Instance = {
    ends: false,
    follow(services) {
      take = ({ token, ...request }) => {
        services.openings.open(request);
        void bringForward(services, token);
      };
      for (const request of waiting) take(request);
      waiting = [];
    },
  };
  return [presence, instance];
}

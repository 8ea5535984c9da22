import { createHash, X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DevTools, type DevToolsEvent } from "./devtools.ts";
import type { AttachedTarget } from "./events.ts";

/** Gets the events of a session. */
export type Listen = (event: DevToolsEvent) => void;

const ownArguments = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-startup-window",
  "--remote-debugging-pipe",
  // Windows that are covered or not visible continue to run.
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--hide-scrollbars",
];

/**
 * The one certificate that no authority has signed and that is trusted: that of the tests' own
 * servers.
 */
function trustedKey(): string {
  const site = new URL("../../test/fixtures/untrusted-site.pem", import.meta.url);
  const key = new X509Certificate(readFileSync(site)).publicKey.export({
    type: "spki",
    format: "der",
  });
  return createHash("sha256").update(key).digest("base64");
}

// A prerendered page would be a separate target, which would replace the view's. Chromium requests
// nothing except the requests of pages.
const featuresOff = ["Prerender2", "NetworkTimeServiceQuerying"];

const closingPatience = 5000;

/** The program, in whichever name the system has it; `null`: there is none. */
export function chromiumProgram(): string | null {
  return Bun.which("chromium") ?? Bun.which("chromium-browser");
}

interface TakesWorkers {
  take(attached: AttachedTarget): void;
}

/** A browser process and the folder of its data. */
export class Browser {
  readonly devTools: DevTools;
  readonly #sessions = new Map<string, Listen>();
  readonly #workers = new Set<TakesWorkers>();
  readonly #tools: string;
  readonly #data: string;
  /** True if it has a folder, which keeps the data of its pages for the next one. */
  readonly isKept: boolean;
  // One page is opened at a time, so that it differs from a page that a page opens.
  #opening: Promise<unknown> = Promise.resolve();
  #opened: ((attached: AttachedTarget) => void) | null = null;

  /**
   * @param folder the folder for the data of its pages. `null`: none
   * @param args the host's additions to its command line
   */
  constructor(folder: string | null, args: string) {
    const program = chromiumProgram();
    if (program === null)
      throw new Error("Cannot show a page: Chromium is missing; see tools/setup.mjs");
    this.#tools = mkdtempSync(join(tmpdir(), "framework-chromium-"));
    this.isKept = folder !== null;
    this.#data = folder ?? join(this.#tools, "data");
    mkdirSync(this.#data, { recursive: true });
    // The programs that would open the addresses of other programs.
    for (const name of ["xdg-open", "xdg-email"]) symlinkSync("/bin/true", join(this.#tools, name));
    const env = { ...process.env, PATH: `${this.#tools}:${process.env["PATH"] ?? ""}` };
    this.devTools = new DevTools([program, ...commandLine(this.#data, args)], env, (event) =>
      this.#receive(event),
    );
    // Commands run in their order, so that no page is opened before these.
    this.run("Target.setAutoAttach", autoAttach);
    this.#refuseDownloads({});
  }

  #receive(event: DevToolsEvent): void {
    const { method, params, sessionId } = event;
    if (sessionId !== undefined) return this.#sessions.get(sessionId)?.(event);
    if (method === "Target.attachedToTarget") this.#attached(params as unknown as AttachedTarget);
    // For a page that was opened here: its session gets no event for its own end.
    if (method === "Target.detachedFromTarget")
      this.#sessions.get(String(params["sessionId"]))?.(event);
  }

  #attached(attached: AttachedTarget): void {
    const { sessionId, targetInfo } = attached;
    const opened = this.#opened;
    if (targetInfo.type === "page" && targetInfo.openerId === undefined && opened !== null) {
      this.#opened = null;
      return opened(attached);
    }
    // The host decides about a window that a page opens, and gets another event for it.
    if (targetInfo.type === "page")
      this.run("Target.closeTarget", { targetId: targetInfo.targetId });
    // One that documents share is the browser's; each other one is attached to its document, too.
    const [workers] = this.#workers;
    if (targetInfo.type === "shared_worker" && workers !== undefined) return workers.take(attached);
    if (targetInfo.type !== "page") this.run("Runtime.runIfWaitingForDebugger", {}, sessionId);
    this.run("Target.detachFromTarget", { sessionId });
  }

  /** Has the workers that documents share taken here, while no other view does. */
  shareWorkers(workers: TakesWorkers): void {
    this.#workers.add(workers);
  }

  unshareWorkers(workers: TakesWorkers): void {
    this.#workers.delete(workers);
  }

  /** Runs a command whose failure has no meaning: its target may be gone. */
  run(method: string, params: object = {}, sessionId?: string): void {
    this.devTools.send(method, params, sessionId).catch(() => {});
  }

  /** Sends the events of a session to `listen`. */
  listen(sessionId: string, listen: Listen): void {
    this.#sessions.set(sessionId, listen);
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** Opens an empty page, whose scripts wait until its session lets them run. */
  async openPage(): Promise<AttachedTarget> {
    const open = async (): Promise<AttachedTarget> => {
      const context = this.isKept ? {} : await this.#newContext();
      const attached = new Promise<AttachedTarget>((resolve) => (this.#opened = resolve));
      await this.devTools.send("Target.createTarget", {
        url: "about:blank",
        newWindow: true,
        ...context,
      });
      return attached;
    };
    const opening = this.#opening.then(open);
    this.#opening = opening.catch(() => {});
    return opening;
  }

  closePage({ targetInfo: { targetId, browserContextId } }: AttachedTarget): void {
    if (this.isKept) this.run("Target.closeTarget", { targetId });
    else this.run("Target.disposeBrowserContext", { browserContextId });
  }

  /** Makes a context in which a page shares nothing with others. */
  async #newContext(): Promise<{ readonly browserContextId: string }> {
    const context = await this.devTools.send<{ browserContextId: string }>(
      "Target.createBrowserContext",
    );
    this.#refuseDownloads(context);
    return context;
  }

  #refuseDownloads(context: object): void {
    this.run("Browser.setDownloadBehavior", { behavior: "deny", eventsEnabled: true, ...context });
  }

  async close(): Promise<void> {
    await this.devTools.close(closingPatience);
    rmSync(this.#tools, { recursive: true, force: true });
    if (!this.isKept) rmSync(this.#data, { recursive: true, force: true });
  }
}

/** Has the targets inside a target attached, and kept waiting. */
export const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

const disabled = /--disable-features=(\S*)/g;

/** Chromium uses only the last of several feature lists, so there is one list. */
function commandLine(data: string, args: string): string[] {
  const off = [...args.matchAll(disabled)].flatMap(([, list = ""]) => list.split(","));
  const others = args.replace(disabled, "").split(/\s+/).filter(Boolean);
  return [
    ...ownArguments,
    `--user-data-dir=${data}`,
    `--ignore-certificate-errors-spki-list=${trustedKey()}`,
    `--disable-features=${[...featuresOff, ...off].join(",")}`,
    ...others,
  ];
}

import { relative } from "node:path";
import type { AssetSource } from "../../contract/shipped/pack.ts";
import { devServerPolicy, hotReloadingPolicy } from "../build/app-spec.ts";
import { policyScript } from "../build/pages/page-scripts.ts";
import { pageSource } from "../build/pages/page-source.ts";
import { frontEnd, type FrontEnd } from "../project/front-end.ts";
import type { Project } from "../project/project.ts";
import { UserError, type Terminal } from "../terminal.ts";
import type { DevHook } from "./dev-hook.ts";
import { devPathProblem } from "./dev-path.ts";
import { waitForServer } from "./dev-server.ts";
import { refusePagesOutside } from "./page-places.ts";
import { PageServer, wantsPageServer, type PageServerOptions } from "./page-server.ts";
import { noPolicyReason, PolicyProxy } from "./policy-proxy.ts";
import { isAmbiguous, ServerAddress } from "./server-address.ts";

export interface DevPagesOptions {
  readonly terminal: Terminal;
  /** A folder that only this user can enter; `null`: servers support no sockets. */
  readonly socketFolder: string | null;
  /** The port of a server of ours; `null`: a free one. */
  readonly port: number | null;
  readonly say: (text: string) => void;
  /** Called when the front end's server goes to another address and cannot be followed. */
  readonly lost: (error: unknown) => void;
}

/** The state of the session for which pages are opened. */
export interface Opening {
  readonly project: Project;
  readonly hook: DevHook | null;
  /** Aborted when the pages are not wanted any more. */
  readonly signal: AbortSignal;
  /** Called when no server of ours is needed, so that the port has no effect. */
  readonly portIsUnused: (why: string) => void;
}

/** The pages that `devPath` names, for the project as it is now. */
export const devFrontEnd = ({ config, configFolder }: Project): FrontEnd =>
  frontEnd(config.build.devPath, configFolder);

/** The source of an app's pages in development, and the servers that they need. */
export class DevPages implements AsyncDisposable {
  readonly #options: DevPagesOptions;
  // For a folder whose page's scripts are TypeScript.
  #pages: PageServer | null = null;
  // For a server of the front end's own.
  #server: ServerAddress | null = null;
  // In front of that server, when its pages have a policy.
  #proxy: PolicyProxy | null = null;
  // If no proxy can be in front of the server: adds the policy to its pages.
  #policyScript: string | null = null;
  #hasToldOfPolicy = false;
  #areReady = false;

  constructor(options: DevPagesOptions) {
    this.#options = options;
  }

  /** Whether they were opened, and nothing broke that off. */
  get areReady(): boolean {
    return this.#areReady;
  }

  /** Whether a server of ours sends them, which watches them itself. */
  get areServed(): boolean {
    return this.#pages !== null;
  }

  /** The address of the proxy in front of the front end's server; `null`: there is none. */
  get proxy(): string | null {
    return this.#proxy?.address ?? null;
  }

  /**
   * Prepares the target of `devPath`: starts a server of ours if the page needs one, or waits for
   * the named one.
   *
   * @throws UserError when the target is missing, or a port is taken
   */
  async open({ project, hook, signal, portIsUnused }: Opening): Promise<void> {
    const { terminal, port, say, lost } = this.#options;
    this.#areReady = false;
    const front = devFrontEnd(project);
    const served = this.#served(project, front);
    if (served !== null && this.#pages?.goOn(served) === true) {
      this.#areReady = true;
      return;
    }
    await this.#close();
    this.#checkFolder(project, front, hook);
    if (served !== null) {
      this.#pages = await PageServer.start(served);
      say(`Serving ${relative(terminal.cwd, served.folder) || "."} with hot reloading`);
    } else if (port !== null) {
      portIsUnused(
        "build.devPath needs no server, for it is no folder with an index.html whose scripts are TypeScript",
      );
    }
    if (front.kind === "address") {
      const { address } = front;
      await waitForServer({
        address,
        terminal,
        signal,
        printed: () => hook?.printedAddresses ?? [],
        file: project.fileOf(["build", "devPath"]),
      });
      if (signal.aborted) return;
      const { system } = terminal.host;
      this.#server = await ServerAddress.settle({ address, system, lost });
      await this.#openProxy(project, address, this.#server);
    }
    this.#areReady = !signal.aborted;
  }

  /** The content for a server of ours, if the page needs one. */
  #served(project: Project, front: FrontEnd): PageServerOptions | null {
    if (front.kind !== "folder" || !wantsPageServer(front.folder)) return null;
    const { terminal, socketFolder, port } = this.#options;
    const { system } = terminal.host;
    const policy = hotReloadingPolicy(project, system);
    return { system, folder: front.folder, socketFolder, port, policy };
  }

  /**
   * @throws UserError when `devPath` is outside of the project, or missing without a command that
   * could create it
   */
  #checkFolder(project: Project, front: FrontEnd, hook: DevHook | null): void {
    refusePagesOutside(project, front);
    const problem = devPathProblem(project.config.build.devPath, front);
    if (problem === null) return;
    if (hook?.runsBeside !== true) throw new UserError(problem);
    this.#options.say(problem);
  }

  /**
   * The front end's server does not know the policy of its pages, and the engine cannot choose
   * between two servers.
   */
  async #openProxy(project: Project, address: string, server: ServerAddress): Promise<void> {
    const { terminal, socketFolder, say } = this.#options;
    const { system } = terminal.host;
    const policy = devServerPolicy(project, system, address);
    if (policy === null && !isAmbiguous(address)) return;
    const reason = noPolicyReason(address, system);
    if (reason === null) {
      const serverHost = (): string | null => server.host();
      this.#proxy = await PolicyProxy.start({ address, policy, socketFolder, serverHost, system });
      return;
    }
    if (policy === null) return;
    // WebKit accepts a policy from a script; WebView2 was not tried.
    if (system !== "windows") this.#policyScript = await policyScript(policy);
    else if (!this.#hasToldOfPolicy) {
      this.#hasToldOfPolicy = true;
      say(
        `framework.security.csp does not hold in development: nothing can be added to the pages of ${address}; ${reason}`,
      );
    }
  }

  /** The source from which the app reads them. @throws UserError when files cannot be its pages */
  assets(project: Project): AssetSource {
    if (this.#pages !== null)
      return { kind: "address", address: this.#pages.address, proxy: null, policyScript: null };
    const source = pageSource(devFrontEnd(project));
    return source.kind === "address"
      ? { ...source, proxy: this.proxy, policyScript: this.#policyScript }
      : source;
  }

  /** The address to show. `null`: the app reads the pages from files. */
  address(project: Project): string | null {
    // A log may show it, so the secret that opens our server is left out.
    if (this.#pages !== null) return new URL("/", this.#pages.address).href;
    const front = devFrontEnd(project);
    return front.kind === "address" ? front.address : null;
  }

  async #close(): Promise<void> {
    this.#server?.[Symbol.dispose]();
    await Promise.all([this.#pages?.[Symbol.asyncDispose](), this.#proxy?.[Symbol.asyncDispose]()]);
    this.#pages = null;
    this.#server = null;
    this.#proxy = null;
    this.#policyScript = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Server, ServerWebSocket } from "bun";
import { readText } from "../../disk/read.ts";
import type { PagePolicy } from "../../contract/page/csp.ts";
import type { System } from "../../contract/target.ts";
import { staysOut } from "../../contract/page/page-path.ts";
import { isSecret } from "../../process/secret.ts";
import { scriptsToCompile } from "../project/page-sources.ts";
import { UserError } from "../terminal.ts";
import { PrivatePlace } from "./private-place.ts";
import { protectedPage } from "./protected-page.ts";
import { watchProblem } from "./watch.ts";

// Bun's own development server, with hot reloading, for a page whose scripts are TypeScript or JSX.
// It answers every client, so it listens at a private address, with a gate on 127.0.0.1 in front of
// it:
//
// - The address of the first page contains an unguessable token; the answer is a cookie and the
//   real address, and without that cookie no other request is answered.
// - The `Host` and `Origin` of a request must be the gate's own, so that no page of another site
//   gets in by a name that resolves to 127.0.0.1.
// - Files come from the page's folder only.
//
// Pages get the policy of the configuration here, as the app sends it with its own.

/** Tried one after the other: with the same port, the stored data of pages persists. */
const usualPort = 1430;
const portsTried = 20;

const entryName = "index.html";

/** Whether a folder's page contains scripts that browsers cannot run. */
export function wantsPageServer(folder: string): boolean {
  const index = join(folder, entryName);
  if (!existsSync(index) || !statSync(index).isFile()) return false;
  return scriptsToCompile(readText(index)).length > 0;
}

/** One connection for hot reloading, through the gate. */
interface Pipe {
  readonly back: WebSocket;
  /** The messages that arrived before the other side was connected. */
  readonly early: (string | Buffer)[];
}

export interface PageServerOptions {
  readonly system: System;
  /** The folder of the page's sources. */
  readonly folder: string;
  /** A folder that only this user can enter; `null`: there are no sockets in folders. */
  readonly socketFolder: string | null;
  /** `null`: a free usual port. */
  readonly port: number | null;
  readonly policy: PagePolicy | null;
}

/** The pages in a folder of sources. */
function pageNames(folder: string): string[] {
  return readdirSync(folder).filter((file) => file.endsWith(".html"));
}

/** Serves a folder of sources as pages. */
export class PageServer implements AsyncDisposable {
  #options: PageServerOptions;
  readonly #pageNames: readonly string[];
  readonly #folder: string;
  readonly #place: PrivatePlace;
  readonly #token = randomBytes(24).toString("hex");
  readonly #back: Server<undefined>;
  readonly #door: Server<Pipe>;

  private constructor(
    options: PageServerOptions,
    names: readonly string[],
    place: PrivatePlace,
    back: Server<undefined>,
  ) {
    const { folder, port } = options;
    this.#options = options;
    this.#pageNames = names;
    this.#folder = realpathSync(folder);
    this.#place = place;
    this.#back = back;
    this.#door = this.#open(port);
  }

  /** @throws UserError when the port is taken, or files cannot be watched */
  static async start(options: PageServerOptions): Promise<PageServer> {
    const { folder, socketFolder } = options;
    const routes: Record<string, Bun.HTMLBundle> = {};
    const names = pageNames(folder);
    for (const name of names) {
      const page = ((await import(join(folder, name))) as { default: Bun.HTMLBundle }).default;
      routes[`/${name}`] = page;
      routes[name === entryName ? "/*" : `/${name.slice(0, -".html".length)}`] = page;
    }
    await using held = new AsyncDisposableStack();
    const place = held.use(new PrivatePlace(socketFolder, "pages"));
    try {
      const back = place.serve((where) =>
        Bun.serve({
          ...where,
          routes,
          development: {
            hmr: true,
            console: false,
            chromeDevToolsAutomaticWorkspaceFolders: false,
          },
        }),
      );
      held.defer(() => back.stop(true));
      const server = new PageServer(options, names, place, back);
      held.move();
      return server;
    } catch (error) {
      const problem = watchProblem(folder, error, options.system);
      throw problem === null ? error : new UserError(problem);
    }
  }

  /**
   * Applies another policy if nothing else differs, and returns whether it did. Starting a server
   * for each change of a configuration would exhaust the user's inotify limits on Linux: Bun 1.4
   * keeps the watches of a stopped server.
   */
  goOn(options: PageServerOptions): boolean {
    const { policy } = this.#options;
    if (!isDeepStrictEqual({ ...options, policy }, this.#options)) return false;
    if (!isDeepStrictEqual(pageNames(options.folder), this.#pageNames)) return false;
    this.#options = options;
    return true;
  }

  /** The address of the app's first page. */
  get address(): string {
    return `http://127.0.0.1:${this.#door.port}/${this.#token}/`;
  }

  #open(port: number | null): Server<Pipe> {
    const candidates =
      port === null ? Array.from({ length: portsTried }, (_, index) => usualPort + index) : [port];
    for (const candidate of candidates) {
      try {
        return this.#listen(candidate);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      }
    }
    throw new UserError(
      `Cannot listen on port ${candidates.join(", ")}: choose one that is free with --port`,
    );
  }

  #listen(port: number): Server<Pipe> {
    return Bun.serve<Pipe>({
      hostname: "127.0.0.1",
      port,
      // Otherwise Bun answers addresses of its own here, such as "/bun:info", and shows source code
      // with its errors.
      development: false,
      fetch: (request, server) => this.#answer(request, server),
      websocket: {
        open(front: ServerWebSocket<Pipe>) {
          const { back, early } = front.data;
          back.addEventListener("open", () => {
            for (const message of early.splice(0)) back.send(message);
          });
          back.addEventListener(
            "message",
            ({ data }: MessageEvent<string | ArrayBuffer>) => void front.send(data),
          );
          back.addEventListener("close", () => front.close());
        },
        message({ data: { back, early } }, message) {
          if (back.readyState === WebSocket.OPEN) back.send(message);
          else early.push(message);
        },
        close({ data: { back } }) {
          back.close();
        },
      },
    });
  }

  async #answer(request: Request, server: Server<Pipe>): Promise<Response | undefined> {
    const host = `127.0.0.1:${server.port}`;
    const origin = request.headers.get("origin");
    if (request.headers.get("host") !== host) return refused();
    if (origin !== null && origin !== `http://${host}`) return refused();
    const { pathname, search } = new URL(request.url);
    const cookie = `framework-dev-${server.port}`;
    const [, first = "", ...rest] = pathname.split("/");
    if (isSecret(first, this.#token)) {
      const headers = {
        location: `/${rest.join("/")}${search}`.replace(/^\/+/, "/"),
        "set-cookie": `${cookie}=${this.#token}; Path=/; HttpOnly; SameSite=Strict`,
        "cache-control": "no-store",
      };
      return new Response(null, { status: 307, headers });
    }
    const given = new Bun.CookieMap(request.headers.get("cookie") ?? "").get(cookie);
    if (given === null || !isSecret(given, this.#token)) return refused();

    if (request.headers.get("upgrade")?.toLowerCase() === "websocket") {
      return this.#upgrade(request, server, pathname + search);
    }
    const file = this.#file(pathname);
    if (file !== null) return sendFile(file, request.method);
    const body = request.body === null ? null : await request.arrayBuffer();
    const response = await this.#place.fetch(host, pathname + search, {
      method: request.method,
      headers: withoutCookie(request.headers),
      body,
      redirect: "manual",
      decompress: false,
    });
    const { policy } = this.#options;
    return policy === null ? response : await protectedPage(response, policy);
  }

  #upgrade(request: Request, server: Server<Pipe>, path: string): Response | undefined {
    const back = this.#place.webSocket(path);
    back.binaryType = "arraybuffer";
    // Both sides are connected in later turns, so no message is lost between here and `open`.
    if (server.upgrade(request, { data: { back, early: [] } })) return undefined;
    back.close();
    return refused();
  }

  /** A file of the folder that is no source: a picture, a font, data. */
  #file(pathname: string): string | null {
    try {
      const path = decodeURIComponent(pathname);
      if (/\.(?:html|[cm]?[jt]sx?|css)$/i.test(path)) return null;
      const file = join(this.#folder, path);
      // A link with a harmless name may point to a hidden file.
      const real = realpathSync(file);
      if (!real.startsWith(this.#folder + sep) || !statSync(real).isFile()) return null;
      return [path, real.slice(this.#folder.length)].some(staysOut) ? null : file;
    } catch {
      // No such file, or an impossible name.
      return null;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#door.stop(true), this.#back.stop(true)]);
    this.#place[Symbol.dispose]();
  }
}

function refused(): Response {
  return new Response("Cannot answer: this server is for the app that framework dev runs\n", {
    status: 403,
  });
}

function sendFile(file: string, method: string): Response {
  if (method !== "GET" && method !== "HEAD") return new Response(null, { status: 405 });
  return new Response(Bun.file(file), { headers: { "cache-control": "no-cache" } });
}

function withoutCookie(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete("cookie");
  return copy;
}

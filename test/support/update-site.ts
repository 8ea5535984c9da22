import { spyOn } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunkIndexName, writeChunks } from "../../src/bundler/update-chunks.ts";
import type { ChunkPacking } from "../../src/contract/shipped/chunk-index.ts";
import { generateKeys, openKey, signFile, type BoundFacts } from "../../src/cli/signer/minisign.ts";
import type { AppSpec } from "../../src/contract/shipped/pack.ts";
import { updatePlatform, type System } from "../../src/contract/target.ts";
import { thisMachine } from "./this-machine.ts";
import type { UpdateState } from "../../src/app/updater/state/state.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "./app/memory-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

const { architecture } = thisMachine;

/** The name of this machine in the feed: `linux-x86_64`. */
export const platform = updatePlatform({ system: "linux", architecture });

/** An AppImage as far as its first bytes go, and a text by which it is known. */
export function image(
  text: string,
  { processor = architecture }: { processor?: string } = {},
): Buffer {
  const head = Buffer.alloc(64);
  head.write("\x7fELF", 0, "latin1");
  head.write("AI\x02", 8, "latin1");
  head.writeUInt16LE(processor === "arm64" ? 183 : 62, 18);
  return Buffer.concat([head, Buffer.from(text)]);
}

export type Answer = Response | Promise<Response>;

export interface Offer extends Partial<Omit<BoundFacts, "time">> {
  /** Its version in the feed. Default: 1.1.0. */
  readonly version?: string;
  readonly payload: Uint8Array;
  /** The facts in its signature. Default: those of the feed. */
  readonly bound?: {
    readonly app?: string | null;
    readonly version?: string | null;
    readonly target?: string | null;
    readonly time?: number;
    readonly expires?: number | null;
  };
  /** The signed content. Default: the payload. */
  readonly signed?: Uint8Array;
  /** Another key than the app knows. */
  readonly secretKey?: string;
  readonly notes?: string;
  readonly rollout?: number;
  readonly pub_date?: string;
}

/** The files that parts of a version come from. */
export interface ChunkOffer {
  readonly chunks: Buffer;
  readonly index: Buffer;
}

/** The part of a file that a request wants, as servers of files answer. */
export function partOf(bytes: Buffer, request: Request): Response {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "") ?? [];
  if (from === undefined || to === undefined) return new Response(new Uint8Array(bytes));
  return new Response(new Uint8Array(bytes.subarray(Number(from), Number(to) + 1)), {
    status: 206,
    headers: { "content-range": `bytes ${from}-${to}/${bytes.length}` },
  });
}

/** That of the app, unless its configuration says otherwise. */
const identifier = "org.example.memory";

/** The server's name in production. */
const host = "https://updates.example";

export interface UpdateSiteOptions {
  /**
   * Whether the app runs in this process, which has `variables` meanwhile, and a `fetch` that
   * reaches the server. Default: yes.
   */
  readonly isHere?: boolean;
}

/**
 * A machine where an app is installed as an AppImage, and the server that has its updates. Leaving
 * the scope gives the process its own variables and `fetch` back.
 */
export class UpdateSite implements Disposable {
  readonly #dir: TempDir;
  readonly #server: Bun.Server<undefined>;
  readonly #held = new DisposableStack();
  /** The installed AppImage. */
  readonly file: string;
  readonly keys = generateKeys(null);
  /** The paths that were asked for, with their queries. */
  readonly requests: string[] = [];
  /** The answers of the server, by path. */
  readonly answers: Record<string, (request: Request) => Answer> = {};
  readonly system: System = "linux";
  /** The environment of whatever is installed. */
  readonly variables: Readonly<Record<string, string>>;

  constructor(
    installed: Uint8Array = image("version 1.0.0"),
    { isHere = true }: UpdateSiteOptions = {},
  ) {
    this.#dir = this.#held.use(tempDir());
    const { path } = this.#dir;
    mkdirSync(join(path, "apps"));
    this.file = join(path, "apps", "Memory.AppImage");
    writeFileSync(this.file, installed);
    chmodSync(this.file, 0o751);
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        const { pathname, search } = new URL(request.url);
        this.requests.push(`${pathname}${search}`);
        return this.answers[pathname]?.(request) ?? new Response(null, { status: 404 });
      },
    });
    this.#held.defer(() => void this.#server.stop(true));
    this.variables = {
      HOME: path,
      APPIMAGE: this.file,
      APPDIR: join(path, "mount"),
      XDG_DATA_HOME: join(path, "data"),
      TMPDIR: path,
      APPIMAGE_EXTRACT_AND_RUN: "1",
      STARTED: join(path, "started"),
    };
    if (isHere) this.#begin();
  }

  /** Makes this process the one that the app runs in. */
  #begin(): void {
    const names = Object.keys(this.variables);
    const before = names.map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, this.variables);
    this.#held.defer(() => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    const { fetch } = globalThis;
    const here = this.url;
    const reach = (input: unknown, init?: RequestInit) =>
      fetch(String(input).replace(host, here), init);
    this.#held.use(spyOn(globalThis, "fetch").mockImplementation(reach as typeof fetch));
  }

  /** The server's address without TLS. */
  get url(): string {
    return this.#server.url.origin;
  }

  get folder(): string {
    return this.#dir.path;
  }

  /** The name of this story's machine in feeds and signatures. */
  get platform(): string {
    return updatePlatform({ system: this.system, architecture });
  }

  /** The program of the app. */
  get executable(): string {
    return join(this.folder, "mount/usr/bin/memory");
  }

  /** The installed content, as text. */
  get installed(): string {
    return readFileSync(this.file).subarray(64).toString();
  }

  get mode(): number {
    return statSync(this.file).mode & 0o777;
  }

  /** All that lies where the AppImage is. */
  get names(): string[] {
    return readdirSync(join(this.folder, "apps")).sort();
  }

  /** The output of the started AppImages of `startable-image.ts`, a line for each. */
  get started(): string {
    try {
      return readFileSync(join(this.folder, "started"), "utf8");
    } catch {
      return "";
    }
  }

  get statePath(): string {
    return join(this.folder, `data/${identifier}/private/.updates/state.json`);
  }

  get state(): UpdateState {
    return JSON.parse(readFileSync(this.statePath, "utf8")) as UpdateState;
  }

  set state(state: UpdateState) {
    mkdirSync(join(this.statePath, ".."), { recursive: true });
    writeFileSync(this.statePath, JSON.stringify(state));
  }

  /** Lets the server offer a version, signed; returns what its feed says. */
  async offer(offer: Offer): Promise<Record<string, unknown>> {
    const { payload, version = "1.1.0", bound = {}, signed = payload, secretKey, ...more } = offer;
    const file = join(this.folder, "Memory.AppImage.tar.gz");
    writeFileSync(file, signed);
    const signature = await signFile(file, openKey(secretKey ?? this.keys.secretKey, ""), {
      time: bound.time ?? 1_700_000_000,
      app: bound.app === undefined ? identifier : bound.app,
      version: bound.version === undefined ? version : bound.version,
      target: bound.target === undefined ? this.platform : bound.target,
      expires: bound.expires ?? null,
    });
    const feed = {
      version,
      platforms: { [this.platform]: { url: `${host}/download`, signature } },
      ...more,
    };
    this.answers["/feed"] = () => Response.json(feed);
    this.answers["/download"] = () => new Response(payload as Uint8Array<ArrayBuffer>);
    return feed;
  }

  /**
   * Lets the server offer a version of which parts can be downloaded; returns what is installed
   * from them.
   */
  async offerChunks(offer: Offer, packing: ChunkPacking = "none"): Promise<ChunkOffer> {
    const feed = await this.offer(offer);
    const name = "Memory.chunks";
    writeChunks(offer.payload, { folder: this.folder, name, packing });
    const file = join(this.folder, name);
    const { version = "1.1.0", bound = {} } = offer;
    const signature = await signFile(chunkIndexName(file), openKey(this.keys.secretKey, ""), {
      time: bound.time ?? 1_700_000_000,
      app: bound.app === undefined ? identifier : bound.app,
      version,
      target: this.platform,
      expires: bound.expires ?? null,
    });
    const chunks = { url: `${host}/chunks`, index: `${host}/index`, signature };
    for (const one of Object.values(feed["platforms"] as Record<string, object>))
      Object.assign(one, { chunks });
    this.answers["/index"] = () => new Response(Bun.file(chunkIndexName(file)));
    this.answers["/chunks"] = (request) => partOf(readFileSync(file), request);
    return { chunks: readFileSync(file), index: readFileSync(chunkIndexName(file)) };
  }

  /** Starts the installed version of the app. */
  start(
    updater: {
      readonly dialog?: boolean;
      readonly pubkey?: string;
      readonly endpoints?: string[];
      readonly acceptUnboundSignatures?: boolean;
      readonly validDays?: number;
    } = {},
    {
      version = "1.0.0",
      mode = "release",
      ...options
    }: MemoryAppOptions & { readonly version?: string; readonly mode?: AppSpec["mode"] } = {},
  ): Promise<MemoryApp> {
    const settings = {
      active: true,
      dialog: false,
      endpoints: [`${host}/feed`],
      pubkey: this.keys.publicKey,
      ...updater,
    };
    return startInMemory({
      system: this.system,
      executable: this.executable,
      mode,
      ...options,
      config: {
        package: { productName: "Memory", version },
        ...options.config,
        framework: { ...options.config?.framework, updater: settings },
      },
    });
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }
}

/** Has the page ask whether there is an update. */
export const check = ({ page }: MemoryApp) => page.invoke("updater.checkUpdate", {});

/** Has the page ask for the update to be installed. */
export const install = ({ page }: MemoryApp) => page.invoke("updater.installUpdate", {});

/** Standard error while something runs. */
export async function output(run: () => Promise<unknown>): Promise<string> {
  using write = spyOn(process.stderr, "write").mockReturnValue(true);
  await run();
  return write.mock.calls.map(([text]) => String(text)).join("");
}

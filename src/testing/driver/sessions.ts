import { statSync } from "node:fs";
import { launchDriven } from "../launch.ts";
import { parseCapabilities, platformName, type AppOptions, type Wanted } from "./capabilities.ts";
import { DriverError } from "./errors.ts";
import type { Parameters } from "./parameters.ts";
import { Followed, Session } from "./session.ts";

/** The sessions of a driver. Disposing of them ends their apps. */
export class Sessions implements AsyncDisposable {
  readonly #folder: string;
  readonly #open = new Map<string, Session>();

  /** @param folder the app for a client that names none */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws DriverError `invalid session id` */
  find(id: string): Session {
    const session = this.#open.get(id);
    if (session !== undefined) return session;
    throw new DriverError("invalid session id", `Cannot find session "${id}": it is not open`);
  }

  /** @throws DriverError `session not created`, `invalid argument` */
  async start(body: Parameters): Promise<object> {
    const wanted = parseCapabilities(body, this.#folder);
    const session = await startSession(wanted);
    this.#open.set(session.id, session);
    return { sessionId: session.id, capabilities: await capabilities(session) };
  }

  async end(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.end(id)));
  }
}

async function startSession(wanted: Wanted): Promise<Session> {
  try {
    const { promise: followed, resolve } = Promise.withResolvers<Followed>();
    const app = await launchDriven(launchOptions(wanted.app), (line) =>
      resolve(new Followed(line)),
    );
    const [first] = await app.windows.list();
    if (first !== undefined) return new Session(app, await followed, wanted, first.label);
    await app[Symbol.asyncDispose]();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new DriverError("session not created", message, { cause });
  }
  throw new DriverError("session not created", "Cannot drive the app: it has opened no window");
}

function launchOptions({ app, args, env, mode }: AppOptions): LaunchedApp {
  const status = statSync(app, { throwIfNoEntry: false });
  if (status === undefined)
    throw new Error(`Cannot find "${app}": want the folder of a project, or a debug build of it`);
  return status.isDirectory()
    ? { project: app, target: mode, args, env }
    : { project: process.cwd(), target: app, args, env };
}

type LaunchedApp = globalThis.Parameters<typeof launchDriven>[0];

async function capabilities(session: Session): Promise<object> {
  const { wanted, timeouts, app } = session;
  const asked = app.evaluateIn({ window: session.window }, () =>
    String(Reflect.get(globalThis, "navigator")?.userAgent),
  );
  // A page that asks its user does not answer, and a foreign one refuses to.
  const userAgent = (await session.prompts.before(session.window, asked).catch(() => null)) ?? "";
  return {
    browserName: "framework",
    browserVersion: /(?:AppleWebKit|Edg)\/(\S+)/.exec(userAgent)?.[1] ?? "",
    platformName,
    acceptInsecureCerts: false,
    pageLoadStrategy: wanted.pageLoadStrategy,
    proxy: {},
    setWindowRect: true,
    timeouts,
    strictFileInteractability: wanted.isStrictAboutFiles,
    unhandledPromptBehavior: wanted.prompts,
    userAgent,
    "framework:options": wanted.app,
  };
}

import { isMainThread } from "node:worker_threads";
import type { Recorder } from "../../../src/app/calls/recorder.ts";
import { UseRecorder } from "../../../src/app/use-recorder.ts";
import type { DevProfile } from "../../../src/contract/ui/index.ts";
import { startApp, type AppStart } from "../../../src/app/start.ts";
import type { Services } from "../../../src/app/services.ts";
import { pageScripts, usedScripts } from "../../../src/cli/build/pages/page-scripts.ts";
import type { HandedOver, ToApp, ToUi } from "../../../src/contract/page/message.ts";
import type { AppSpec, AssetSource, PageScripts } from "../../../src/contract/shipped/pack.ts";
import type {
  CommandInput,
  CommandName,
  CommandResult,
} from "../../../src/contract/commands/index.ts";
import { MemoryPlatform, type Answers } from "../../../src/native/memory/index.ts";
import type { MemoryEngine } from "../../../src/native/memory/engine.ts";
import { answer } from "../../../src/native/start.ts";
import type { Bridge } from "../../../src/api/invoke.ts";
import type { ResolvedConfig } from "../../../src/config/index.ts";
import { appParts } from "./app-parts.ts";
import { settledConfig, type AuthorConfig } from "../config.ts";
import { thisHost, type Host } from "../../../src/app/process/host.ts";
import { schemeHosts } from "../../../src/contract/page/origins.ts";
import { systems, type System } from "../../../src/contract/target.ts";
import { macHost } from "../macos/mac-host.ts";
import { here, systemHere } from "../each-system.ts";
import { thisMachine } from "../this-machine.ts";
import { windowsHost } from "../windows/windows-host.ts";

export interface MemoryAppOptions {
  /** The system that the app is on. Default: that of the story, see `each-system.ts`. */
  readonly system?: System;
  /** Allowlist flags to set: `["dialog.open"]`. */
  readonly allow?: readonly string[];
  /** More configuration; `allow` is merged into it. */
  readonly config?: AuthorConfig;
  readonly answers?: Answers;
  /** The abilities of its web engine. */
  readonly engine?: MemoryEngine;
  /** The file the app claims to run from, and what it was started with. */
  readonly executable?: string;
  readonly arguments?: readonly string[];
  /** The folder that its user was in. Default: that of the tests. */
  readonly workingFolder?: string;
  /** The exports of `main.ts`. */
  readonly definition?: unknown;
  readonly assets?: AssetSource;
  /** The isolation application. A memory page has no frames, so its calls are refused. */
  readonly isolation?: AssetSource;
  readonly icons?: AppSpec["icons"];
  readonly mode?: AppSpec["mode"];
  /** The engine's, of an app in development that `framework dev` runs. */
  readonly profile?: DevProfile;
  /** Called with the exit code when the app ends. */
  readonly onQuit?: (code: number) => void;
  /** The page's policy forbids requests (`connect-src 'none'`). */
  readonly mayNotRequest?: boolean;
  /** Hears what pages use, as that of an app in development does. */
  readonly recorder?: Recorder;
  /** The files that the tool of such an app keeps. */
  readonly keeps?: readonly string[];
  /** The delay of a page's request on its way: messages overtake it. */
  readonly onTheWay?: () => Promise<void>;
  /** The line to a testing tool. */
  readonly automation?: AppStart["automation"];
}

/** A page with the real bridge in it, talking to the memory platform. */
export interface MemoryPage {
  invoke<N extends CommandName>(command: N, args: CommandInput<N>): Promise<CommandResult<N>>;
  invoke(command: string, args?: unknown): Promise<unknown>;
  /** Calls a command whose result is bytes. */
  invokeForBytes(command: string, args?: unknown): Promise<unknown>;
  /** `window.__FRAMEWORK__`, where the configuration asks for it. */
  readonly global:
    Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>> | undefined;
  /** Adds a listener for an event; settles with what removes it. */
  readonly listen: Bridge["listen"];
  /** The errors of the page's listeners. */
  readonly errors: readonly unknown[];
  /** Whatever text the page might post by itself; resolves with the reply's text. */
  post(text: string): Promise<string>;
  readonly window: EventTarget;
  readonly document: EventTarget;
  /** `window.open` of the page. */
  readonly open: (url?: string, target?: string) => unknown;
  /** The windows the page knows of. */
  readonly labels: readonly string[];
}

/**
 * A whole app in this process: the real app room and the real page scripts on the memory platform.
 * Leaving the scope checks that nothing was left without an answer.
 */
export interface MemoryApp extends Disposable {
  readonly platform: MemoryPlatform;
  readonly services: Services;
  /** Another app thread takes the place of the one that runs, as in development. */
  restart(definition: unknown): Promise<void>;
  readonly page: MemoryPage;
  /** The page of another window, or of the same window after it navigated. */
  pageOf(window: string): MemoryPage;
}

const places = [...systems, "windows by http"] as const;
const scripts = Object.fromEntries(
  await Promise.all(
    places.map(async (place) => {
      const system = place === "windows by http" ? "windows" : place;
      const hosts = schemeHosts(system, place === "windows by http");
      return [
        place,
        await pageScripts({ system, hosts, isIsolated: false, reports: null }),
      ] as const;
    }),
  ),
) as unknown as Readonly<Record<(typeof places)[number], PageScripts>>;

/** Those of an app in development. */
const developmentScripts = (system: System) =>
  pageScripts({
    system,
    hosts: schemeHosts(system, false),
    isIsolated: false,
    reports: { withConsole: false },
  });

/** The environment of such an app. */
export function memoryAppSpec(options: MemoryAppOptions): AppStart["appSpec"] {
  const system = options.system ?? systemHere();
  const settled = settledConfig(options.config ?? {}, options.allow ?? []);
  const config = options.isolation === undefined ? settled : isolated(settled);
  const isByHttp = system === "windows" && config.framework.security.dangerousUseHttpScheme;
  return {
    mode: options.mode ?? "release",
    system,
    architecture: thisMachine.architecture,
    frameworkVersion: "1.2.3",
    config,
    assets: options.assets ?? { kind: "pack", files: {} },
    icons: options.icons ?? { window: null, tray: null },
    isolation: options.isolation ?? null,
    scripts: usedScripts(scripts[isByHttp ? "windows by http" : system], config, {
      mode: options.mode ?? "release",
      system,
    }),
  };
}

function isolated(config: ResolvedConfig): ResolvedConfig {
  const pattern = { use: "isolation", options: { dir: "isolation" } } as const;
  return { ...config, framework: { ...config.framework, pattern } };
}

/** This machine as the app finds it, told that it is of that system. */
function memoryHost(system: System): Host {
  if (system === "macos") return macHost();
  return system === "windows" ? windowsHost() : thisHost(system);
}

/** Starts an app with one window, `main`, unless `config` says otherwise. */
export async function startInMemory(options: MemoryAppOptions = {}): Promise<MemoryApp> {
  const appSpec = memoryAppSpec(options);
  if (options.profile !== undefined)
    Object.assign(appSpec, {
      profile: options.profile,
      scripts: usedScripts(await developmentScripts(appSpec.system), appSpec.config, appSpec),
    });
  // As of a port: what comes before the app thread listens waits for it.
  let receive: ((message: ToApp) => void) | null = null;
  const waiting: ToApp[] = [];
  const deliver = (message: ToApp): void =>
    queueMicrotask(() => (receive === null ? void waiting.push(message) : receive(message)));
  const platform = new MemoryPlatform(
    { emit: (event, payload) => deliver({ kind: "event", event, payload } as ToApp) },
    options.answers,
    options.engine,
  );
  const executable = options.executable ?? here(process.execPath);
  const isTool = options.recorder !== undefined || options.profile !== undefined;
  let threads = 0;
  let handOver: (() => HandedOver) | null = null;
  const boot = async (definition: unknown): Promise<Services> => {
    const thread = ++threads;
    const handedOver = structuredClone(handOver?.() ?? null);
    // Answers to calls of one thread do not reach the next one.
    const answered = (message: ToApp): void => {
      if (thread === threads) deliver(message);
    };
    const services = await startApp({
      channel: {
        ownsThread: !isMainThread,
        handedOver,
        post: (message: ToUi) =>
          queueMicrotask(() => {
            if (thread !== threads) return;
            answer(platform, message, answered);
            if (message.call === "app.quit") options.onQuit?.(message.args.code);
          }),
        listen: (listener) => {
          receive = listener;
          for (const message of waiting.splice(0)) listener(message);
        },
      },
      hostOf: memoryHost,
      appSpec,
      executable,
      pack: { path: executable, descriptor: -1 },
      arguments: options.arguments ?? [],
      workingFolder: options.workingFolder ?? here(process.cwd()),
      loadDefinition: async () => definition,
      parts: await appParts(appSpec.config),
      automation: options.automation,
      ...(isTool && {
        tool: {
          follow() {},
          begun: (_, given) => void (handOver = given),
          recorder: options.recorder ?? new UseRecorder(() => {}),
          keeps: options.keeps ?? [],
        },
      }),
    });
    if (services === null) throw new Error("The app did not start; it has said why");
    return services;
  };
  let services = await boot(options.definition);
  // A document has one bridge, which numbers its calls.
  const pages = new Map<number, MemoryPage>();
  const pageOf = (window: string): MemoryPage => {
    const document = platform.windows.get(window)?.documents.current?.document ?? 0;
    const page = pages.get(document) ?? openPage(platform, window, options);
    pages.set(document, page);
    return page;
  };
  const first = appSpec.config.framework.windows[0]?.label ?? "main";
  const page = platform.windows.has(first) ? pageOf(first) : null;
  return {
    platform,
    get services() {
      return services;
    },
    async restart(definition) {
      receive = null;
      platform.restarting();
      services = await boot(definition);
      // As an engine does by itself: the pages run what they were given.
      for (const each of pages.values()) void each.labels;
    },
    get page() {
      return page ?? pageOf(first);
    },
    pageOf,
    [Symbol.dispose]() {
      // A page that listens to events keeps one call waiting for them.
      const left = platform.held - services.events.readers;
      if (left > 0) throw new Error(`${left} requests or dialogs were left without an answer`);
    },
  };
}

interface PageWindow extends EventTarget {
  readonly memory: unknown;
  fetch(
    url: string,
    init: RequestInit & { headers: Record<string, string>; body?: Uint8Array },
  ): Promise<Response>;
  reportError(error: unknown): void;
  open(url?: string, target?: string): unknown;
  readonly setTimeout: typeof setTimeout;
  readonly name: string;
  readonly location: { readonly origin: string };
  readonly document: EventTarget & { readonly baseURI: string };
  __FRAMEWORK_BRIDGE__?: Bridge;
  readonly __FRAMEWORK_WINDOW__?: { readonly labels: readonly string[] };
  __FRAMEWORK__?: MemoryPage["global"];
}

function openPage(platform: MemoryPlatform, label: string, options: MemoryAppOptions): MemoryPage {
  const errors: unknown[] = [];
  const given = platform.openPage(label);
  const window: PageWindow = Object.assign(new EventTarget(), {
    reportError: (error) => void errors.push(error),
    // As the engine answers: with no window.
    open: () => null,
    setTimeout,
    name: "",
    location: { origin: "framework://localhost" },
    document: Object.assign(new EventTarget(), {
      baseURI: "framework://localhost/",
      getElementsByTagName: () => [],
      querySelector: () => null,
    }),
    memory: given.memory,
    async fetch(url, { method, headers, body }) {
      await options.onTheWay?.();
      if (options.mayNotRequest) throw new TypeError("refused by the page's policy");
      const response = await platform.request(label, url, {
        ...(method !== undefined && { method }),
        headers,
        body: body ?? new Uint8Array(),
      });
      if (response.body.kind !== "bytes") throw new Error("A call is answered with bytes");
      const { bytes } = response.body;
      return new Response(bytes.length === 0 ? null : (bytes as Uint8Array<ArrayBuffer>), {
        status: response.status,
        headers: { ...response.headers },
      });
    },
  } satisfies Omit<PageWindow, keyof EventTarget>);
  const opened = platform.windows.get(label);
  if (opened === undefined) throw new Error(`Window "${label}" is not open`);
  const { scripts, evaluated } = opened;
  const place = (source: string): unknown => new Function("window", source)(window); // oxlint-disable-line no-implied-eval -- as the engine runs it
  place(given.bridge);
  // There is no video and audio in this page; test/display/media.test.ts plays it in a real one.
  // The page of a test shares its prototypes with all other tests of the process.
  const leftOut = /HTMLMediaElement|Object\.freeze\(Object\.prototype\)/;
  for (const { source } of scripts) if (!leftOut.test(source)) place(source);
  let evaluatedTo = evaluated.length;
  const bridge = window.__FRAMEWORK_BRIDGE__ as Bridge;
  return {
    invoke: (command: string, args?: unknown) =>
      bridge.call(command, args, false) as Promise<never>,
    invokeForBytes: (command, args) => bridge.call(command, args, true),
    global: window.__FRAMEWORK__,
    listen: (...args) => bridge.listen(...args),
    errors,
    post: (text) => platform.postMessage(label, text),
    window,
    document: window.document,
    open: (...args) => window.open(...args),
    get labels() {
      while (evaluatedTo < evaluated.length) place(evaluated[evaluatedTo++] ?? "");
      return window.__FRAMEWORK_WINDOW__?.labels ?? [];
    },
  };
}

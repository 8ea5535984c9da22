import { join } from "node:path";
import type { ResolvedConfig } from "../config/index.ts";
import type { AppManifest } from "../contract/pack.ts";
import type { PageScript, UiCallArgs } from "../contract/ui.ts";
import { allowedFlags } from "../contract/allowed-flags.ts";
import { privateFolder } from "./app.ts";
import { AssetProtocol, assetOrigin } from "./asset-protocol.ts";
import { Assets } from "./assets.ts";
import { baseDirectories, type BaseDirectories } from "./base-directories.ts";
import { Children } from "./children.ts";
import { readCommandLine } from "./cli/command-line.ts";
import { handlers } from "./commands/index.ts";
import type { Services } from "./context.ts";
import { PagePolicy } from "./csp.ts";
import { readDefinition, type AppDefinition } from "./definition.ts";
import { Dispatcher } from "./dispatch.ts";
import { Documents } from "./documents.ts";
import { Events } from "./events.ts";
import { Exit } from "./exit.ts";
import { openCalls, sealedCalls, type Calls } from "./calls.ts";
import { Isolation, isolationOrigin, isolationPolicy } from "./isolation.ts";
import type { Launch } from "./launch.ts";
import { MediaServer } from "./media-server.ts";
import { Origins } from "./origins.ts";
import { OwnCode } from "./own-code.ts";
import { readOwnFile } from "./own-file.ts";
import { Requests, type RequestsOptions } from "./requests.ts";
import { FsScope } from "./scope/fs.ts";
import { Grants } from "./scope/grants.ts";
import { HttpScope } from "./scope/http.ts";
import { ShellScope } from "./scope/shell.ts";
import { Shortcuts } from "./shortcuts.ts";
import type { Tool } from "./tool.ts";
import { Tray } from "./tray.ts";
import { Ui, type UiChannel } from "./ui.ts";
import { endAppWithThread, failApp } from "./uncaught.ts";
import { reportWindowEvents } from "./window-events.ts";
import { Windows } from "./windows.ts";

export interface AppStart {
  readonly channel: UiChannel;
  readonly manifest: AppManifest<ResolvedConfig>;
  /** The file the app runs from: where the asset pack is, and what `$EXE` and `$RESOURCE` are beside. */
  readonly executable: string;
  /** What follows the executable on the command line. */
  readonly arguments: readonly string[];
  /** What `src-framework/main.ts` exports, read when the app starts; it may throw. */
  readonly loadDefinition: () => Promise<unknown>;
  /** In development: the line to the tool that watches over the app. */
  readonly tool?: Tool;
}

/**
 * Runs the app on this thread: opens its windows and answers their pages until the last window closes.
 * Whatever stops it from starting is told to standard error, and the process ends with exit code 1.
 */
export async function startApp(start: AppStart): Promise<Services | null> {
  const ui = new Ui(start.channel);
  const exit = new Exit(ui);
  endAppWithThread(exit);
  start.tool?.follow({ ui, exit });
  try {
    const launch = launchOf(start);
    const beginning = await readCommandLine(start.manifest.config, launch, exit);
    if (beginning.ends) return null;
    const definition = readDefinition(await start.loadDefinition());
    return await begin(ui, exit, start, definition, { launch, cliMatches: beginning.matches });
  } catch (error) {
    failApp(exit, error);
    return null;
  }
}

function launchOf({
  manifest: { mode, system, frameworkVersion },
  executable,
  arguments: given,
}: AppStart): Launch {
  return { mode, system, frameworkVersion, executable, arguments: given };
}

async function begin(
  ui: Ui,
  exit: Exit,
  start: AppStart,
  definition: AppDefinition,
  begun: Pick<Services, "launch" | "cliMatches">,
): Promise<Services> {
  const { manifest, executable } = start;
  const { config } = manifest;
  const name = config.package.productName;
  const { bundle, allowlist, security, windows } = config.framework;
  const folders = baseDirectories({ identifier: bundle.identifier, executable, name });
  const dataDirectory = folders.APPLOCALDATA;
  const denied = ownFolders(folders);

  const origins = new Origins(manifest);
  const grants = new Grants();
  const documents = new Documents();
  const events = new Events(documents, (error) => failApp(exit, error));
  const allowed = allowedFlags(allowlist);
  const children = new Children();
  exit.onExit(() => children.killAll());
  const isolation = manifest.isolation === null ? null : new Isolation();
  const frameOrigin = isolationOrigin(manifest.system, security.dangerousUseHttpScheme);
  const frameScripts: PageScript[] = [];
  if (isolation !== null) {
    const source = `(${manifest.scripts.isolation})(${JSON.stringify([...isolation.key])})`;
    frameScripts.push({ source, pages: [`${frameOrigin}/*`] });
  }
  const windowList = new Windows({ manifest, origins, ui, events, allowed, own: definition, frameScripts });
  const services: Services = {
    ...begun,
    name,
    config,
    ui,
    windows: windowList,
    documents,
    events,
    exit,
    baseDirectories: folders,
    grants,
    fsScope: new FsScope({ scope: allowlist.fs.scope, folders, grants, denied }),
    assetScope: new FsScope({
      scope: allowlist.protocol.assetScope,
      setting: "framework.allowlist.protocol.assetScope",
      folders,
      grants,
      denied,
    }),
    httpScope: new HttpScope(allowlist.http.scope),
    shellScope: new ShellScope({
      scope: allowlist.shell.scope,
      // `shell.all` without an expression of its own opens what the default one admits.
      open: allowlist.shell.open === false ? allowed.has("shell.open") : allowlist.shell.open,
      externalBin: bundle.externalBin ?? [],
      folders,
    }),
    children,
    shortcuts: new Shortcuts({ ui, events, documents, system: manifest.system }),
    tray: new Tray({ config, system: manifest.system, ui, events, windows: windowList, exit }),
  };
  const own = new OwnCode(definition, services);
  const dispatcher = new Dispatcher(services, origins, allowed, handlers as never, own);
  const calls = isolation === null ? openCalls : sealedCalls(isolation);
  const assetProtocol = new AssetProtocol(
    services.assetScope,
    allowed.has("protocol.asset"),
    (origin) => origins.isLocal(origin),
    (window, url) => media.address(window, url),
  );
  const media = new MediaServer((request) => assetProtocol.respond(request), documents);
  const requests = new Requests({
    dispatcher,
    calls,
    documents,
    assets: new Assets(
      manifest.assets,
      executable,
      pagePolicy(manifest, isolation === null ? [] : [frameOrigin]),
    ),
    assetProtocol,
    assetOrigin: assetOrigin(manifest.system, security.dangerousUseHttpScheme),
    isLocal: (origin) => origins.isLocal(origin),
    isolation: isolationFrame(start, origins, frameOrigin),
  });
  listen(ui, services, dispatcher, calls, requests);
  ui.open();

  await beginOnScreen(ui, exit, {
    name,
    identifier: bundle.identifier,
    dataDirectory: dataDirectory === null ? null : join(dataDirectory, "webview"),
    cacheDirectory: folders.APPCACHE === null ? null : join(folders.APPCACHE, "webview"),
    schemes: ["framework", "asset", ...(isolation === null ? [] : ["framework-isolation"])],
  });
  await showIcons(start, services);
  await own.setUp();
  await services.windows.openAll(windows);
  if (start.tool !== undefined) {
    ui.tell("app.ready", {});
    start.tool.begun(() => services.windows.reloadPages());
  }
  return services;
}

/** What the app keeps for itself: what its pages stored, the engine's cache, grants and the state of updates. */
export function ownFolders(folders: BaseDirectories): readonly string[] {
  const { APPLOCALDATA: data, APPCACHE: cache } = folders;
  return [data && join(data, "webview"), cache && join(cache, "webview"), privateFolder(folders)].filter(
    (folder) => folder !== null,
  );
}

/** Before the app's own code runs, so that what it changes stays. */
async function showIcons(
  { manifest: { icons }, executable }: AppStart,
  { ui, tray }: Services,
): Promise<void> {
  if (icons.window !== null) await ui.call("app.setIcon", { icon: readOwnFile(icons.window, executable) });
  if (icons.tray !== null) await tray.setIcon(readOwnFile(icons.tray, executable));
}

/** @param frames origins whose pages may be shown inside of the app's own */
function pagePolicy({ mode, config }: AppStart["manifest"], frames: readonly string[]): PagePolicy | null {
  const { csp, devCsp, dangerousDisableAssetCspModification: untouched } = config.framework.security;
  const policy = mode === "dev" ? (devCsp ?? csp) : csp;
  return policy === null ? null : new PagePolicy(policy, untouched, frames);
}

/** The isolation frame may be shown by every page that may call, whichever window it is in. */
function isolationFrame(
  { manifest, executable }: AppStart,
  origins: Origins,
  origin: string,
): RequestsOptions["isolation"] {
  const { isolation: source, config } = manifest;
  if (source === null) return null;
  const listed = config.framework.security.dangerousRemoteDomainIpcAccess.flatMap(({ windows }) => windows);
  const labels = [...new Set(["", ...listed])];
  const policy = isolationPolicy(
    origin,
    labels.flatMap((label) => origins.pages(label)),
  );
  return { origin, assets: new Assets(source, executable, new PagePolicy(policy, false)) };
}

/** Where nothing can be shown, no change of the app's code helps: the app ends, in development, too. */
async function beginOnScreen(ui: Ui, exit: Exit, identity: UiCallArgs<"app.begin">): Promise<void> {
  try {
    await ui.call("app.begin", identity);
  } catch (error) {
    exit.afterFailure = () => void exit.quit(1);
    throw error;
  }
}

function listen(ui: Ui, services: Services, dispatcher: Dispatcher, calls: Calls, requests: Requests): void {
  ui.on("page.opened", (sender) => services.documents.opened(sender));
  ui.on("page.closed", ({ document }) => {
    services.documents.closed(document);
    calls.closed(document);
  });
  ui.on("page.message", ({ request, sender, text }) => {
    void dispatcher
      .answer(sender, () => calls.text(sender, text))
      .then((reply) => {
        const json =
          reply.attachments.length === 0
            ? reply.json
            : JSON.stringify({ ok: true, ticket: services.documents.keep(sender.document, reply) });
        ui.tell("page.reply", { request, text: json });
      });
  });
  ui.on("page.request", (request) => {
    void requests
      .respond(request)
      .then((response) => ui.tell("page.respond", { request: request.request, response }));
  });
  ui.on("window.closeRequested", ({ window }) => {
    // In development a window may be older than this thread, which has yet to adopt it.
    if (services.windows.labels.includes(window)) void services.windows.requestClose(window);
  });
  ui.on("window.closed", ({ window }) => {
    services.windows.closed(window);
    if (services.windows.labels.length === 0 && services.exit.endsWithLastWindow) void services.exit.quit(0);
  });
  ui.on("shortcut.pressed", ({ id }) => services.shortcuts.pressed(id));
  ui.on("tray.clicked", (click) => services.tray.clicked(click));
  ui.on("tray.menuClicked", ({ item }) => services.tray.chosen(item));
  reportWindowEvents(services);
  ui.on("app.terminate", () => void services.exit.quit(0));
}

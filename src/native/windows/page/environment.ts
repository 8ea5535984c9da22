import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppIdentity } from "../../../contract/ui/index.ts";
import { makeDataFolder } from "../../data-folder.ts";
import type { Address } from "../../ffi/signature.ts";
import { comObject, type ObjectOf } from "../com/client.ts";
import { check, E_NOTIMPL, S_OK, type HResult } from "../com/hresult.ts";
import { lend, serve } from "../com/server.ts";
import { giveText } from "../com/text.ts";
import { environmentOptions } from "../lib/webview2-handlers.ts";
import { ICoreWebView2Environment } from "../lib/webview2.ts";
import { giveAddress, giveNumber } from "../memory.ts";
import { wide } from "../wide-text.ts";
import { alwaysGiven, featuresOff, usuallyGiven } from "./engine-capabilities.ts";
import { completion } from "./handlers.ts";
import type { Overrides } from "./overrides.ts";
import { minVersion, openRuntime, type CreateEnvironment, type Runtime } from "./runtime.ts";

/** Creates the views of an app: its browser process, and the storage of its pages. */
export type Environment = ObjectOf<typeof ICoreWebView2Environment>;

/**
 * Starts the browser process of an app, or joins that of another instance: both must have the same
 * options.
 *
 * @param open opens a runtime; tests pass another one
 */
export async function createEnvironment(
  runtime: Runtime,
  identity: AppIdentity,
  overrides: Overrides,
  open: (runtime: Runtime) => CreateEnvironment = openRuntime,
): Promise<Environment> {
  const create = open(runtime);
  const folder = wide(overrides.userDataFolder ?? dataFolder(identity));
  return completion(
    "CreateCoreWebView2Environment",
    (handler) =>
      lend(makeOptions(browserArguments(identity, overrides)), (options) =>
        check(
          "CreateCoreWebView2EnvironmentWithOptions",
          create(true, runtime.kind, folder, options, handler),
        ),
      ),
    (made) => comObject(made ?? 0, ICoreWebView2Environment).again(ICoreWebView2Environment),
  );
}

function dataFolder({ dataDirectory, profile }: AppIdentity): string {
  const folder = dataDirectory === null ? null : makeDataFolder(dataDirectory);
  if (folder !== null && profile?.forgetsWorkers === true) forgetWorkers(folder);
  // The engine requires a folder. A temporary one, which the system clears in time, comes closest
  // to none.
  return folder ?? mkdtempSync(join(tmpdir(), "framework-webview-"));
}

/**
 * Removes the service workers of the browser process, which is about to start. Caches of pages are
 * separate.
 */
function forgetWorkers(folder: string): void {
  for (const name of ["Database", "ScriptCache"]) {
    const path = join(folder, "EBWebView", "Default", "Service Worker", name);
    // A process of the previous session may be about to end.
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** The command line of the browser process. */
function browserArguments(
  { proxy, browserArguments: own }: AppIdentity,
  overrides: Overrides,
): string {
  const given: string[] = [...alwaysGiven];
  if (proxy !== null) {
    // For `http:` only. By itself the engine makes no request to this computer through a proxy.
    given.push(`--proxy-server=http=${new URL(proxy).host}`, "--proxy-bypass-list=<-loopback>");
  }
  given.push(own ?? usuallyGiven);
  if (overrides.browserArguments !== null) given.push(overrides.browserArguments);
  return withFeaturesOff(given.join(" "));
}

const disabled = /(?:^|(?<= ))--disable-features=(\S*)(?: |$)/g;

/** The browser uses only the last of several lists, so there is one. */
function withFeaturesOff(commandLine: string): string {
  const off = [...commandLine.matchAll(disabled)].flatMap(([, list = ""]) => list.split(","));
  off.push(...featuresOff.filter((feature) => !commandLine.includes(feature)));
  const features = [...new Set(off)].filter((feature) => feature !== "");
  const rest = commandLine.replace(disabled, "").trim();
  return features.length === 0 ? rest : `${rest} --disable-features=${features.join(",")}`;
}

const ALL_RELEASE_CHANNELS = 0xf;

/**
 * The object through which the runtime reads its options. The runtime sets none, so its setters are
 * refused.
 */
function makeOptions(commandLine: string): Address {
  const refuse = () => E_NOTIMPL;
  const no = (out: Address) => give(out, 0);
  return serve(environmentOptions, {
    get_AdditionalBrowserArguments: (out) => giveText(out, commandLine),
    put_AdditionalBrowserArguments: refuse,
    // The user's language.
    get_Language: (out) => giveText(out, null),
    put_Language: refuse,
    get_TargetCompatibleBrowserVersion: (out) => giveText(out, minVersion),
    put_TargetCompatibleBrowserVersion: refuse,
    get_AllowSingleSignOnUsingOSPrimaryAccount: no,
    put_AllowSingleSignOnUsingOSPrimaryAccount: refuse,
    // Several instances of an app share its data.
    get_ExclusiveUserDataFolderAccess: no,
    put_ExclusiveUserDataFolderAccess: refuse,
    get_IsCustomCrashReportingEnabled: no,
    put_IsCustomCrashReportingEnabled: refuse,
    GetCustomSchemeRegistrations: (count, registrations) => {
      giveAddress(registrations, 0);
      return give(count, 0);
    },
    SetCustomSchemeRegistrations: refuse,
    get_EnableTrackingPrevention: (out) => give(out, 1),
    put_EnableTrackingPrevention: refuse,
    get_AreBrowserExtensionsEnabled: no,
    put_AreBrowserExtensionsEnabled: refuse,
    get_ChannelSearchKind: no,
    put_ChannelSearchKind: refuse,
    get_ReleaseChannels: (out) => give(out, ALL_RELEASE_CHANNELS),
    put_ReleaseChannels: refuse,
    get_ScrollBarStyle: no,
    put_ScrollBarStyle: refuse,
  });
}

function give(out: Address, number: number): HResult {
  giveNumber(out, number);
  return S_OK;
}

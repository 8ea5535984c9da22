import { existsSync } from "node:fs";
import { win32 } from "node:path";
import { FrameworkError } from "../../../contract/errors.ts";
import { functionAt, type Address, type NativeFunction } from "../../ffi/signature.ts";
import { functionIn, openLibraryAt } from "../library.ts";
import { processor } from "../../processor.ts";
import { registryText } from "../registry.ts";
import {
  noOverrides,
  overridingRuntime,
  type Overrides,
  type OverrideSources,
} from "./overrides.ts";

// WebView2 comes as a folder that contains the engine, and its library creates environments.
// Microsoft's own loader, a library that apps ship beside them, only finds that folder and calls
// one function, so this module does the same.
//
// Source: Microsoft's reference of CreateCoreWebView2EnvironmentWithOptions for the precedence; the
// function and the keys as three third-party loaders have them since runtime 86.

/** Requests of frames reach the app from this version on (ICoreWebView2_22). */
export const minVersion = "122.0.2365.46";

const CREATE = "CreateWebViewEnvironmentWithOptionsInternal";
// (check for a running one, kind of runtime, data folder, options, handler) → HRESULT
const signature = "bippp>i";

/** The library's function that creates environments. */
export type CreateEnvironment = NativeFunction<typeof signature>;

/** A runtime that was found. */
export interface Runtime {
  readonly folder: string;
  readonly library: string;
  readonly kind: (typeof runtimeKinds)[keyof typeof runtimeKinds];
}

const runtimeKinds = { installed: 0, fixed: 1 } as const;

/** The places of the search for a runtime. */
export interface RuntimeSources extends OverrideSources {
  readonly exists: (path: string) => boolean;
  readonly architecture: string;
}

/** This computer, without the app. */
export const thisComputer: Omit<RuntimeSources, "executable"> = {
  environment: process.env,
  registry: (root, key, value) => registryText({ root, key, value, isOf32Bits: true }),
  exists: existsSync,
  architecture: processor,
};

const clients = "Software\\Microsoft\\EdgeUpdate\\ClientState";

// From the most stable one on, by their numbers. The first is the runtime itself, the others are
// previews of the browser.
const channels = [
  "{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}",
  "{2CD8A007-E189-409D-A2C8-9AF4EF3C72AA}",
  "{0D50BFEC-CD6A-4F9A-964C-C7416E3ACB10}",
  "{65C35B14-6C1D-4122-AC46-7148CC9D6497}",
];

/**
 * Finds the runtime: the folder of the environment or a policy, or else the app's own, or else the
 * installed one.
 *
 * @param fixedFolder of a runtime that the app ships
 * @throws FrameworkError `unavailable`
 */
export function findRuntime(
  fixedFolder: string | null,
  sources: RuntimeSources,
  overrides: Overrides = noOverrides,
): Runtime {
  const folder = overridingRuntime(sources) ?? fixedFolder;
  if (folder !== null) {
    const library = libraryIn(folder, sources.architecture);
    if (sources.exists(library)) return { folder, library, kind: runtimeKinds.fixed };
    throw new FrameworkError(
      "unavailable",
      `Cannot load "${library}": want a WebView2 runtime in "${folder}"`,
    );
  }
  for (const channel of channelOrder(overrides)) {
    for (const root of ["user", "machine"] as const) {
      const installed = sources.registry(root, `${clients}\\${channel}`, "EBWebView");
      if (installed === null || !isRecent(win32.basename(installed))) continue;
      const library = libraryIn(installed, sources.architecture);
      if (sources.exists(library))
        return { folder: installed, library, kind: runtimeKinds.installed };
    }
  }
  throw new FrameworkError(
    "unavailable",
    `Cannot show pages: the WebView2 Runtime ${minVersion} or newer is not installed; get the "Evergreen Bootstrapper" from https://developer.microsoft.com/microsoft-edge/webview2`,
  );
}

function channelOrder({ prefersPreviews, channels: wanted }: Overrides): readonly string[] {
  const found = channels.filter((_, number) => wanted?.includes(number) ?? true);
  return prefersPreviews ? found.toReversed() : found;
}

function libraryIn(folder: string, architecture: string): string {
  const names: Readonly<Record<string, string>> = { x64: "x64", arm64: "arm64", ia32: "x86" };
  const parts = ["EBWebView", names[architecture] ?? architecture, "EmbeddedBrowserWebView.dll"];
  return win32.join(folder, ...parts);
}

/** Whether a version is at least the required one; an invalid version is not. */
export function isRecent(version: string): boolean {
  if (!/^\d+(?:\.\d+){3}$/.test(version)) return false;
  const [has, needs] = [version, minVersion].map((text) => text.split(".").map(Number));
  for (const [index, number] of (needs ?? []).entries()) {
    const other = has?.[index] ?? 0;
    if (other !== number) return other > number;
  }
  return true;
}

/** Opens a runtime. It stays open. @throws FrameworkError `unavailable` */
export function openRuntime({ library }: Runtime): CreateEnvironment {
  const address: Address | null = functionIn(openLibraryAt(library), CREATE);
  if (address !== null) return functionAt(address, signature);
  throw new FrameworkError(
    "unavailable",
    `Cannot find "${CREATE}" in "${library}": want a WebView2 runtime`,
  );
}

import { win32 } from "node:path";
import type { RegistryRoot } from "../../../contract/host/windows-calls.ts";

// WebView2's variables and policies override the settings of an app. Microsoft's loader reads them;
// apps ship it beside them and we do not, so this module does it. msedgedriver, Playwright and
// WebdriverIO attach to an app through them.
//
// In a released app only the folder of the runtime is read: each of the others would expose the
// app's pages, or their data, to whoever set it.
//
// Source: Microsoft's reference of CreateCoreWebView2EnvironmentWithOptions.

/** The sources of overrides. */
export interface OverrideSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly registry: (root: RegistryRoot, key: string, value: string) => string | null;
  /** The app's executable. */
  readonly executable: string;
}

/** The overrides of an app's engine; `null`: none. */
export interface Overrides {
  /** Appended to the app's arguments. */
  readonly browserArguments: string | null;
  /** Replaces the app's folder. */
  readonly userDataFolder: string | null;
  /** Whether the most recent preview of the browser comes first, and the runtime itself last. */
  readonly prefersPreviews: boolean;
  /** The permitted channels, by their numbers: 0 is the runtime, 1 to 3 are previews. */
  readonly channels: readonly number[] | null;
}

export const noOverrides: Overrides = {
  browserArguments: null,
  userDataFolder: null,
  prefersPreviews: false,
  channels: null,
};

// The policy's subkey for one app, by the variable.
const policyKeys = {
  WEBVIEW2_BROWSER_EXECUTABLE_FOLDER: "BrowserExecutableFolder",
  WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS: "AdditionalBrowserArguments",
  WEBVIEW2_USER_DATA_FOLDER: "UserDataFolder",
  WEBVIEW2_RELEASE_CHANNEL_PREFERENCE: "ReleaseChannelPreference",
  WEBVIEW2_CHANNEL_SEARCH_KIND: "ChannelSearchKind",
  WEBVIEW2_RELEASE_CHANNELS: "ReleaseChannels",
} as const;

const policies = "Software\\Policies\\Microsoft\\Edge\\WebView2";

/** The value of a variable, or else of a policy for the app, or else of one for all apps. */
function override(
  name: keyof typeof policyKeys,
  { environment, registry, executable }: OverrideSources,
): string | null {
  const output = environment[name];
  if (output !== undefined && output !== "") return output;
  for (const app of [win32.basename(executable), "*"]) {
    for (const root of ["machine", "user"] as const) {
      const value = registry(root, `${policies}\\${policyKeys[name]}`, app);
      if (value !== null && value !== "") return value;
    }
  }
  return null;
}

/** The folder of a runtime that replaces the app's and the installed ones. */
export function overridingRuntime(sources: OverrideSources): string | null {
  return override("WEBVIEW2_BROWSER_EXECUTABLE_FOLDER", sources);
}

/** All others: for an app in development, or a debug build. */
export function readOverrides(sources: OverrideSources): Overrides {
  const isLeastStableFirst = (name: keyof typeof policyKeys): boolean =>
    override(name, sources) === "1";
  return {
    browserArguments: override("WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS", sources),
    userDataFolder: override("WEBVIEW2_USER_DATA_FOLDER", sources),
    // The second is the new name of the first, since the third exists.
    prefersPreviews:
      isLeastStableFirst("WEBVIEW2_RELEASE_CHANNEL_PREFERENCE") ||
      isLeastStableFirst("WEBVIEW2_CHANNEL_SEARCH_KIND"),
    channels:
      override("WEBVIEW2_RELEASE_CHANNELS", sources)
        ?.split(",")
        .map((number) => Number.parseInt(number, 10)) ?? null,
  };
}

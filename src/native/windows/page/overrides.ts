import { win32 } from "node:path";
import type { RegistryRoot } from "../../../contract/host/windows-calls.ts";

// WebView2 lets variables and policies say other things than the app does. Microsoft's loader reads
// them, which apps carry beside them and we do not have, so this does it. msedgedriver, Playwright
// and WebdriverIO attach to an app by them.
//
// In an app that was released only the folder of the runtime counts: each of the others hands the
// app's pages, or what they store, to whoever set it.
//
// Source: Microsoft's reference of CreateCoreWebView2EnvironmentWithOptions.

/** Where overrides are looked for. */
export interface OverrideSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly registry: (root: RegistryRoot, key: string, value: string) => string | null;
  /** The app's. */
  readonly executable: string;
}

/** What variables and policies say of an app's engine; `null`: nothing. */
export interface Overrides {
  /** Comes after what the app says. */
  readonly browserArguments: string | null;
  /** Takes the place of the app's. */
  readonly userDataFolder: string | null;
  /** Whether the most recent preview of the browser comes first, and the runtime itself last. */
  readonly prefersPreviews: boolean;
  /** The channels that may be taken, by their numbers: 0 is the runtime, 1 to 3 are previews. */
  readonly channels: readonly number[] | null;
}

export const noOverrides: Overrides = {
  browserArguments: null,
  userDataFolder: null,
  prefersPreviews: false,
  channels: null,
};

// The policy's key below the one of all, by the variable.
const policyKeys = {
  WEBVIEW2_BROWSER_EXECUTABLE_FOLDER: "BrowserExecutableFolder",
  WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS: "AdditionalBrowserArguments",
  WEBVIEW2_USER_DATA_FOLDER: "UserDataFolder",
  WEBVIEW2_RELEASE_CHANNEL_PREFERENCE: "ReleaseChannelPreference",
  WEBVIEW2_CHANNEL_SEARCH_KIND: "ChannelSearchKind",
  WEBVIEW2_RELEASE_CHANNELS: "ReleaseChannels",
} as const;

const policies = "Software\\Policies\\Microsoft\\Edge\\WebView2";

/** What a variable says, else a policy for the app, else one for all apps. */
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

/** The folder of a runtime in place of the app's and the installed ones. */
export function overridingRuntime(sources: OverrideSources): string | null {
  return override("WEBVIEW2_BROWSER_EXECUTABLE_FOLDER", sources);
}

/** All others: for an app in development, or that was built for debugging. */
export function readOverrides(sources: OverrideSources): Overrides {
  const isLeastStableFirst = (name: keyof typeof policyKeys): boolean =>
    override(name, sources) === "1";
  return {
    browserArguments: override("WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS", sources),
    userDataFolder: override("WEBVIEW2_USER_DATA_FOLDER", sources),
    // The second is what the first is called since there is the third.
    prefersPreviews:
      isLeastStableFirst("WEBVIEW2_RELEASE_CHANNEL_PREFERENCE") ||
      isLeastStableFirst("WEBVIEW2_CHANNEL_SEARCH_KIND"),
    channels:
      override("WEBVIEW2_RELEASE_CHANNELS", sources)
        ?.split(",")
        .map((number) => Number.parseInt(number, 10)) ?? null,
  };
}

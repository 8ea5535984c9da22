import type { OpenProgram } from "../../contract/open-programs.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { environmentForOthers } from "../../process/environment.ts";
import type { Address } from "../ffi/signature.ts";
import { fileUrl } from "./file-name.ts";
import { libc } from "./lib/libc.ts";
import { NSWorkspace, NSWorkspaceOpenConfiguration } from "./lib/appkit/workspace.ts";
import { nsArray } from "./objc/array.ts";
import { withPool } from "./objc/pool.ts";
import { nsString } from "./objc/text.ts";
import { urlOfAddress } from "./web-address.ts";

/** Opens an address in the user's application for it. */
export function openAddress(address: string): void {
  withPool(() => {
    const url = urlOf(address);
    const workspace = theWorkspace();
    if (workspace.send("URLForApplicationToOpenURL:", url) === null)
      throw refusal(address, "no application opens addresses of this kind");
    keepToOurselves();
    if (!workspace.send("openURL:", url))
      throw refusal(address, "the application for it did not start");
  });
}

/** The bundle identifiers of the programs. */
const identifiers: Partial<Record<OpenProgram, string>> = {
  chrome: "com.google.Chrome",
  "google chrome": "com.google.Chrome",
  chromium: "org.chromium.Chromium",
  firefox: "org.mozilla.firefox",
  safari: "com.apple.Safari",
};

/**
 * Opens an address in a program of the user's. `open` is macOS' name for the default application.
 */
export function openWith(program: OpenProgram, address: string): void {
  if (program === "open") return openAddress(address);
  withPool(() => {
    const identifier = identifiers[program];
    const workspace = theWorkspace();
    const application =
      identifier === undefined
        ? null
        : workspace.send("URLForApplicationWithBundleIdentifier:", nsString(identifier));
    if (application === null)
      throw new FrameworkError(
        "unavailable",
        `Cannot open "${address}" with "${program}": it is not installed`,
      );
    keepToOurselves();
    workspace.send(
      "openURLs:withApplicationAtURL:configuration:completionHandler:",
      nsArray([urlOf(address)]),
      application,
      NSWorkspaceOpenConfiguration.send("configuration"),
      // A completion block would run on a thread of the system's.
      null,
    );
  });
}

const theWorkspace = () => NSWorkspace.at(NSWorkspace.send("sharedWorkspace"));

function urlOf(address: string): Address {
  if (address.startsWith("/")) return fileUrl(address, false);
  const url = urlOfAddress(address);
  if (url === null) throw refusal(address, "want a whole address");
  return url;
}

function refusal(address: string, reason: string): FrameworkError {
  return new FrameworkError("unavailable", `Cannot open "${address}": ${reason}`);
}

/** Apps inherit all variables of this process: private ones must be removed first. */
function keepToOurselves(): void {
  const others = environmentForOthers();
  for (const name of Object.keys(process.env)) if (others[name] === undefined) libc.unsetenv(name);
}

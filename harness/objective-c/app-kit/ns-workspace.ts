import { textAt, type Address } from "../../../src/native/ffi/signature.ts";
import type { Block } from "../blocks.ts";
import { defineStandInClasses } from "../classes.ts";
import type { NSArray } from "../foundation/ns-array.ts";
import { lasting } from "../foundation/ns-notification.ts";
import type { NSString } from "../foundation/ns-string.ts";
import { NSURL } from "../foundation/ns-url.ts";
import { NSObject } from "../ns-object.ts";
import { defineFunctions } from "../symbols.ts";
import { refuse } from "../violations.ts";

/** The installed apps, and the opened items. Tests change and read it. */
export const desktop = {
  /** The paths of apps, by their identifiers. */
  apps: new Map<string, string>(),
  /** The kinds of addresses that some app opens. */
  schemes: new Set(["https:", "http:", "mailto:", "file:"]),
  /** True if the program for an address starts. */
  starts: true,
  opened: [] as { readonly address: string; readonly app: string | null }[],
  /** Variables of the environment that apps did not get. */
  withheld: [] as string[],
};

export class NSWorkspace extends NSObject {
  static "+sharedWorkspace"(): NSWorkspace {
    return theWorkspace();
  }

  "-URLForApplicationToOpenURL:"(url: NSURL): NSURL | null {
    const isKnown = desktop.schemes.has(url.parsed?.protocol ?? "");
    return isKnown ? NSURL.ofFile("/Applications/Any.app") : null;
  }

  "-URLForApplicationWithBundleIdentifier:"({ text }: NSString): NSURL | null {
    const path = desktop.apps.get(text);
    return path === undefined ? null : NSURL.ofFile(path);
  }

  "-openURL:"(url: NSURL): boolean {
    if (desktop.starts) desktop.opened.push({ address: url.href, app: null });
    return desktop.starts;
  }

  "-openURLs:withApplicationAtURL:configuration:completionHandler:"(
    urls: NSArray<NSURL>,
    app: NSURL,
    _configuration: NSWorkspaceOpenConfiguration,
    reported: Block | null,
  ): void {
    if (reported !== null)
      refuse("A block of the app's would be called on a thread of the system's");
    for (const { href } of urls.items) desktop.opened.push({ address: href, app: app.file });
  }
}

export class NSWorkspaceOpenConfiguration extends NSObject {
  static "+configuration"(): NSWorkspaceOpenConfiguration {
    return new this();
  }
}

const theWorkspace = lasting(() => new NSWorkspace());

defineStandInClasses({ NSWorkspace, NSWorkspaceOpenConfiguration });
defineFunctions({
  unsetenv: {
    signature: "p>i",
    run: (name: Address) => {
      desktop.withheld.push(textAt(name));
      return 0;
    },
  },
});

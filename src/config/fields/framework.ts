import { allowlistConfig } from "./allowlist.ts";
import { bundleConfig, templateIdentifier } from "./bundle.ts";
import { cliConfig } from "./cli.ts";
import {
  boolean,
  field,
  list,
  optional,
  record,
  required,
  section,
  text,
  variants,
} from "./field.ts";
import { menuEntryConfig } from "./menu.ts";
import { securityConfig } from "./security.ts";
import { systemTrayConfig } from "./system-tray.ts";
import { updaterConfig } from "./updater.ts";
import { windowConfig } from "./window.ts";

const isolationOptions = record("IsolationOptions", "Settings of the isolation pattern.", {
  dir: required(text, "The folder with the isolation application; it needs an `index.html`."),
});

const pattern = variants(
  "PatternKind",
  "How pages talk to the application.",
  { name: "use", sentence: "Which pattern." },
  {
    brownfield: { sentence: "Pages call the application directly.", fields: {} },
    isolation: {
      sentence:
        "Each call passes through a script of yours in a sandboxed frame; recommended for security.",
      fields: { options: required(isolationOptions, "Settings of the isolation pattern.") },
    },
  },
);

export const frameworkConfig = record(
  "FrameworkConfig",
  "Windows, bundles, security and everything else.",
  {
    pattern: field(pattern, { use: "brownfield" }, "How pages talk to the application."),
    windows: field(list(windowConfig), [], "Windows to open when the application starts."),
    cli: optional(cliConfig, "The application's own command line."),
    bundle: field(
      bundleConfig,
      { identifier: templateIdentifier },
      "The shipped files and their packages.",
    ),
    allowlist: section(allowlistConfig, "The calls that pages may make."),
    security: section(securityConfig, "The protection of the application's pages."),
    updater: section(updaterConfig, "How the application updates itself."),
    systemTray: optional(systemTrayConfig, "The icon in the system tray."),
    singleInstance: field(
      boolean,
      false,
      "The application runs once for each user and session. Another start hands over its arguments and files (`onOpen`), brings the running application to the front and ends. In development it has no effect. See docs/opening.md.",
      { ours: true },
    ),
    menu: optional(
      list(menuEntryConfig),
      "The application's menu: in the bar of the screen on macOS, elsewhere in each window that has none of its own. Own code (`app.menu`) can change it. See docs/menus.md.",
      { ours: true },
    ),
    macOSPrivateApi: field(
      boolean,
      false,
      "Allow transparent windows, which use private interfaces. The preference `fullScreenEnabled` is on with it and without it, since it is public by now.",
      { systems: ["macos"], elsewhere: "transparent windows need no private interface" },
    ),
  },
);

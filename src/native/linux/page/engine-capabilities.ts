// The engine's capabilities: the actions that WebKitGTK performs by itself for any page, with an
// empty allowlist, and their handling here. Every signal by which it asks or reports, and every
// setting it has, is in one row; a test compares the rows with the engine.
// `docs/reference/engine-powers.md` is generated from them.

import type { Capability } from "../../page/capability.ts";
import { turnedOff } from "./restrictions.ts";

export const engineCapabilities: readonly Capability[] = [
  {
    capability: "Downloads",
    engine:
      "writes whatever a page or a server calls one into the user's folder for downloads, under their name",
    decision: "refused; `dialog.save` and `fs` are the way",
    signals: ["download-started"],
  },
  {
    capability: "Printing",
    engine: "`window.print()` shows the print dialog, from any frame",
    decision: "the dialog is shown where `window.print` is allowed, else nothing happens",
    signals: ["print"],
    settings: { "print-backgrounds": null },
  },
  {
    capability:
      "Geolocation, notifications, camera, microphone, screen, devices, keys for media, clipboard, site data",
    engine: "asks the app, and refuses when there is no answer",
    decision: "refused, each by name once in the log; notifications are sent by `notification`",
    signals: ["permission-request", "show-notification", "initialize-notification-permissions"],
    settings: turnedOff.devices,
  },
  {
    capability: "The permission states that a page can query",
    engine: '"prompt" for each',
    decision: "as it is: asking is refused",
    signals: ["query-permission-state"],
  },
  {
    capability: "Pointer lock",
    engine: "allows it after a gesture, until Escape is pressed",
    decision: "allowed: games need it, and it gives no more than the window's own pointer",
  },
  {
    capability: "Full screen",
    engine:
      "after a gesture, until Escape is pressed; for a frame only where the page gives it `allow`",
    decision: "allowed: video needs it, and the engine says so on the screen",
    signals: ["enter-fullscreen", "leave-fullscreen"],
    settings: { "enable-fullscreen": null },
  },
  {
    capability: "Pop-ups, and links to new windows",
    engine: "opens one only when the app makes its view",
    decision:
      "none: `window.open` gives `null`, and links out of the app go to `shell.open`, by its flag; windows are opened by `window.create`",
    signals: ["create", "ready-to-show", "run-as-modal", "close"],
    settings: turnedOff.popUps,
  },
  {
    capability: "Going to another site of `http:` or `https:`",
    engine: "goes to it",
    decision:
      "as it is: no policy restricts it; its pages may call only if `dangerousRemoteDomainIpcAccess` says so",
  },
  {
    capability:
      "Addresses that lead out of the web: `file:`, `webkit:`, `data:`, those of other programs",
    engine:
      "refuses a page that goes to the first three, but shows a file that is dropped on it; shows an error page for others",
    decision: "refused: the page stays",
    signals: ["decide-policy"],
    settings: turnedOff.otherPages,
  },
  {
    capability: "Links that are dropped on a page",
    engine: "goes to them where the page takes none",
    decision:
      "the app's own pages stay; in a frame, or on a page of a server, it is as the engine does",
  },
  {
    capability: "Fields for files and colours",
    engine: "show the system's dialog",
    decision:
      "as it is: the user chooses, and the page gets the content and a name, no path and no grant",
    signals: ["run-file-chooser", "run-color-chooser"],
  },
  {
    capability: "`alert`, `confirm`, `prompt`, and the question before a page is left",
    engine:
      "shows a dialog of its own over the page, with the page's address above it, for frames of other sites, too",
    decision:
      "as it is, but no frame of another site asks over a page of the app's: the first three are answered there as if they were cancelled",
    signals: ["script-dialog"],
  },
  {
    capability: "Passwords that servers ask for",
    engine:
      "shows a dialog of its own for any server that a page loads anything from, and may keep the password",
    decision:
      "the dialog is shown for the site that the window shows, and for proxies; nothing is kept",
    signals: ["authenticate"],
  },
  {
    capability: "The context menu",
    engine: "offers to open in new windows, to download, and in development the inspector",
    decision: "without the refused items: new windows and downloads",
    signals: ["context-menu", "context-menu-dismissed", "show-option-menu"],
  },
  {
    capability: "The inspector",
    engine: "none unless it is turned on",
    decision: "in development and debug builds",
    settings: { "enable-developer-extras": null, "enable-write-console-messages-to-stdout": null },
  },
  {
    capability: "Reading the clipboard by script",
    engine: "no",
    decision: "no: `clipboard.readText` has a flag",
    settings: turnedOff.clipboard,
  },
  {
    capability: "Video and sound, without a gesture, too",
    engine: "plays",
    decision: "as it is",
    settings: {
      "enable-media": null,
      "enable-mediasource": null,
      "enable-media-capabilities": null,
      "enable-media-stream": null,
      "enable-webaudio": null,
      "media-playback-allows-inline": null,
      "media-playback-requires-user-gesture": null,
      "media-content-types-requiring-hardware-support": null,
    },
  },
  {
    capability: "WebRTC, which tells others the addresses of this machine",
    engine: "off",
    decision: "off",
    settings: { ...turnedOff.connections, "webrtc-udp-ports-range": null },
  },
  {
    capability: "Telling a server which link was followed (`ping`), and asking for names ahead",
    engine: "does the first, and newer versions have no setting against it; the second not",
    decision: "as it is: `connect-src` of the page's policy decides about it, as about `fetch`",
    settings: { "enable-hyperlink-auditing": null, "enable-dns-prefetching": null },
  },
  {
    capability: "Spell checking, and earlier entries of fields",
    engine: "checks nothing unless told to, and keeps nothing",
    decision: "as it is",
    signals: ["submit-form"],
  },
  {
    capability: "Certificates that cannot be trusted",
    engine: "fails",
    decision: "fails",
    signals: ["load-failed-with-tls-errors", "insecure-content-detected"],
  },
  {
    capability: "Cookies of other sites than the window shows",
    engine: "takes none",
    decision: "takes none",
  },
  {
    capability: "Local storage and databases",
    engine: "keeps them below the app's own folder",
    decision: "as it is: no other app's and no browser's are there, and no other's pages",
    settings: { "enable-html5-local-storage": null, "enable-html5-database": null },
  },
  {
    capability: "Going back and forward",
    engine: "no gestures; pages that were left are kept alive",
    decision: "no gestures; no page is kept, since each has a key of its own",
    settings: turnedOff.history,
  },
  {
    capability: "Plug-ins, Java, and programs that steer the engine",
    engine: "has the first two no more, and lets nothing steer it unless told to",
    decision: "as it is",
    signals: ["automation-started", "initialize-web-extensions", "user-message-received"],
    settings: { "enable-plugins": null, "enable-java": null },
  },
  {
    capability: "A sandbox of the system's around web processes",
    engine: "off unless turned on",
    decision:
      "off: where the system refuses it (no `bwrap`, no user namespaces) the engine ends the whole app, and screen readers do not reach pages in it",
  },
  {
    capability: "How pages look and run",
    engine: "see the engine's manual",
    decision: "as it is",
    signals: [
      "load-changed",
      "load-failed",
      "mouse-target-changed",
      "resource-load-started",
      "web-process-crashed",
      "web-process-terminated",
    ],
    settings: Object.fromEntries(
      [
        "auto-load-images",
        "cursive-font-family",
        "default-charset",
        "default-font-family",
        "default-font-size",
        "default-monospace-font-size",
        "draw-compositing-indicators",
        "enable-2d-canvas-acceleration",
        "enable-accelerated-2d-canvas",
        "enable-caret-browsing",
        "enable-frame-flattening",
        "enable-javascript",
        "enable-javascript-markup",
        "enable-offline-web-application-cache",
        "enable-private-browsing",
        "enable-resizable-text-areas",
        "enable-site-specific-quirks",
        "enable-smooth-scrolling",
        "enable-spatial-navigation",
        "enable-tabs-to-links",
        "enable-webgl",
        "enable-xss-auditor",
        "fantasy-font-family",
        "hardware-acceleration-policy",
        "load-icons-ignoring-image-load-setting",
        "minimum-font-size",
        "monospace-font-family",
        "pictograph-font-family",
        "sans-serif-font-family",
        "serif-font-family",
        "user-agent",
        "zoom-text-only",
      ].map((name) => [name, null]),
    ),
  },
];

import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { originOf } from "../../page/page-pattern.ts";
import { warnBlocked, warnWindowBlocked } from "../../page/capability.ts";
import { outText } from "../com/apartment.ts";
import {
  comObject,
  outNumber,
  outObject,
  type Interface,
  type ObjectOf,
  type Reference,
} from "../com/client.ts";
import {
  ICoreWebView2BasicAuthenticationRequestedEventArgs,
  ICoreWebView2ContextMenuItem,
  ICoreWebView2ContextMenuItemCollection,
  ICoreWebView2ContextMenuRequestedEventArgs,
  ICoreWebView2DownloadStartingEventArgs,
  ICoreWebView2LaunchingExternalUriSchemeEventArgs,
  ICoreWebView2NewWindowRequestedEventArgs,
  ICoreWebView2PermissionRequestedEventArgs,
  ICoreWebView2PermissionRequestedEventArgs3,
  ICoreWebView2SaveAsUIShowingEventArgs,
  ICoreWebView2ScreenCaptureStartingEventArgs,
  ICoreWebView2ServerCertificateErrorDetectedEventArgs,
} from "../lib/webview2-events.ts";
import {
  ICoreWebView2Settings,
  ICoreWebView2Settings2,
  ICoreWebView2Settings3,
  ICoreWebView2Settings4,
  ICoreWebView2Settings5,
  ICoreWebView2Settings6,
  ICoreWebView2Settings7,
  ICoreWebView2_10,
  ICoreWebView2_11,
  ICoreWebView2_14,
  ICoreWebView2_18,
  ICoreWebView2_25,
  ICoreWebView2_27,
  ICoreWebView2_4,
  type ICoreWebView2,
} from "../lib/webview2.ts";
import { wide } from "../wide-text.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { onEvent } from "./handlers.ts";
import { holdScriptDialogs } from "./script-dialogs.ts";

// Implements the restrictions in `engine-capabilities.ts`.

type Page = ObjectOf<typeof ICoreWebView2>;

/** The parts of a view that its restrictions need. */
export interface RestrictedView {
  readonly page: Page;
  readonly spec: WindowSpec;
  readonly documents: Documents;
  /** The current and the pending origins of the window. */
  readonly origins: () => readonly string[];
}

/** Restricts the capabilities of one view, before it loads anything. */
export function restrictView(view: RestrictedView): void {
  using settings = outObject(ICoreWebView2Settings, (out) => view.page.get_Settings(out));
  applySettings(settings, view.spec);
  const { page } = view;
  holdScriptDialogs(view.documents, page, settings);
  onEvent("NewWindowRequested", (...to) => page.add_NewWindowRequested(...to), refuseWindow);
  onEvent("PermissionRequested", (...to) => page.add_PermissionRequested(...to), refusePermission);
  // Older runtimes lack the following, from the first missing interface on.
  withNewer(page, ICoreWebView2_4, (newer) =>
    onEvent("DownloadStarting", (...to) => newer.add_DownloadStarting(...to), refuseDownload),
  );
  withNewer(page, ICoreWebView2_10, (newer) =>
    onEvent(
      "BasicAuthenticationRequested",
      (...to) => newer.add_BasicAuthenticationRequested(...to),
      (args) => decidePassword(view, args),
    ),
  );
  const canReduce = withNewer(page, ICoreWebView2_11, (newer) =>
    onEvent(
      "ContextMenuRequested",
      (...to) => newer.add_ContextMenuRequested(...to),
      (args) => reduceMenu(view.spec, args),
    ),
  );
  settings.put_AreDefaultContextMenusEnabled(canReduce || view.spec.devTools);
  withNewer(page, ICoreWebView2_14, (newer) =>
    onEvent(
      "ServerCertificateErrorDetected",
      (...to) => newer.add_ServerCertificateErrorDetected(...to),
      refuseCertificate,
    ),
  );
  withNewer(page, ICoreWebView2_18, (newer) =>
    onEvent(
      "LaunchingExternalUriScheme",
      (...to) => newer.add_LaunchingExternalUriScheme(...to),
      (args) =>
        void comObject(args, ICoreWebView2LaunchingExternalUriSchemeEventArgs).put_Cancel(true),
    ),
  );
  withNewer(page, ICoreWebView2_25, (newer) =>
    onEvent("SaveAsUIShowing", (...to) => newer.add_SaveAsUIShowing(...to), refuseSaving),
  );
  withNewer(page, ICoreWebView2_27, (newer) =>
    onEvent(
      "ScreenCaptureStarting",
      (...to) => newer.add_ScreenCaptureStarting(...to),
      refuseScreenCapture,
    ),
  );
}

/** Uses a newer interface of an object, if it has that. */
export function withNewer<M extends Interface["methods"]>(
  object: Reference,
  as: Interface<M>,
  run: (newer: ObjectOf<Interface<M>>) => unknown,
): boolean {
  using newer = object.query(as);
  if (newer === null) return false;
  run(newer as ObjectOf<Interface<M>>);
  return true;
}

// COREWEBVIEW2_PDF_TOOLBAR_ITEMS: save, print, save as.
const PDF_SAVE = 0x1;
const PDF_PRINT = 0x2;
const PDF_SAVE_AS = 0x4;

function applySettings(settings: ObjectOf<typeof ICoreWebView2Settings>, spec: WindowSpec): void {
  const { devTools, userAgent, printing } = spec;
  settings.put_IsWebMessageEnabled(true);
  settings.put_IsStatusBarEnabled(false);
  settings.put_AreDevToolsEnabled(devTools);
  settings.put_AreHostObjectsAllowed(false);
  settings.put_IsZoomControlEnabled(false);
  withNewer(settings, ICoreWebView2Settings2, (newer) => {
    if (userAgent !== null) newer.put_UserAgent(wide(userAgent));
  });
  withNewer(settings, ICoreWebView2Settings3, (newer) =>
    newer.put_AreBrowserAcceleratorKeysEnabled(devTools),
  );
  withNewer(settings, ICoreWebView2Settings4, (newer) => {
    newer.put_IsPasswordAutosaveEnabled(false);
    newer.put_IsGeneralAutofillEnabled(false);
  });
  withNewer(settings, ICoreWebView2Settings5, (newer) => newer.put_IsPinchZoomEnabled(false));
  withNewer(settings, ICoreWebView2Settings6, (newer) => newer.put_IsSwipeNavigationEnabled(false));
  withNewer(settings, ICoreWebView2Settings7, (newer) =>
    newer.put_HiddenPdfToolbarItems(PDF_SAVE | PDF_SAVE_AS | (printing ? 0 : PDF_PRINT)),
  );
}

function refuseWindow(args: Address): void {
  // The page's own script sends links out of the app to `shell.open`.
  comObject(args, ICoreWebView2NewWindowRequestedEventArgs).put_Handled(true);
  warnWindowBlocked();
}

const COREWEBVIEW2_PERMISSION_STATE_ALLOW = 1;
const COREWEBVIEW2_PERMISSION_STATE_DENY = 2;
const AUTOPLAY = 9;

/** COREWEBVIEW2_PERMISSION_KIND, in its order. */
const permissions = [
  "unknown",
  "microphone",
  "camera",
  "geolocation",
  "notifications",
  "other sensors",
  "reading the clipboard",
  "several downloads",
  "reading and writing files",
  "autoplay",
  "local fonts",
  "MIDI messages",
  "windows on other screens",
];

function refusePermission(args: Address): void {
  const asked = comObject(args, ICoreWebView2PermissionRequestedEventArgs);
  const kind = outNumber((out) => asked.get_PermissionKind(out));
  asked.put_State(
    kind === AUTOPLAY ? COREWEBVIEW2_PERMISSION_STATE_ALLOW : COREWEBVIEW2_PERMISSION_STATE_DENY,
  );
  // The next version of the app may decide otherwise.
  withNewer(asked, ICoreWebView2PermissionRequestedEventArgs3, (newer) =>
    newer.put_SavesInProfile(false),
  );
  if (kind !== AUTOPLAY)
    warnBlocked(`the engine's "${permissions[kind] ?? kind}"`, "pages have no permission for it");
}

const insteadOfDownloads =
  "use save of framework/api/dialog, and write the file by framework/api/fs";

function refuseDownload(args: Address): void {
  const download = comObject(args, ICoreWebView2DownloadStartingEventArgs);
  download.put_Cancel(true);
  download.put_Handled(true);
  warnBlocked("a download", insteadOfDownloads);
}

function refuseSaving(args: Address): void {
  comObject(args, ICoreWebView2SaveAsUIShowingEventArgs).put_Cancel(true);
  warnBlocked("saving", insteadOfDownloads);
}

function refuseScreenCapture(args: Address): void {
  comObject(args, ICoreWebView2ScreenCaptureStartingEventArgs).put_Cancel(true);
  warnBlocked("a picture of the screen", "pages have no permission for it");
}

function decidePassword({ origins }: RestrictedView, args: Address): void {
  const asked = comObject(args, ICoreWebView2BasicAuthenticationRequestedEventArgs);
  const site = originOf(outText((out) => asked.get_Uri(out)) ?? "");
  if (origins().includes(site)) return;
  asked.put_Cancel(true);
  warnBlocked(
    `a dialog for a password of "${site}"`,
    "it is shown for the site that the window shows",
  );
}

const COREWEBVIEW2_SERVER_CERTIFICATE_ERROR_ACTION_CANCEL = 1;

function refuseCertificate(args: Address): void {
  comObject(args, ICoreWebView2ServerCertificateErrorDetectedEventArgs).put_Action(
    COREWEBVIEW2_SERVER_CERTIFICATE_ERROR_ACTION_CANCEL,
  );
}

/** The prefixes of the engine's menu items that are refused or lead to other services. */
const refusedItems =
  /^(?:save|openLink|openIn|download|share|webCapture|webSelect|createQrCode|sendTo|addTo|searchTheWeb|readAloud|translate)/i;

function reduceMenu({ devTools, printing }: WindowSpec, args: Address): void {
  const asked = comObject(args, ICoreWebView2ContextMenuRequestedEventArgs);
  using items = outObject(ICoreWebView2ContextMenuItemCollection, (out) =>
    asked.get_MenuItems(out),
  );
  for (let index = outNumber((out) => items.get_Count(out)) - 1; index >= 0; index--) {
    using item = outObject(ICoreWebView2ContextMenuItem, (out) =>
      items.GetValueAtIndex(index, out),
    );
    const name = outText((out) => item.get_Name(out)) ?? "";
    const isRefused =
      refusedItems.test(name) ||
      (!devTools && /^inspect/i.test(name)) ||
      (!printing && /^print/i.test(name));
    if (isRefused) items.RemoveValueAtIndex(index);
  }
}

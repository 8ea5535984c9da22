// The replacement of the platform in the ui thread of an app for macOS: the platform itself, over
// the stand-in.
import { openUserLine } from "../../../harness/wkwebview/user-line.ts";
import { launch } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { useStandIn } from "../../../harness/objective-c/stand-in.ts";
import "../../../harness/wkwebview/all-classes.ts";
import { openPageLine } from "../../../harness/wkwebview/page-line.ts";
import { open as openMac, type MacosOptions } from "../../../src/native/macos/index.ts";
import { runtime } from "../../../src/native/macos/objc/runtime.ts";
import type { Events, Platform } from "../../../src/native/platform.ts";

useStandIn();
machine.bundleIdentifier = process.env["BUNDLE_IDENTIFIER"] ?? null;
launch.addresses = JSON.parse(process.env["LAUNCHED_WITH"] ?? "[]") as string[];
await openPageLine(Number(process.env["PAGES_PORT"]));
openUserLine();

export function open(events: Events, options?: MacosOptions): Platform {
  return openMac(events, { ...options, runtime: runtime() });
}

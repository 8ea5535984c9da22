import { declare } from "../../ffi/library.ts";
import { findSymbol, openFramework } from "../objc/loader.ts";

/** Core Foundation on any thread, without the Objective-C runtime. Names are Apple's. */
export const coreFoundation = declare({
  file: "CoreFoundation",
  find(name) {
    // The app thread may be the first to use it.
    openFramework("CoreFoundation");
    return findSymbol(name);
  },
  signatures: {
    // () → an array of strings, ours to release
    CFLocaleCopyPreferredLanguages: ">n",
    CFArrayGetCount: "p>l",
    CFArrayGetValueAtIndex: "pl>n",
    // (string, out: bytes, their number, encoding) → whether it fits
    CFStringGetCString: "pplu>y",
    CFRelease: "p>v",
  },
});

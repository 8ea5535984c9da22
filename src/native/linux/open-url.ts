import { FrameworkError } from "../../contract/errors.ts";
import { callback, type Address } from "../library.ts";
import { Held } from "./held.ts";
import { gio } from "./lib/gio.ts";
import { checked, withoutNul } from "./memory.ts";

const launches = new Held<(result: Address) => void>("launched addresses");

const launched = callback("npL>v", (_source, result, number) => launches.take(number)?.(result));

/**
 * Opens an address in the user's application for it, through the portal where the app is confined. Settles when the
 * application has been started.
 */
export function openUrl(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const number = launches.add((result) => {
      try {
        checked((error) => gio.g_app_info_launch_default_for_uri_finish(result, error));
        resolve();
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        reject(new FrameworkError("unavailable", `Cannot open "${address}": ${reason}`, { cause }));
      }
    });
    gio.g_app_info_launch_default_for_uri_async(withoutNul(address), null, null, launched(), number);
  });
}

import { callback } from "../ffi/callback.ts";
import { gio } from "./lib/gio.ts";
import { connect } from "./object.ts";

let tell: (() => void) | undefined;

const isShort = callback("piL>v", () => tell?.());

/** Calls `task` whenever the system is short of memory, if a service on the bus monitors it. */
export function whenMemoryIsShort(task: () => void): void {
  tell = task;
  // Ours permanently: it is connected to the bus.
  connect(gio.g_memory_monitor_dup_default(), "low-memory-warning", isShort, 0);
}

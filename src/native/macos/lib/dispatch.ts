import { library } from "../library.ts";

/** Grand Central Dispatch. Names are Apple's. */
export const dispatch = library("libdispatch.dylib", {
  // (type, what it watches, mask, queue) → a source that waits to be resumed
  dispatch_source_create: "pLLp>n",
  // A function that gets the source's context.
  dispatch_source_set_event_handler_f: "pp>v",
  dispatch_set_context: "pL>v",
  dispatch_resume: "p>v",
  // From any thread: what was merged before the handler runs is told it at once.
  dispatch_source_merge_data: "LL>v",
});

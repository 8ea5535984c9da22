import { library } from "../library.ts";

/** Grand Central Dispatch. Names are Apple's. */
export const dispatch = library("libdispatch.dylib", {
  // (type, handle, mask, queue) → a suspended source
  dispatch_source_create: "pLLp>n",
  // A function that receives the source's context.
  dispatch_source_set_event_handler_f: "pp>v",
  dispatch_set_context: "pL>v",
  dispatch_resume: "p>v",
  // From any thread: values that are merged before the handler runs arrive together.
  dispatch_source_merge_data: "LL>v",
});

import { objcClass } from "../objc/object.ts";

/** What a view is told of what is dragged over it: the protocol NSDraggingInfo. */
export const NSDraggingInfo = objcClass("NSDraggingInfo", {
  draggingPasteboard: ">@",
  // The view that the drag began in, of this app.
  draggingSource: ">n",
});

import { objcClass } from "../../objc/object.ts";

/** The arguments of a drag over a view: the protocol NSDraggingInfo. */
export const NSDraggingInfo = objcClass("NSDraggingInfo", {
  draggingPasteboard: ">@",
  // The view in which the drag began, if it is of this app.
  draggingSource: ">n",
});

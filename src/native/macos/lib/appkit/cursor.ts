import { objcClass } from "../../objc/object.ts";

export const NSCursor = objcClass(
  "NSCursor",
  { set: ">v" },
  {
    hide: ">v",
    unhide: ">v",
    arrowCursor: ">@",
    crosshairCursor: ">@",
    pointingHandCursor: ">@",
    IBeamCursor: ">@",
    IBeamCursorForVerticalLayout: ">@",
    openHandCursor: ">@",
    closedHandCursor: ">@",
    operationNotAllowedCursor: ">@",
    contextualMenuCursor: ">@",
    dragLinkCursor: ">@",
    dragCopyCursor: ">@",
    resizeLeftCursor: ">@",
    resizeRightCursor: ">@",
    resizeUpCursor: ">@",
    resizeDownCursor: ">@",
    resizeLeftRightCursor: ">@",
    resizeUpDownCursor: ">@",
  },
);

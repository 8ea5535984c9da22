import { objcClass } from "../../objc/object.ts";

export const NSScreen = objcClass(
  "NSScreen",
  {
    frame: ">R",
    visibleFrame: ">R",
    backingScaleFactor: ">d",
    localizedName: ">@",
  },
  { screens: ">@", mainScreen: ">n" },
);

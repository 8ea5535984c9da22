import { objcClass } from "../../objc/object.ts";

/** AppKit's windows and views. Names are Apple's. */
export const NSWindow = objcClass(
  "NSWindow",
  {
    // (content area, style, backing, whether the window server's part is deferred)
    "initWithContentRect:styleMask:backing:defer:": "RQQB>@",
    "setReleasedWhenClosed:": "B>v",
    "setPreventsApplicationTerminationWhenModal:": "B>v",
    "setDelegate:": "n>v",
    contentView: ">n",
    "setContentView:": "n>v",
    "makeFirstResponder:": "n>B",
    // The initial key view.
    "setInitialFirstResponder:": "n>v",
    "setTitle:": "@>v",
    "setTitleVisibility:": "q>v",
    "setTitlebarAppearsTransparent:": "B>v",
    styleMask: ">Q",
    "setStyleMask:": "Q>v",
    "standardWindowButton:": "Q>n",
    frame: ">R",
    "setFrame:display:": "RB>v",
    "frameRectForContentRect:": "R>R",
    "contentRectForFrameRect:": "R>R",
    "setFrameTopLeftPoint:": "P>v",
    "cascadeTopLeftFromPoint:": "P>P",
    center: ">v",
    "setContentMinSize:": "S>v",
    "setContentMaxSize:": "S>v",
    backingScaleFactor: ">d",
    isZoomed: ">B",
    "zoom:": "n>v",
    "miniaturize:": "n>v",
    "deminiaturize:": "n>v",
    "toggleFullScreen:": "n>v",
    "setCollectionBehavior:": "Q>v",
    "makeKeyAndOrderFront:": "n>v",
    "orderFront:": "n>v",
    "orderOut:": "n>v",
    isVisible: ">B",
    "setHidesOnDeactivate:": "B>v",
    attachedSheet: ">n",
    // (sheet, response)
    "endSheet:returnCode:": "@q>v",
    isKeyWindow: ">B",
    close: ">v",
    "setLevel:": "q>v",
    "setSharingType:": "Q>v",
    "setTabbingMode:": "q>v",
    "setTabbingIdentifier:": "@>v",
    "setIgnoresMouseEvents:": "B>v",
    "setOpaque:": "B>v",
    "setHasShadow:": "B>v",
    invalidateShadow: ">v",
    "setBackgroundColor:": "n>v",
    effectiveAppearance: ">@",
    windowNumber: ">q",
    mouseLocationOutsideOfEventStream: ">P",
    "performWindowDragWithEvent:": "@>v",
  },
  { "setAllowsAutomaticWindowTabbing:": "B>v" },
);

export const NSView = objcClass("NSView", {
  "initWithFrame:": "R>@",
  "addSubview:": "@>v",
  "setFrame:": "R>v",
  "setAutoresizingMask:": "Q>v",
  bounds: ">R",
});

export const NSVisualEffectView = objcClass("NSVisualEffectView", {
  "initWithFrame:": "R>@",
  "setAutoresizingMask:": "Q>v",
  "setMaterial:": "q>v",
  "setBlendingMode:": "q>v",
  "setState:": "q>v",
});

export const NSColor = objcClass(
  "NSColor",
  {},
  { clearColor: ">@", "colorWithSRGBRed:green:blue:alpha:": "dddd>@" },
);

export const NSAppearance = objcClass(
  "NSAppearance",
  { "bestMatchFromAppearancesWithNames:": "@>n" },
  { "appearanceNamed:": "@>n" },
);

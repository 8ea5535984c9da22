import { objcClass } from "../objc/object.ts";

/** Foundation. Names are Apple's. */
export const NSString = objcClass("NSString", {
  // (bytes, length, encoding)
  "initWithBytes:length:encoding:": "pQQ>n",
  autorelease: ">@",
  UTF8String: ">s",
  length: ">Q",
  "getCharacters:range:": "pG>v",
  "isKindOfClass:": "#>B",
});

export const NSArray = objcClass(
  "NSArray",
  {
    count: ">Q",
    "objectAtIndex:": "Q>@",
  },
  {
    // (addresses of objects, count)
    "arrayWithObjects:count:": "pQ>@",
  },
);

export const NSDictionary = objcClass(
  "NSDictionary",
  {},
  {
    // (object, key)
    "dictionaryWithObject:forKey:": "@@>@",
  },
);

export const NSNumber = objcClass("NSNumber", {}, { "numberWithBool:": "B>@" });

export const NSData = objcClass(
  "NSData",
  { length: ">Q", "getBytes:range:": "pG>v" },
  { "dataWithBytes:length:": "pQ>@" },
);

export const NSUUID = objcClass("NSUUID", { "initWithUUIDBytes:": "p>@" });

export const NSURL = objcClass(
  "NSURL",
  {
    filePathURL: ">n",
    isFileURL: ">B",
    path: ">n",
    absoluteString: ">n",
  },
  {
    "URLWithString:": "@>n",
    // (path, whether it is a folder): without disk access
    "fileURLWithPath:isDirectory:": "@B>@",
  },
);

export const NSBundle = objcClass("NSBundle", { bundleIdentifier: ">n" }, { mainBundle: ">@" });

export const NSLocale = objcClass("NSLocale", {}, { preferredLanguages: ">@" });

export const NSProcessInfo = objcClass(
  "NSProcessInfo",
  { systemUptime: ">d" },
  { processInfo: ">@" },
);

export const NSRunLoop = objcClass(
  "NSRunLoop",
  {
    "addTimer:forMode:": "@@>v",
    "performInModes:block:": "@b>v",
    // (mode, deadline): until one source was handled
    "runMode:beforeDate:": "@@>B",
  },
  { mainRunLoop: ">@" },
);

export const NSTimer = objcClass(
  "NSTimer",
  { invalidate: ">v" },
  // (seconds, repeats, block)
  { "timerWithTimeInterval:repeats:block:": "dBb>@" },
);

export const NSDate = objcClass("NSDate", {}, { distantFuture: ">@" });

export const NSAppleEventManager = objcClass(
  "NSAppleEventManager",
  { currentAppleEvent: ">n" },
  { sharedAppleEventManager: ">@" },
);

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

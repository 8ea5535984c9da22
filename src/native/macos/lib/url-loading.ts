import { objcClass } from "../objc/object.ts";

/** Foundation's URL loading. Names are Apple's. */
export const NSURLRequest = objcClass(
  "NSURLRequest",
  {
    URL: ">n",
    HTTPMethod: ">n",
    HTTPBody: ">n",
    HTTPBodyStream: ">n",
    "valueForHTTPHeaderField:": "@>n",
  },
  { "requestWithURL:": "@>@" },
);

/** Only a response for which `isKindOfClass:` confirms HTTP has the status and headers. */
export const NSHTTPURLResponse = objcClass("NSHTTPURLResponse", {
  // (address, status, version, headers)
  "initWithURL:statusCode:HTTPVersion:headerFields:": "@qnn>n",
  URL: ">n",
  statusCode: ">q",
  "valueForHTTPHeaderField:": "@>n",
  "isKindOfClass:": "#>B",
});

export const NSInputStream = objcClass("NSInputStream", {
  open: ">v",
  close: ">v",
  "read:maxLength:": "pQ>q",
});

export const NSMutableDictionary = objcClass("NSMutableDictionary", {
  init: ">@",
  // (object, key)
  "setObject:forKey:": "@@>v",
});

export const NSError = objcClass(
  "NSError",
  { code: ">q", localizedDescription: ">@" },
  // (domain, code, user info)
  { "errorWithDomain:code:userInfo:": "@qn>@" },
);

import { defineStandInClasses } from "../objective-c/classes.ts";
import { NSString } from "../objective-c/foundation/ns-string.ts";
import { NSObject, Strong } from "../objective-c/ns-object.ts";

export class WKSecurityOrigin extends NSObject {
  site: URL | null = null;

  static of(address: string): WKSecurityOrigin {
    const made = new this();
    const parsed = URL.parse(address);
    made.site = parsed?.host === "" ? null : parsed;
    return made;
  }

  "-protocol"(): NSString {
    return NSString.of(this.site?.protocol.slice(0, -1) ?? "");
  }

  "-host"(): NSString {
    return NSString.of(this.site?.hostname ?? "");
  }

  "-port"(): number {
    return Number(this.site?.port ?? 0);
  }
}

export class WKFrameInfo extends NSObject {
  readonly origin = new Strong<WKSecurityOrigin>(this);
  isTop = true;

  static of(address: string, isTop: boolean): WKFrameInfo {
    const made = new this();
    made.origin.value = WKSecurityOrigin.of(address);
    made.isTop = isTop;
    return made;
  }

  "-isMainFrame"(): boolean {
    return this.isTop;
  }

  "-securityOrigin"(): WKSecurityOrigin | null {
    return this.origin.value;
  }
}

defineStandInClasses({ WKSecurityOrigin, WKFrameInfo });

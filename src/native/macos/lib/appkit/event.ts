import { objcClass } from "../../objc/object.ts";

export const NSEvent = objcClass(
  "NSEvent",
  {
    type: ">Q",
    clickCount: ">q",
    modifierFlags: ">Q",
    keyCode: ">H",
    locationInWindow: ">P",
  },
  {
    pressedMouseButtons: ">Q",
    mouseLocation: ">P",
    "mouseEventWithType:location:modifierFlags:timestamp:windowNumber:context:eventNumber:clickCount:pressure:":
      "QPQdqnqqf>n",
    "otherEventWithType:location:modifierFlags:timestamp:windowNumber:context:subtype:data1:data2:":
      "QPQdqnhqq>n",
  },
);

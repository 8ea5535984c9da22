import { theApplication } from "../app/application.ts";
import type { Address } from "../../ffi/signature.ts";
import { NSProcessInfo } from "../lib/foundation.ts";
import { NSEvent } from "../lib/appkit/event.ts";
import type { NSWindow } from "../lib/appkit/window.ts";
import type { ObjectOf } from "../objc/object.ts";

const NSEventTypeLeftMouseDown = 1;
const NSEventTypeLeftMouseDragged = 6;
const leftButton = 1;

/** Moves the window with the pointer until its button is released. */
export function dragWindow(window: ObjectOf<typeof NSWindow>): void {
  // After a quick click the button is released by now, and the window would stick to the pointer.
  if ((NSEvent.send("pressedMouseButtons") & leftButton) === 0) return;
  const event = currentPress() ?? pressOn(window);
  if (event !== null) window.send("performWindowDragWithEvent:", event);
}

function currentPress(): Address | null {
  const event = theApplication().send("currentEvent");
  if (event === null) return null;
  const type = NSEvent.at(event).send("type");
  return type === NSEventTypeLeftMouseDown || type === NSEventTypeLeftMouseDragged ? event : null;
}

/**
 * The page's request has come through another thread: another event may have happened meanwhile.
 */
function pressOn(window: ObjectOf<typeof NSWindow>): Address | null {
  return NSEvent.send(
    "mouseEventWithType:location:modifierFlags:timestamp:windowNumber:context:eventNumber:clickCount:pressure:",
    NSEventTypeLeftMouseDown,
    window.send("mouseLocationOutsideOfEventStream"),
    0,
    NSProcessInfo.at(NSProcessInfo.send("processInfo")).send("systemUptime"),
    window.send("windowNumber"),
    null,
    0,
    1,
    1,
  );
}

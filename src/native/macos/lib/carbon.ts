import { library } from "../library.ts";

/** Carbon's event manager, the only one with session-wide hot keys. */
export const carbon = library("Carbon", {
  GetEventDispatcherTarget: ">p",
  // (target, handler, number of types, EventTypeSpec[], user data, out: EventHandlerRef)
  InstallEventHandler: "ppLpnn>i",
  // (key code, modifiers, EventHotKeyID: both halves in one word, target, options, out:
  // EventHotKeyRef)
  RegisterEventHotKey: "uuLpup>i",
  UnregisterEventHotKey: "p>i",
  // (event, name, type, out: type, buffer size, out: bytes, out: data)
  GetEventParameter: "puunLnp>i",
});

import { library } from "../library.ts";

/** Carbon's event manager, which alone gives keys away for the whole session. */
export const carbon = library("Carbon", {
  GetEventDispatcherTarget: ">p",
  // (target, handler, number of types, EventTypeSpec[], what the handler is given, out:
  // EventHandlerRef)
  InstallEventHandler: "ppLpnn>i",
  // (key code, modifiers, EventHotKeyID: both halves in one word, target, options, out:
  // EventHotKeyRef)
  RegisterEventHotKey: "uuLpup>i",
  UnregisterEventHotKey: "p>i",
  // (event, name, type, out: type, bytes of room, out: bytes, out: data)
  GetEventParameter: "puunLnp>i",
});

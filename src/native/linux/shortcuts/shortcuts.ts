import { FrameworkError } from "../../../contract/errors.ts";
import type { UiCallArgs } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { windowSystem } from "../window/display.ts";
import { grabKey, releaseKey } from "./key-grabs.ts";
import { PortalShortcuts } from "./portal-shortcuts.ts";

type Registration = UiCallArgs<"shortcut.register">;

/** The global key combinations of the app: from the X server, or from the desktop. */
export class Shortcuts {
  readonly #pressed: (id: number) => void;
  readonly #ids = new Set<number>();
  #portal: PortalShortcuts | undefined;

  constructor(events: Events) {
    this.#pressed = (id) => events.emit("shortcut.pressed", { id });
  }

  async register(registration: Registration): Promise<void> {
    await this.#take(registration);
    this.#ids.add(registration.id);
  }

  unregister(id: number): void {
    this.#ids.delete(id);
    if (this.#portal === undefined) releaseKey(id);
    else this.#portal.unregister(id);
  }

  releaseAll(): void {
    for (const id of this.#ids) this.unregister(id);
  }

  #take({ id, accelerator, text }: Registration): void | Promise<void> {
    const system = windowSystem();
    if (system === "x11") return grabKey(id, accelerator, text, this.#pressed);
    if (system === "wayland") {
      this.#portal ??= new PortalShortcuts(this.#pressed);
      return this.#portal.register(id, accelerator, text);
    }
    throw new FrameworkError(
      "unavailable",
      `Cannot register the shortcut "${text}": this display gives none away`,
    );
  }
}

import type { Address } from "../../src/native/ffi/signature.ts";
import { webkit as webkitOfApps } from "../../src/native/linux/lib/webkit.ts";
import { contentFilter } from "../../src/native/linux/page/private-schemes.ts";
import { ownScript, ownWorld, pageScript } from "./channel-script.ts";
import { knowKeysOf } from "./keys.ts";
import { webkit } from "./toolkit.ts";

/** The name of the message handler in the own world. */
export const handlerName = "pages";

const ALL_FRAMES = 0;
const DOCUMENT_START = 0;

/**
 * The scripts that begin each document of a view, in every frame, and the rules about their loads.
 */
export class StartScripts {
  readonly #contents: Address;
  readonly #scripts = new Map<number, Address>();
  // Rules that the engine is still compiling.
  #compiling = 0;
  #afterRules: (() => void)[] = [];
  #isClosed = false;

  constructor(contents: Address, channel: string | null) {
    this.#contents = contents;
    webkit.webkit_user_content_manager_register_script_message_handler_in_world(
      contents,
      handlerName,
      ownWorld,
    );
    const own = webkit.webkit_user_script_new_for_world(
      ownScript(
        `webkit.messageHandlers.${handlerName}.postMessage.bind(webkit.messageHandlers.${handlerName})`,
      ),
      ALL_FRAMES,
      DOCUMENT_START,
      ownWorld,
      null,
      null,
    );
    webkitOfApps.webkit_user_content_manager_add_script(contents, own);
    webkitOfApps.webkit_user_script_unref(own);
    if (channel !== null) this.add(0, pageScript(channel));
  }

  add(number: number, source: string): void {
    knowKeysOf(source);
    const script = webkitOfApps.webkit_user_script_new(
      source,
      ALL_FRAMES,
      DOCUMENT_START,
      null,
      null,
    );
    webkitOfApps.webkit_user_content_manager_add_script(this.#contents, script);
    this.#scripts.set(number, script);
  }

  remove(number: number): void {
    const script = this.#scripts.get(number);
    if (script === undefined) return;
    this.#scripts.delete(number);
    webkit.webkit_user_content_manager_remove_script(this.#contents, script);
    webkitOfApps.webkit_user_script_unref(script);
  }

  /** Adds rules about loads that the pages may not do. */
  addRules(rules: string): void {
    this.#compiling++;
    void contentFilter(rules).then((filter) => {
      if (this.#isClosed) return;
      if (filter !== null)
        webkitOfApps.webkit_user_content_manager_add_filter(this.#contents, filter);
      this.#compiling--;
      if (this.#compiling > 0) return;
      for (const task of this.#afterRules.splice(0)) task();
    });
  }

  /** Runs `task` when all rules are there. */
  afterRules(task: () => void): void {
    if (this.#compiling === 0) task();
    else this.#afterRules.push(task);
  }

  close(): void {
    this.#isClosed = true;
    for (const number of this.#scripts.keys()) this.remove(number);
  }
}

import { ptr } from "bun:ffi";
import { callback } from "../../src/native/ffi/callback.ts";
import { Held } from "../../src/native/ffi/held.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import { glib } from "../../src/native/linux/lib/glib.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { gtk } from "../../src/native/linux/lib/gtk.ts";
import { webkit as webkitOfApps } from "../../src/native/linux/lib/webkit.ts";
import { textAt } from "../../src/native/ffi/signature.ts";
import { setProperty } from "../../src/native/linux/object.ts";
import { deliverSource, ownWorld, type DocumentMessage } from "./channel-script.ts";
import { Navigations, type Gate } from "./navigations.ts";
import { Dialogs } from "./dialogs.ts";
import { Responses } from "./responses.ts";
import { click, focus, pressKeys } from "./input.ts";
import { takePicture } from "./picture.ts";
import type { StartScripts } from "./start-scripts.ts";
import type { Surface } from "./surface.ts";
import { jsc, webkit } from "./toolkit.ts";
import type { Command, Event, ViewSettings, WithoutView } from "./protocol.ts";

/** A command for a view that is there. */
export type ViewCommand = Exclude<
  Command,
  { readonly do: "open" | "close" | "respond" | "part" | "refuse" }
>;

export type Tell = (event: Event, bytes?: Uint8Array) => void;

const evaluations = new Held<(json: string | null) => void>("evaluations of pages");

const evaluated = callback("ppL>v", (view, result, number) => {
  const take = evaluations.take(number);
  // This also holds for a script that throws. Its error is not needed here.
  const value = webkit.webkit_web_view_evaluate_javascript_finish(view, result, null);
  if (value === null) return take?.(null);
  const json = jsc.jsc_value_is_undefined(value) ? null : jsc.jsc_value_to_json(value, 0);
  take?.(json === null ? null : textAt(json));
  glib.g_free(json);
  gobject.g_object_unref(value);
});

function preferDark(isDark: boolean): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings !== null)
    setProperty(settings, "gtk-application-prefer-dark-theme", { boolean: isDark });
}

/** A view of a real page, as a host drives it. */
export class View {
  readonly address: Address;
  readonly navigations: Navigations;
  readonly responses: Responses;
  readonly dialogs = new Dialogs(this);
  /** The decisions of the host, besides navigations. */
  readonly asks: Pick<ViewSettings, "asksForResponses" | "asksForDialogs">;
  readonly #number: number;
  readonly #tell: Tell;
  readonly #surface: Surface;
  readonly #scripts: StartScripts;
  readonly #closeSchemes: () => void;
  readonly #permissions = new Map<number, Address>();
  #isAsking = false;

  constructor(
    view: {
      readonly address: Address;
      readonly surface: Surface;
      readonly scripts: StartScripts;
      readonly closeSchemes: () => void;
      readonly settings: ViewSettings;
    },
    host: { readonly number: number; readonly tell: Tell; readonly gate: Gate },
  ) {
    this.address = view.address;
    this.#surface = view.surface;
    this.#scripts = view.scripts;
    this.#closeSchemes = view.closeSchemes;
    this.#number = host.number;
    this.#tell = host.tell;
    this.asks = view.settings;
    this.responses = new Responses(this);
    this.navigations = new Navigations(this, host.gate, (response) => {
      if (this.asks.asksForResponses) this.responses.ask(response);
      else webkit.webkit_policy_decision_use(response);
    });
  }

  /** Sends the host an event of this view. */
  tell(event: WithoutView<Event>, bytes?: Uint8Array): void {
    this.#tell({ ...event, view: this.#number } as Event, bytes);
  }

  run(command: ViewCommand): void {
    switch (command.do) {
      case "load":
        return this.#scripts.afterRules(() => this.#load(command.url));
      case "loadHtml":
        return webkitOfApps.webkit_web_view_load_html(this.address, command.html, null);
      case "reload":
        return webkitOfApps.webkit_web_view_reload(this.address);
      case "stop":
        return webkit.webkit_web_view_stop_loading(this.address);
      case "back":
        return webkit.webkit_web_view_go_back(this.address);
      case "forward":
        return webkit.webkit_web_view_go_forward(this.address);
      case "crash":
        return webkit.webkit_web_view_terminate_web_process(this.address);
      case "decide":
        return this.#decide(command.decision, command.isAllowed);
      case "answerDialog":
        return this.dialogs.answer(command.dialog, command.text);
      case "addScript":
        return this.#scripts.add(command.script, command.source);
      case "removeScript":
        return this.#scripts.remove(command.script);
      case "addRules":
        return this.#scripts.addRules(command.rules);
      case "evaluate":
        return this.evaluate(command.source, null, (json) =>
          this.#tell({ tells: "evaluated", call: command.call, json }),
        );
      case "post":
        return this.evaluate(deliverSource(command.document, command.text), ownWorld, () => {});
      case "place":
        return this.#surface.place(command.area, command.isShown);
      case "setUserAgent":
        return webkitOfApps.webkit_settings_set_user_agent(this.#settings, command.userAgent);
      case "setBackground":
        return webkitOfApps.webkit_web_view_set_background_color(
          this.address,
          new Float64Array(command.background),
        );
      case "setScripting":
        return setProperty(this.#settings, "enable-javascript", { boolean: command.isOn });
      case "setDark":
        return preferDark(command.isDark);
      case "setZoom":
        return webkit.webkit_web_view_set_zoom_level(this.address, command.factor);
      case "focus":
        return focus(this.#surface.window, this.address, command.isFocused);
      case "pointer":
        return click(this.address, command.input);
      case "press":
        return pressKeys(this.address, command.keys);
      case "picture":
        return takePicture(this.address, (png) =>
          this.#tell({ tells: "picture", call: command.call }, png),
        );
    }
  }

  /** The number of the X window that it is in. */
  get window(): number {
    return this.#surface.number;
  }

  get #settings(): Address {
    return webkitOfApps.webkit_web_view_get_settings(this.address);
  }

  // The view has the address of a load at once, long before anything is shown. But a load of
  // another place in the document has no further event.
  #load(url: string): void {
    const withoutFragment = (address: string): string => address.replace(/#.*$/, "");
    const now = webkitOfApps.webkit_web_view_get_uri(this.address) ?? "";
    this.#isAsking = withoutFragment(url) !== withoutFragment(now);
    webkitOfApps.webkit_web_view_load_uri(this.address, url);
    this.#isAsking = false;
  }

  addressChanged(): void {
    if (this.#isAsking) return;
    this.tell({ tells: "address", url: webkitOfApps.webkit_web_view_get_uri(this.address) ?? "" });
  }

  /** Runs a script in the top frame: in the page's world (`null`), or in one of that name. */
  evaluate(source: string, world: string | null, ended: (json: string | null) => void): void {
    const bytes = Buffer.from(source);
    webkitOfApps.webkit_web_view_evaluate_javascript(
      this.address,
      bytes.length === 0 ? ptr(Buffer.from("0")) : ptr(bytes),
      bytes.length,
      world,
      null,
      null,
      evaluated(),
      evaluations.add(ended),
    );
  }

  received(text: string): void {
    const message = JSON.parse(text) as DocumentMessage;
    const { document, isTop, address } = message;
    const sender = { document, isTop, address };
    if (message.kind === "message") this.tell({ tells: "message", sender, text: message.text });
    else if (isTop) this.tell({ tells: "document", sender });
  }

  /** The page asks for something, and waits for the host's word. */
  asked(request: Address): void {
    const decision = this.navigations.newDecision();
    this.#permissions.set(decision, gobject.g_object_ref(request));
    this.tell({ tells: "permission", decision, what: gobject.g_type_name_from_instance(request) });
  }

  #decide(decision: number, isAllowed: boolean): void {
    const permission = this.#permissions.get(decision);
    if (permission === undefined) {
      if (!this.responses.decide(decision, isAllowed)) this.navigations.decide(decision, isAllowed);
      return;
    }
    this.#permissions.delete(decision);
    if (isAllowed) webkitOfApps.webkit_permission_request_allow(permission);
    else webkitOfApps.webkit_permission_request_deny(permission);
    gobject.g_object_unref(permission);
  }

  close(): void {
    for (const permission of this.#permissions.values()) gobject.g_object_unref(permission);
    this.#permissions.clear();
    this.navigations.close();
    this.responses.close();
    this.dialogs.close();
    this.#scripts.close();
    this.#closeSchemes();
    this.#surface.close();
    gobject.g_object_unref(this.address);
  }
}

import type { Address } from "../../src/native/ffi/signature.ts";
import { E_ABORT, E_INVALIDARG, S_OK, type HResult } from "../../src/native/windows/com/hresult.ts";
import { RECT } from "../../src/native/windows/lib/user32.ts";
import { lend } from "../../src/native/windows/com/server.ts";
import type { Command, Event, WithoutView } from "../pages/protocol.ts";
import type { Environment } from "./environment.ts";
import { Completion, EventSource } from "./event-source.ts";
import { InputWindow, type PressedKey } from "./input-window.ts";
import * as interfaces from "./interfaces.ts";
import { pageObject } from "./page-object.ts";
import { report, wrong } from "./report.ts";
import { serveObject, type Properties } from "./served-object.ts";
import { defaultUserAgent } from "./settings.ts";
import { plain, writeValue, type Value } from "./values.ts";
import { versionsOf } from "./versions.ts";
import { closed, WebView } from "./web-view.ts";
import { user32 } from "./win32.ts";
import { wide } from "../../src/native/windows/wide-text.ts";

const controllers = new Map<number, Controller>();
let lastView = 0;

/** Begins to make a controller, as the environment's call does: it comes later. */
export function makeController(
  environment: Environment,
  environmentObject: Address,
  parent: number,
  handler: Address,
): HResult | void {
  if (handler === 0) return E_INVALIDARG;
  const completion = new Completion("CreateCoreWebView2Controller", handler);
  const number = ++lastView;
  const controller = new Controller(environment, environmentObject, number, parent, completion);
  controllers.set(number, controller);
  controller.open();
}

/** Handles an event of the pages' program for a view. */
export function receiveEvent(event: Event, bytes: Uint8Array): void {
  if ("view" in event) return controllers.get(event.view)?.receive(event, bytes);
  for (const { view } of controllers.values()) view.receiveAnswer(event);
}

class Controller {
  readonly view: WebView;
  readonly #environment: Environment;
  readonly #number: number;
  readonly #events = new EventSource();
  readonly #properties: Properties;
  readonly #input: InputWindow;
  #completion: Completion | null;
  #object: Address = 0;
  #bounds = RECT.make();
  #isClosed = false;

  constructor(
    environment: Environment,
    environmentObject: Address,
    number: number,
    parent: number,
    completion: Completion,
  ) {
    this.#environment = environment;
    this.#number = number;
    this.#completion = completion;
    this.#properties = {
      IsVisible: true,
      ZoomFactor: { double: 1 },
      DefaultBackgroundColor: 0xffffffff | 0,
      RasterizationScale: { double: user32.GetDpiForWindow(parent) / 96 },
      ShouldDetectMonitorScaleChanges: true,
      BoundsMode: 0,
      AllowExternalDrop: true,
      ParentWindow: BigInt(parent),
    };
    this.view = new WebView(environment, environmentObject, number);
    this.#input = new InputWindow(parent, {
      pointer: (input) => this.#send({ do: "pointer", input }),
      key: (key) => this.#key(key),
      focus: (isFocused) => this.#focused(isFocused),
      gone: () => this.close(),
    });
  }

  #send(command: WithoutView<Command>): void {
    this.#environment.line.send({ ...command, view: this.#number } as Command);
  }

  open(): void {
    const { folder, proxy, keepsPages, browserArguments } = this.#environment;
    const parent = user32.GetPropW(this.#parent, wide("__wine_x11_whole_window"));
    this.#send({
      do: "open",
      settings: {
        userAgent: defaultUserAgent,
        background: [1, 1, 1, 1],
        size: { x: 0, y: 0, width: 0, height: 0 },
        folder,
        hosts: ["*.localhost"],
        schemes: [],
        proxy,
        keepsPages,
        browserArguments,
        asksForResponses: false,
        asksForDialogs: true,
        channel: pageObject,
        parent: parent === 0 ? null : parent,
      },
    });
  }

  get #parent(): number {
    return Number(this.#properties["ParentWindow"]);
  }

  receive(event: Extract<Event, { view: number }>, bytes: Uint8Array): void {
    if (event.tells === "opened") this.#opened();
    else if (!this.#isClosed) this.view.receive(event, bytes);
  }

  #opened(): void {
    const completion = this.#completion;
    this.#completion = null;
    if (this.#isClosed) return completion?.complete(E_ABORT, null);
    lend(this.#serve(), (object) => completion?.complete(S_OK, object));
  }

  #serve(): Address {
    this.view.serve();
    const place = (): void => this.#place();
    this.#object = serveObject({
      name: "Controller",
      interfaces: versionsOf("ICoreWebView2Controller"),
      properties: this.#properties,
      events: this.#events,
      state: () => (this.#isClosed ? closed : S_OK),
      changed: (property, value) => this.#changed(property, value),
      methods: {
        get_Bounds: (out: Address) => RECT.at(out).bytes.set(this.#bounds.bytes),
        put_Bounds: (rect: Address) => {
          this.#bounds.bytes.set(RECT.at(rect).bytes);
          place();
        },
        SetBoundsAndZoomFactor: (rect: Address, zoom: number) => {
          this.#bounds.bytes.set(RECT.at(rect).bytes);
          this.#properties["ZoomFactor"] = { double: zoom };
          this.#zoom();
          place();
        },
        MoveFocus: () =>
          this.#properties["IsVisible"] === true ? this.#input.takeFocus() : E_INVALIDARG,
        NotifyParentWindowPositionChanged: () => {},
        Close: () => this.close(),
        get_CoreWebView2: (out: Address) => writeValue(out, { object: this.view.object }),
        get_ParentWindow: (out: Address) => writeValue(out, BigInt(this.#parent)),
      },
      released: () => this.close(),
    });
    this.#zoom();
    return this.#object;
  }

  #changed(property: string, value: Value): void {
    report({
      set: `Controller.${property}`,
      value: plain(value),
    });
    if (property === "IsVisible") this.#place();
    else if (property === "ParentWindow") this.#input.moveTo(this.#parent);
    else if (property === "DefaultBackgroundColor") this.#color(Number(value) >>> 0);
    else if (property.endsWith("Factor") || property.endsWith("Scale")) this.#zoom();
  }

  // Four bytes: alpha, red, green, blue, the first one lowest.
  #color(color: number): void {
    const part = (place: number): number => ((color >>> (8 * place)) & 0xff) / 255;
    const alpha = part(0);
    if (alpha !== 0 && alpha !== 1)
      wrong("DefaultBackgroundColor: only none or all of it can be seen through");
    this.#send({ do: "setBackground", background: [part(1), part(2), part(3), alpha] });
  }

  #zoom(): void {
    const { ZoomFactor, RasterizationScale } = this.#properties as Record<
      string,
      { double: number }
    >;
    this.#send({
      do: "setZoom",
      factor: (ZoomFactor?.double ?? 1) * (RasterizationScale?.double ?? 1),
    });
  }

  #place(): void {
    const bounds = this.#bounds;
    const [x, y] = [bounds.get("left"), bounds.get("top")];
    const area = { x, y, width: bounds.get("right") - x, height: bounds.get("bottom") - y };
    const isShown = this.#properties["IsVisible"] === true;
    this.#input.place(area, isShown);
    this.#send({ do: "place", area, isShown });
  }

  #focused(isFocused: boolean): void {
    this.#send({ do: "focus", isFocused });
    if (this.#object !== 0)
      this.#events.raise(isFocused ? "GotFocus" : "LostFocus", this.#object, null);
  }

  /** A key that means something for the browser is shown to the app first. */
  #key({ name, virtualKey, parameter, isAccelerator, isSystem }: PressedKey): void {
    const properties: Properties = {
      KeyEventKind: isSystem ? 2 : 0,
      VirtualKey: virtualKey,
      KeyEventLParam: parameter,
      Handled: false,
      IsBrowserAcceleratorKeyEnabled:
        this.view.settings["AreBrowserAcceleratorKeysEnabled"] ?? true,
    };
    if (isAccelerator && this.#object !== 0)
      this.#events.raise("AcceleratorKeyPressed", this.#object, {
        name: "AcceleratorKeyPressedEventArgs",
        interfaces: [
          interfaces.ICoreWebView2AcceleratorKeyPressedEventArgs2,
          interfaces.ICoreWebView2AcceleratorKeyPressedEventArgs,
        ],
        properties,
      });
    if (properties["Handled"] === true) return;
    if (name !== null) this.#send({ do: "press", keys: [name] });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    controllers.delete(this.#number);
    this.#completion?.complete(E_ABORT, null);
    this.#completion = null;
    this.#input.close();
    this.#send({ do: "close" });
    this.#events.close();
    this.view.close();
  }
}

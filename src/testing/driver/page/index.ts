// The script that the driver places into a page: the commands about elements and scripts. It
// reaches frames of the page's origin from the page itself.

import { computeAccessibleName, getRole } from "dom-accessibility-api";
import isDisplayed from "selenium-webdriver/lib/atoms/is-displayed.js";
import { beginKeys, clear, clickOption, setFiles } from "./edit.ts";
import { Failure } from "./failure.ts";
import { findAll, type Strategy } from "./find.ts";
import { toJson } from "./json.ts";
import { contextOf, elementOf, frameReference, nodeOf } from "./nodes.ts";
import { centerOf, clickPoint, inPage, scrollIntoView } from "./point.ts";
import { runScript } from "./scripts.ts";
import { attributeOf, boxOf, isEnabled, isSelected, styleOf } from "./state.ts";
import { renderedText } from "./text.ts";

type Context = Window & typeof globalThis;

/** Commands that take an element. */
const ofElements = {
  attribute: (element, name: string) => attributeOf(element, name),
  property: (element, name: string) =>
    toJson((element as unknown as Readonly<Record<string, unknown>>)[name]),
  css: (element, name: string) => styleOf(element, name),
  text: (element) => renderedText(element),
  name: (element) =>
    element.namespaceURI === "http://www.w3.org/1999/xhtml" ? element.localName : element.tagName,
  rect: (element) => boxOf(element),
  selected: (element) => isSelected(element),
  enabled: (element) => isEnabled(element),
  displayed: (element) => isDisplayed(element),
  role: (element) => getRole(element) ?? "none",
  label: (element) => computeAccessibleName(element),
  shadow(element) {
    if (element.shadowRoot !== null) return toJson(element.shadowRoot);
    throw new Failure("no such shadow root", "Cannot find a shadow root: the element has none");
  },
  clickPoint(element) {
    if (element.localName === "input" && (element as HTMLInputElement).type === "file")
      throw new Failure("invalid argument", "Cannot click a field for files: send it their paths");
    const point = clickPoint(element);
    if (element.localName !== "option") return { point, mayLeave: mayLeave(element) };
    clickOption(element as HTMLOptionElement);
    return { point: null, mayLeave: false };
  },
  /** The window of a frame. */
  frame(element) {
    const frame = ["iframe", "frame"].includes(element.localName)
      ? (element as HTMLIFrameElement).contentWindow
      : null;
    if (frame === null) throw new Failure("no such frame", "Cannot enter it: it is no frame");
    return frameReference(frame);
  },
  center: (element) => inPage(element.ownerDocument.defaultView, centerOf(element)),
  box(element) {
    scrollIntoView(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    return { ...inPage(element.ownerDocument.defaultView, { x: left, y: top }), width, height };
  },
  clear: (element) => clear(element),
  beginKeys: (element, text: string, isStrict: boolean) => beginKeys(element, text, isStrict),
  setFiles: (element, files: Parameters<typeof setFiles>[1]) =>
    setFiles(element as HTMLInputElement, files),
} satisfies Readonly<Record<string, (element: HTMLElement, ...args: never[]) => unknown>>;

/** Commands that take the window of the page or of a frame. */
const ofContexts = {
  html: ({ document }) => document.documentElement.outerHTML,
  title: () => document.title,
  url: () => location.href,
  active({ document }) {
    const { activeElement } = document;
    if (activeElement !== null) return toJson(activeElement);
    throw new Failure("no such element", "Cannot find the active element: there is none");
  },
  find({ document }, strategy: Strategy, selector: string) {
    return findAll(document, strategy, selector).map((found) => toJson(found));
  },
  findIn(context, { id, kind }: NodeRef, strategy: Strategy, selector: string) {
    const root = nodeOf(id, context, kind) as Element | ShadowRoot;
    return findAll(root, strategy, selector).map((found) => toJson(found));
  },
  frameAt(context, place: number) {
    const frame = context.frames[place];
    if (frame === undefined)
      throw new Failure("no such frame", `Cannot enter frame ${place}: there is none`);
    return frameReference(frame);
  },
  parentFrame: ({ parent }) => (parent === window ? null : frameReference(parent)),
  address: ({ document }) => document.URL,
  cookies: ({ document }) => document.cookie,
  setCookie({ document }, text: string) {
    document.cookie = text;
  },
  type: ({ document }, text: string) => document.execCommand("insertText", false, text),
  origin: (context) => inPage(context, { x: 0, y: 0 }),
} satisfies Readonly<Record<string, (context: Context, ...args: never[]) => unknown>>;

interface NodeRef {
  readonly id: string;
  readonly kind: "element" | "shadow";
}

/** True if a click may cause a navigation. */
function mayLeave(element: HTMLElement): boolean {
  const link = element.closest<HTMLAnchorElement>("a[href], area[href]");
  if (link !== null && link.target !== "_blank") {
    const { href } = link;
    const [path = ""] = href.split("#");
    const isHere = href.includes("#") && path === element.ownerDocument.URL.split("#")[0];
    return !isHere && !href.startsWith("javascript:");
  }
  const button = element.closest<HTMLButtonElement | HTMLInputElement>("button, input");
  return button !== null && ["submit", "image"].includes(button.type) && button.form !== null;
}

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
  readonly message?: string;
}

async function answered(task: () => unknown): Promise<Answer> {
  try {
    return { value: (await task()) ?? null };
  } catch (error) {
    if (error instanceof Failure) return { error: error.code, message: error.message };
    // The page cannot reach the document of a frame from another site.
    const isForeign = error instanceof DOMException && error.name === "SecurityError";
    return { error: isForeign ? "unsupported operation" : "unknown error", message: String(error) };
  }
}

const driver = {
  onElement: (frame: string | null, name: keyof typeof ofElements, id: string, args: unknown[]) =>
    answered(() =>
      (ofElements[name] as (element: HTMLElement, ...args: unknown[]) => unknown)(
        elementOf(id, contextOf(frame)),
        ...args,
      ),
    ),
  onContext: (frame: string | null, name: keyof typeof ofContexts, args: unknown[]) =>
    answered(() =>
      (ofContexts[name] as (context: Context, ...args: unknown[]) => unknown)(
        contextOf(frame),
        ...args,
      ),
    ),
  script: (...given: Parameters<typeof runScript>) => answered(() => runScript(...given)),
  contextOf,
};

Object.defineProperty(window, "__FRAMEWORK_DRIVER__", { value: Object.freeze(driver) });

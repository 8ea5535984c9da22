import { Failure } from "./failure.ts";
import { containerOf, describe, isInView, scrollIntoView } from "./point.ts";
import { isEnabled } from "./state.ts";

// The filling of fields. Source: WebDriver, "Element Clear" and "Element Send Keys".

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields whose value keys cannot type. */
const chosen = new Set(["color", "date", "datetime-local", "month", "range", "time", "week"]);
/** The types of fields with a caret. */
const typed = new Set(["text", "search", "url", "tel", "password", "email", "number"]);

/** The way in which keys reach an element. */
export type KeysWay =
  | { readonly way: "type" }
  | { readonly way: "files"; readonly multiple: boolean }
  | { readonly way: "done" };

function isField(element: HTMLElement): element is Field {
  return element.localName === "textarea" || element.localName === "input";
}

/** @throws Failure `invalid element state`, `element not interactable` */
export function clear(element: HTMLElement): void {
  const isText =
    element.localName === "textarea" ||
    (element.localName === "input" && !unclearable.has((element as HTMLInputElement).type));
  const isEditable = isText
    ? !(element as Field).readOnly && isEnabled(element)
    : element.isContentEditable;
  if (!isEditable)
    throw new Failure("invalid element state", `Cannot clear ${describe(element)}: it is no field`);
  scrollIntoView(element);
  if (!isReachable(element) || !isInView(element)) throw notInteractable(element, "clear");
  if (!isText) {
    if (element.innerHTML === "") return;
    element.focus();
    element.innerHTML = "";
    element.blur();
    return;
  }
  clearField(element as Field);
}

const unclearable = new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);

function clearField(field: Field): void {
  const isFile = (field as HTMLInputElement).type === "file";
  const isEmpty = isFile
    ? (field as HTMLInputElement).files?.length === 0
    : field.value === "" && field.validity.valid;
  if (isEmpty) return;
  field.focus();
  setValue(field, "");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  field.blur();
}

/** Uses the setter of the class, because libraries such as React put their own on the field. */
function setValue(field: Field, value: string): void {
  const { defaultView } = field.ownerDocument;
  const type =
    field.localName === "textarea"
      ? defaultView?.HTMLTextAreaElement
      : defaultView?.HTMLInputElement;
  const descriptor = Object.getOwnPropertyDescriptor(type?.prototype ?? {}, "value");
  if (descriptor === undefined) field.value = value;
  else descriptor.set?.call(field, value);
}

/**
 * Prepares an element for keys: focuses it, with the caret at its end.
 * @throws Failure `element not interactable`, `invalid argument`
 */
export function beginKeys(element: HTMLElement, text: string, isStrict: boolean): KeysWay {
  const container = containerOf(element);
  if (container !== element) return beginKeys(container, text, isStrict);
  const type = element.localName === "input" ? (element as HTMLInputElement).type : "";
  if (type === "file") {
    if (isStrict) {
      scrollIntoView(element);
      focus(element);
    }
    return { way: "files", multiple: (element as HTMLInputElement).multiple };
  }
  scrollIntoView(element);
  focus(element);
  if (chosen.has(type)) {
    choose(element as HTMLInputElement, text);
    return { way: "done" };
  }
  moveCaret(element);
  return { way: "type" };
}

/** The field rejects an invalid value by becoming empty, or another value. */
function choose(field: HTMLInputElement, text: string): void {
  if (field.readOnly) throw notInteractable(field, "type into");
  setValue(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function focus(element: HTMLElement): void {
  const isFocused = (): boolean => deepActive(element) === element;
  if (isFocused()) return;
  if (!isReachable(element)) throw notInteractable(element, "type into");
  element.focus();
  const isWhole = ["body", "html"].includes(element.localName);
  if (!isFocused() && !isWhole) throw notInteractable(element, "type into");
}

function deepActive(element: HTMLElement): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement;
}

function isReachable(element: HTMLElement): boolean {
  if (["body", "html"].includes(element.localName)) return true;
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  const isShown = style?.display !== "none" && style?.visibility === "visible";
  return isShown && element.getClientRects().length > 0 && isEnabled(element);
}

function moveCaret(element: HTMLElement): void {
  if (isField(element)) {
    const isTyped = element.localName === "textarea" || typed.has(element.type);
    // A field for numbers or mail has a caret, but does not report its place.
    try {
      if (isTyped) element.setSelectionRange(element.value.length, element.value.length);
    } catch {
      element.select();
      element.ownerDocument.getSelection()?.collapseToEnd();
    }
    return;
  }
  if (!element.isContentEditable) return;
  const selection = element.ownerDocument.getSelection();
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

function notInteractable(element: HTMLElement, action: string): Failure {
  return new Failure(
    "element not interactable",
    `Cannot ${action} ${describe(element)}: it is hidden, disabled, or takes no keys`,
  );
}

/** Puts files into a field, as if the user had chosen them. */
export function setFiles(
  field: HTMLInputElement,
  files: readonly { readonly name: string; readonly type: string; readonly base64: string }[],
): void {
  const transfer = new DataTransfer();
  if (field.multiple) for (const file of field.files ?? []) transfer.items.add(file);
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type }));
  }
  field.files = transfer.files;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Chooses an option of a list by events, because no pointer reaches the native list. */
export function clickOption(option: HTMLOptionElement): void {
  const list = option.closest<HTMLSelectElement>("select");
  const target = list ?? option;
  const fire = (kind: string): void => {
    target.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, composed: true }));
  };
  // Without this the engine would open the list, which waits for a real pointer.
  option.ownerDocument.defaultView?.addEventListener(
    "mousedown",
    (event) => event.preventDefault(),
    { once: true },
  );
  for (const kind of ["mouseover", "mousemove", "mousedown"]) fire(kind);
  target.focus();
  if (isEnabled(option)) {
    const before = option.selected;
    option.selected = list?.multiple === true ? !before : true;
    if (option.selected !== before) {
      target.dispatchEvent(new Event("input", { bubbles: true }));
      target.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  for (const kind of ["mouseup", "click"]) fire(kind);
}

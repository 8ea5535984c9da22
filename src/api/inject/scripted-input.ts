// Pointer and keyboard for machines whose own a testing tool cannot use: a script makes the events.
// A page handles them like real ones, but does not trust them: no file field opens, and nothing
// hovers. The default actions of an engine for a trusted event are done here.

/** As `MouseInput` of `src/testing/page-input.ts`. */
interface Mouse {
  readonly type: "mouseMoved" | "mousePressed" | "mouseReleased" | "mouseWheel";
  readonly x: number;
  readonly y: number;
  readonly button?: "none" | "left" | "middle" | "right";
  readonly deltaX?: number;
  readonly deltaY?: number;
}

/** As `KeyInput` there. */
interface Key {
  readonly type: "keyDown" | "rawKeyDown" | "keyUp";
  readonly key: string;
  readonly code: string;
}

const buttons = { none: 0, left: 0, middle: 1, right: 2 } as const;
const held = new Set<string>();
let pressed: Element | null = null;

/** The element at a place, also in frames of the page's origin. */
function targetAt(x: number, y: number, within: Document = document): Element | null {
  const found = within.elementFromPoint(x, y);
  const inner = found?.localName === "iframe" ? (found as HTMLIFrameElement).contentDocument : null;
  if (found === null || inner === null) return found;
  const { left, top } = found.getBoundingClientRect();
  return targetAt(x - left - found.clientLeft, y - top - found.clientTop, inner) ?? found;
}

function modifiers(): Required<
  Pick<EventModifierInit, "shiftKey" | "ctrlKey" | "altKey" | "metaKey">
> {
  return {
    shiftKey: held.has("Shift"),
    ctrlKey: held.has("Control"),
    altKey: held.has("Alt"),
    metaKey: held.has("Meta"),
  };
}

/** Returns true if the page allows the engine's default action. */
function fire(target: Element, kind: string, { x, y, button = "left" }: Mouse): boolean {
  const common = { bubbles: true, cancelable: true, composed: true, view: window };
  const init = { ...common, clientX: x, clientY: y, button: buttons[button], ...modifiers() };
  const type = kind.startsWith("pointer") ? PointerEvent : MouseEvent;
  return target.dispatchEvent(new type(kind, { ...init, detail: kind.includes("move") ? 0 : 1 }));
}

function press(target: Element, input: Mouse): void {
  pressed = target;
  fire(target, "pointerdown", input);
  if (!fire(target, "mousedown", input)) return;
  const focusable = target.closest<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]",
  );
  if (focusable !== null) focusable.focus();
  else (target.ownerDocument.activeElement as HTMLElement | null)?.blur();
}

function release(target: Element, input: Mouse): void {
  fire(target, "pointerup", input);
  fire(target, "mouseup", input);
  const isClick = pressed === target;
  pressed = null;
  if (!isClick) return;
  if (input.button === "right") fire(target, "contextmenu", input);
  else fire(target, input.button === "middle" ? "auxclick" : "click", input);
}

function wheel(target: Element, input: Mouse): void {
  const { x, y, deltaX = 0, deltaY = 0 } = input;
  const init = { bubbles: true, cancelable: true, clientX: x, clientY: y, deltaX, deltaY };
  if (!target.dispatchEvent(new WheelEvent("wheel", init))) return;
  for (let box: Element | null = target; box !== null; box = box.parentElement) {
    const { scrollLeft, scrollTop } = box;
    box.scrollBy(deltaX, deltaY);
    if (box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop) return;
  }
}

/** The action of a key in a field, by the commands of editors. */
const edits: Readonly<Record<string, string>> = {
  Backspace: "delete",
  Delete: "forwardDelete",
};

/** Keys without a character have names. */
function isCharacter(key: string): boolean {
  return key.length === 1 || !/^[A-Z]/.test(key);
}

function typeKey(target: Element, key: string): void {
  const { ctrlKey, metaKey, altKey } = modifiers();
  const { ownerDocument } = target;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === "a") ownerDocument.execCommand("selectAll");
    return;
  }
  const edit = edits[key];
  if (edit !== undefined) ownerDocument.execCommand(edit);
  else if (key === "Enter") enter(target);
  else if (!altKey && isCharacter(key)) ownerDocument.execCommand("insertText", false, key);
}

function enter(target: Element): void {
  if (target.localName === "input") (target as HTMLInputElement).form?.requestSubmit();
  else if (target.localName === "textarea")
    target.ownerDocument.execCommand("insertText", false, "\n");
  else if ((target as HTMLElement).isContentEditable)
    target.ownerDocument.execCommand("insertParagraph");
  else if (["a", "button", "summary"].includes(target.localName)) (target as HTMLElement).click();
}

/** The element that has the keyboard, in a frame, too. */
function focused(within: Document = document): Element {
  const active = within.activeElement ?? within.documentElement;
  const inner =
    active.localName === "iframe" ? (active as HTMLIFrameElement).contentDocument : null;
  return inner === null ? active : focused(inner);
}

export const scriptedInput = Object.freeze({
  mouse(input: Mouse): void {
    const target = targetAt(input.x, input.y) ?? document.documentElement;
    if (input.type === "mouseWheel") return wheel(target, input);
    if (input.type === "mousePressed") return press(target, input);
    if (input.type === "mouseReleased") return release(target, input);
    fire(target, "pointermove", input);
    fire(target, "mousemove", input);
  },
  key({ type, key, code }: Key): void {
    const isDown = type !== "keyUp";
    if (isDown) held.add(key);
    else held.delete(key);
    const target = focused();
    const init = { bubbles: true, cancelable: true, composed: true, key, code, ...modifiers() };
    const isOpen = target.dispatchEvent(new KeyboardEvent(isDown ? "keydown" : "keyup", init));
    if (!isDown || !isOpen) return;
    const isText = isCharacter(key) || key === "Enter";
    if (isText && !target.dispatchEvent(new KeyboardEvent("keypress", init))) return;
    typeKey(target, key);
  },
});

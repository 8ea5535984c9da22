import { Failure } from "./failure.ts";

/** A place in CSS pixels from the upper left corner of the visible page. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The place where a pointer reaches an element, which is scrolled into view first. Source:
 * WebDriver, "Element Click" and "in-view center point".
 *
 * @throws Failure `element not interactable`, `element click intercepted`
 */
export function clickPoint(element: HTMLElement): Point {
  const container = containerOf(element);
  if (!isInView(container)) scrollIntoView(container);
  const box = shownBox(container);
  if (box === null || !isInView(container))
    throw new Failure(
      "element not interactable",
      `Cannot click ${describe(element)}: no part of it can be shown`,
    );
  const point = middleOf(box);
  const root = container.getRootNode() as Document | ShadowRoot;
  const [top] = root.elementsFromPoint(point.x, point.y);
  if (top === undefined || !holds(container, top))
    throw new Failure(
      "element click intercepted",
      `Cannot click ${describe(element)}: ${top === undefined ? "nothing" : describe(top)} is at its place`,
    );
  return inPage(element.ownerDocument.defaultView, point);
}

/** The middle of the visible part of an element, without a check of elements above it. */
export function centerOf(element: HTMLElement): Point {
  const [box = element.getBoundingClientRect()] = element.getClientRects();
  const { innerWidth = 0, innerHeight = 0 } = element.ownerDocument.defaultView ?? {};
  const middle = (low: number, high: number, most: number): number =>
    (Math.max(0, Math.min(low, high)) + Math.min(most, Math.max(low, high))) / 2;
  return {
    x: Math.floor(middle(box.left, box.right, innerWidth)),
    y: Math.floor(middle(box.top, box.bottom, innerHeight)),
  };
}

/** Converts a place in a frame to the place in the page that contains all frames. */
export function inPage(context: Window | null, point: Point): Point {
  const frame = context?.frameElement ?? null;
  if (context === null || frame === null) return point;
  const { left, top } = frame.getBoundingClientRect();
  const style = context.parent.getComputedStyle(frame);
  const padding = (side: string): number => Number.parseFloat(style.getPropertyValue(side)) || 0;
  return inPage(context.parent, {
    x: point.x + left + frame.clientLeft + padding("padding-left"),
    y: point.y + top + frame.clientTop + padding("padding-top"),
  });
}

/** Scrolls as far as a user could: an element that hides its overflow does not scroll. */
export function scrollIntoView(element: HTMLElement): void {
  const fixed = hiddenOverflow(element).map((box) => [box, box.scrollLeft, box.scrollTop] as const);
  element.scrollIntoView({ behavior: "instant", block: "end", inline: "nearest" });
  // A scrollable box around it may still hide it.
  if (!isInView(element))
    element.scrollIntoView({ behavior: "instant", block: "center", inline: "center" });
  for (const [box, left, top] of fixed) box.scrollTo({ left, top, behavior: "instant" });
}

/** The boxes around an element that no user can scroll. */
function hiddenOverflow(element: Element): readonly Element[] {
  const root = element.ownerDocument.scrollingElement;
  const boxes: Element[] = [];
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const style = box.ownerDocument.defaultView?.getComputedStyle(box);
    if (box !== root && style?.overflow === "hidden") boxes.push(box);
  }
  return boxes;
}

/** The clicked element for an option: its list. */
export function containerOf(element: HTMLElement): HTMLElement {
  const isOption = ["option", "optgroup"].includes(element.localName);
  return (isOption && element.closest<HTMLElement>("datalist, select")) || element;
}

export function isInView(element: HTMLElement): boolean {
  const box = shownBox(element);
  if (box === null) return false;
  const root = element.getRootNode() as Document | ShadowRoot;
  const { x, y } = middleOf(box);
  const at = root.elementsFromPoint(x, y);
  // Elements without pointer events are not in that list.
  if (element.ownerDocument.defaultView?.getComputedStyle(element).pointerEvents === "none")
    return true;
  return at.some((one) => holds(element, one));
}

type Box = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

/** The middle of a box in whole pixels, as for pointers. */
function middleOf({ left, top, right, bottom }: Box): Point {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** The part of its first box that lies in the view; `null`: none. */
function shownBox(element: HTMLElement): Box | null {
  const boxes = [...element.getClientRects()];
  const box = boxes.find(({ width, height }) => width > 0 && height > 0) ?? boxes[0];
  const view = element.ownerDocument.defaultView;
  if (box === undefined || view === null) return null;
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const right = Math.min(view.innerWidth, box.right);
  const bottom = Math.min(view.innerHeight, box.bottom);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}

/** True if `inner` is the element or lies in it, including shadow trees. */
function holds(element: Element, inner: Element): boolean {
  for (let node: Node | null = inner; node !== null;) {
    if (node === element) return true;
    node = node.parentNode ?? (node as ShadowRoot).host ?? null;
  }
  return false;
}

export function describe(element: Element): string {
  const id = element.id === "" ? "" : ` id="${element.id}"`;
  return `<${element.localName}${id}>`;
}

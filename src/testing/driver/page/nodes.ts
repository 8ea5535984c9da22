import { Failure } from "./failure.ts";

/** Names of references in JSON. Source: WebDriver, sections 11 and 13. */
export const referenceKeys = {
  element: "element-6066-11e4-a52e-4f735466cecf",
  shadow: "shadow-6066-11e4-a52e-4f735466cecf",
  frame: "frame-075b-4da1-b6ba-e579c2d3230a",
  window: "window-fcc6-11e5-b4f8-330a88ab9d7f",
} as const;

// Each document has its own prefix, so that an old reference never finds a new element.
const prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
const nodes = new Map<string, WeakRef<Node>>();
const numbers = new WeakMap<Node, string>();
const frames = new Map<string, Window>();
let lastNumber = 0;

/** The reference of a node. Each call returns the same one. */
export function referenceOf(node: Node): string {
  const known = numbers.get(node);
  if (known !== undefined) return known;
  const id = `${prefix}.${++lastNumber}`;
  numbers.set(node, id);
  nodes.set(id, new WeakRef(node));
  return id;
}

/**
 * The node of a reference.
 * @throws Failure `no such element`, `stale element reference`, or the same of shadow roots
 */
export function nodeOf(id: string, context: Window, kind: "element" | "shadow" = "element"): Node {
  const isElement = kind === "element";
  const node = nodes.get(id)?.deref();
  if (node === undefined)
    throw new Failure(
      isElement ? "no such element" : "no such shadow root",
      `Cannot find "${id}": no such ${kind} is known here`,
    );
  const { ownerDocument } = node;
  const owner = ownerDocument?.defaultView ?? null;
  if (owner !== null && owner !== context)
    throw new Failure(
      isElement ? "no such element" : "no such shadow root",
      `Cannot use "${id}": it belongs to another frame`,
    );
  if (owner === null || !node.isConnected)
    throw new Failure(
      isElement ? "stale element reference" : "detached shadow root",
      `Cannot use "${id}": it is no longer part of the page`,
    );
  return node;
}

/** @throws Failure as `nodeOf` */
export function elementOf(id: string, context: Window): HTMLElement {
  const node = nodeOf(id, context);
  if (node.nodeType === Node.ELEMENT_NODE) return node as HTMLElement;
  throw new Failure("no such element", `Cannot use "${id}": it is no element`);
}

/** The reference of a frame's window. */
export function frameReference(frame: Window): string {
  for (const [id, known] of frames) if (known === frame) return id;
  const id = `${prefix}.f${++lastNumber}`;
  frames.set(id, frame);
  return id;
}

/**
 * The window that commands use.
 * @param frame the reference of a frame. `null`: the page itself
 * @throws Failure `no such window` for a frame that no longer exists
 */
export function contextOf(frame: string | null): Window & typeof globalThis {
  const found = frame === null ? window : frames.get(frame);
  if (found !== undefined && isShown(found)) return found as Window & typeof globalThis;
  throw new Failure("no such window", "Cannot use the frame: it has gone");
}

/** Whether a frame and all frames around it are still in the page. */
function isShown(frame: Window): boolean {
  return frame === window || (!frame.closed && isShown(frame.parent));
}

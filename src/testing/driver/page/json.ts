import { Failure } from "./failure.ts";
import { frameReference, nodeOf, referenceKeys, referenceOf } from "./nodes.ts";

/** An object with a place for each of its items, other than an array. */
const collections = new Set([
  "Arguments",
  "FileList",
  "HTMLAllCollection",
  "HTMLCollection",
  "HTMLFormControlsCollection",
  "HTMLOptionsCollection",
  "NodeList",
  "RadioNodeList",
]);

/**
 * A value of the page as JSON, with references in the place of nodes and windows. Source:
 * WebDriver, "JSON clone".
 *
 * @throws Failure `javascript error` for a cyclic value
 */
export function toJson(value: unknown, seen: readonly unknown[] = []): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint" || typeof value === "symbol")
    throw new Failure("javascript error", `Cannot return a ${typeof value}: want what JSON holds`);
  const reference = asReference(value);
  if (reference !== null) return reference;
  if (seen.includes(value))
    throw new Failure("javascript error", "Cannot return an object that contains itself");
  const path = [...seen, value];
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (isCollection(value))
    return Array.from({ length: value.length }, (_, place) => toJson(value[place], path));
  if (typeof toJSON === "function") return toJson((toJSON as () => unknown).call(value), path);
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(namesOf(value).map((name) => [name, toJson(members[name], path)]));
}

/** The names of own properties. The properties of a file or blob are in its class. */
function namesOf(value: object): readonly string[] {
  const own = Object.keys(value);
  if (own.length > 0 || !("size" in value && "type" in value)) return own;
  return Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter(
    (name) => typeof Reflect.get(value, name) !== "function",
  );
}

function isCollection(value: object): value is ArrayLike<unknown> {
  const [, name = ""] = /^\[object (\w+)\]$/.exec(Object.prototype.toString.call(value)) ?? [];
  return Array.isArray(value) || collections.has(name);
}

function asReference(value: object): Readonly<Record<string, string>> | null {
  if (isWindow(value))
    return value === value.top
      ? { [referenceKeys.window]: window.__FRAMEWORK_WINDOW__?.label ?? "main" }
      : { [referenceKeys.frame]: frameReference(value) };
  const node = value as Node;
  if (!isNode(value)) return null;
  const isElement = node.nodeType === Node.ELEMENT_NODE;
  const isShadow = node.nodeType === Node.DOCUMENT_FRAGMENT_NODE && "host" in node;
  if (!isElement && !isShadow) return null;
  if (!node.isConnected)
    throw new Failure(
      isElement ? "stale element reference" : "detached shadow root",
      "Cannot return a node that is not part of the page",
    );
  return { [isElement ? referenceKeys.element : referenceKeys.shadow]: referenceOf(node) };
}

/** Not by `instanceof`, because a frame has classes of its own. */
function isNode(value: object): boolean {
  try {
    return "nodeType" in value && "ownerDocument" in value && "isConnected" in value;
  } catch {
    return false;
  }
}

function isWindow(value: object): value is Window {
  try {
    return "window" in value && (value as Window).window === value && "top" in value;
  } catch {
    return false;
  }
}

declare global {
  interface Window {
    readonly __FRAMEWORK_WINDOW__?: { readonly label: string };
  }
}

/** The reverse of `toJson`. @throws Failure as `nodeOf` */
export function fromJson(value: unknown, context: Window): unknown {
  if (Array.isArray(value)) return value.map((item) => fromJson(item, context));
  if (typeof value !== "object" || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  for (const kind of ["element", "shadow"] as const) {
    const id = given[referenceKeys[kind]];
    if (typeof id === "string") return nodeOf(id, context, kind);
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, item]) => [name, fromJson(item, context)]),
  );
}

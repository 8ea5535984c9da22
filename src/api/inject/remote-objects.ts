// Objects of a page that a testing tool holds by number, in the form of the DevTools protocol: the
// operations of its `Runtime` and `DOM` on objects and nodes.

/** As `Runtime.RemoteObject` of the protocol. */
interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly className?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly description?: string;
  readonly objectId?: string;
}

/** As `Runtime.CallArgument`. */
interface CallArgument {
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly objectId?: string;
}

type Outcome =
  | { readonly result: RemoteObject }
  | { readonly result: RemoteObject; readonly exceptionDetails: object };

/**
 * Compiles an expression: a function around it, created together with the script that contains it.
 */
type Compiled = Readonly<Record<string, () => unknown>>;

const objects = new Map<string, unknown>();
let lastId = 0;
// A polling function evaluates its text each time.
const compiledTexts: Record<string, () => unknown> = {};

/** For a text that was not compiled: fails if the policy of the page forbids it. */
// oxlint-disable-next-line no-eval -- the tool of the app's author asks for it
const indirectEval = globalThis.eval;

function hold(value: unknown): string {
  const id = String(++lastId);
  objects.set(id, value);
  return id;
}

function described(value: unknown, byValue: boolean): RemoteObject {
  const type = typeof value;
  if (value === undefined) return { type };
  if (value === null) return { type: "object", subtype: "null", value: null };
  if (typeof value === "bigint") return { type, unserializableValue: `${value}n` };
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)))
    return { type, unserializableValue: Object.is(value, -0) ? "-0" : `${value}` };
  if (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol")
    return { type, value };
  if (byValue) return { type, value: JSON.parse(JSON.stringify(value) ?? "null") as unknown };
  const className = value.constructor?.name ?? "Object";
  const isNode = typeof Node === "function" && value instanceof Node;
  const subtype = isNode
    ? "node"
    : Array.isArray(value)
      ? "array"
      : value instanceof Error
        ? "error"
        : null;
  return {
    type,
    ...(subtype !== null && { subtype }),
    className,
    description: value instanceof Error ? (value.stack ?? value.message) : className,
    objectId: hold(value),
  };
}

function failure(thrown: unknown): Outcome {
  const description =
    thrown instanceof Error
      ? `${thrown.name}: ${thrown.message}\n${thrown.stack ?? ""}`
      : String(thrown);
  const exception = { type: "object", subtype: "error", className: "Error", description };
  return { result: exception, exceptionDetails: { text: "Uncaught", exception } };
}

async function outcome(task: () => unknown, byValue: boolean): Promise<Outcome> {
  try {
    return { result: described(await task(), byValue) };
  } catch (thrown) {
    return failure(thrown);
  }
}

function given({ value, unserializableValue, objectId }: CallArgument): unknown {
  if (objectId !== undefined) return objects.get(objectId);
  if (unserializableValue === undefined) return value;
  return unserializableValue.endsWith("n")
    ? BigInt(unserializableValue.slice(0, -1))
    : Number(unserializableValue);
}

function element(id: string): Element {
  const node = objects.get(id) as Node;
  return node instanceof Element ? node : (node.parentElement ?? document.documentElement);
}

/** The corners of a box, clockwise from the upper left one. */
function quad({ left, top, right, bottom }: DOMRect): readonly number[] {
  return [left, top, right, top, right, bottom, left, bottom];
}

/** Settles at the next event of a kind; a page without one continues by itself. */
const inputs = new Map<number, Promise<void>>();
/** Milliseconds after which input without an event counts as done. */
const longestInput = 400;

/** A window and the frames in it that the page can reach: their events do not reach the page. */
function viewsIn(view: Window): readonly Window[] {
  try {
    if (view.document === null) return [];
  } catch {
    return []; // of another site
  }
  const frames = Array.from({ length: view.length }, (_, place) => view[place]);
  return [view, ...frames.flatMap((frame) => (frame === undefined ? [] : viewsIn(frame)))];
}

export const remoteObjects = Object.freeze({
  evaluate: (task: () => unknown, byValue: boolean) => outcome(task, byValue),
  call(
    run: (...args: unknown[]) => unknown,
    args: readonly CallArgument[],
    byValue: boolean,
    compiled: Compiled,
  ) {
    return outcome(() => {
      Object.assign(compiledTexts, compiled);
      return run(...args.map(given));
    }, byValue);
  },
  /** In place of `eval`, which most policies forbid. */
  compiled(expression: string): unknown {
    const compiled = compiledTexts[expression];
    return compiled === undefined ? indirectEval(expression) : compiled();
  },
  release: (id: string) => void objects.delete(id),
  properties(id: string) {
    const value = objects.get(id) as Record<string, unknown>;
    return Object.keys(value).map((name) => ({
      name,
      enumerable: true,
      value: described(value[name], false),
    }));
  },
  /** Another number for the same object. */
  again: (id: string) => described(objects.get(id), false),
  scrollIntoView(id: string) {
    const shown = element(id);
    const { top, left, bottom, right } = shown.getBoundingClientRect();
    const isShown = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    if (!isShown) shown.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  },
  quads: (id: string) => [...element(id).getClientRects()].map(quad),
  box: (id: string) => quad(element(id).getBoundingClientRect()),
  isConnected: (id: string) => (objects.get(id) as Node).isConnected,
  metrics: () => ({
    x: scrollX,
    y: scrollY,
    width: innerWidth,
    height: innerHeight,
    contentWidth: document.documentElement.scrollWidth,
    contentHeight: document.documentElement.scrollHeight,
    scale: devicePixelRatio,
  }),
  /** Begins to wait for input of a kind. */
  expectInput(number: number, kind: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    // After what the page does with it.
    const done = (): void => void setTimeout(resolve);
    for (const view of viewsIn(window))
      view.addEventListener(kind, done, { once: true, capture: true });
    setTimeout(resolve, longestInput);
    inputs.set(number, promise);
  },
  async inputDone(number: number) {
    await inputs.get(number);
    inputs.delete(number);
  },
  insertText: (text: string) => document.execCommand("insertText", false, text),
});

import { Failure } from "./failure.ts";
import { renderedText } from "./text.ts";

/** The ways of finding elements. Source: WebDriver, "locator strategies". */
export type Strategy = "css selector" | "link text" | "partial link text" | "tag name" | "xpath";

type Root = Document | Element | ShadowRoot;

/** @throws Failure `invalid selector` */
export function findAll(root: Root, strategy: Strategy, selector: string): readonly Element[] {
  try {
    return strategies[strategy](root, selector);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("invalid selector", `Cannot find "${selector}": ${String(error)}`);
  }
}

const strategies: Readonly<Record<Strategy, (root: Root, selector: string) => readonly Element[]>> =
  {
    "css selector": (root, selector) => [...root.querySelectorAll(selector)],
    "link text": (root, text) => links(root).filter((link) => renderedText(link).trim() === text),
    "partial link text": (root, text) =>
      links(root).filter((link) => renderedText(link).includes(text)),
    "tag name": (root, name) =>
      "getElementsByTagName" in root
        ? [...root.getElementsByTagName(name)]
        : [...root.querySelectorAll(name)],
    xpath: byPath,
  };

function links(root: Root): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("a")];
}

/** Uses the document of the root, because a frame has classes of its own. */
function byPath(root: Root, path: string): readonly Element[] {
  const document = root.nodeType === Node.DOCUMENT_NODE ? (root as Document) : root.ownerDocument;
  const result = document?.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({ length: result?.snapshotLength ?? 0 }, (_, place) => {
    const node = result?.snapshotItem(place);
    if (node?.nodeType !== Node.ELEMENT_NODE)
      throw new Failure("invalid selector", `Cannot find "${path}": it must lead to elements`);
    return node as Element;
  });
}

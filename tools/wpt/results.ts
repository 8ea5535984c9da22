import { readFileSync } from "node:fs";
import { parseXml, XmlElement } from "@rgrove/parse-xml";
import exclusions from "./exclusions.json" with { type: "json" };

/** The result of a folder's tests. */
export interface Results {
  readonly passed: number;
  readonly total: number;
  /** Tests that failed, and are not known to fail. */
  readonly failed: readonly string[];
  /** Tests that passed, and are known to fail. */
  readonly better: readonly string[];
}

/** Tests that fail, by the reason for it; `folder/*` is a whole folder. */
const known = new Set(Object.values(exclusions).flat());

/** Reads the report of pytest (JUnit's XML). */
export function readResults(file: string): Results {
  const cases = elements(parseXml(readFileSync(file, "utf8")).root).filter(
    ({ name }) => name === "testcase",
  );
  const failed: string[] = [];
  const better: string[] = [];
  let passed = 0;
  for (const { attributes, children } of cases) {
    const id = `${(attributes["classname"] ?? "").replace(/^tests\./, "")}::${attributes["name"]}`;
    const isKnown = known.has(id.replace(/\[.*$/s, "")) || known.has(id);
    const hasFailed = children.some(
      (child) => child instanceof XmlElement && ["failure", "error"].includes(child.name),
    );
    if (!hasFailed) passed++;
    if (hasFailed && !isKnown) failed.push(id);
    if (!hasFailed && known.has(id)) better.push(id);
  }
  return { passed, total: cases.length, failed, better };
}

function elements(element: XmlElement | null): readonly XmlElement[] {
  if (element === null) return [];
  const inner = element.children.filter((child) => child instanceof XmlElement);
  return [element, ...inner.flatMap(elements)];
}

import { resolve } from "node:path";
import { parseXml, XmlElement } from "@rgrove/parse-xml";

/** The results of a run, with the tests that failed. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly FailedTest[];
}

interface FailedTest {
  /** An absolute path. */
  readonly file: string;
  readonly line: number | null;
  /** With the names of its groups: `notes > saves`. */
  readonly name: string;
  readonly message: string;
}

// The format of JUnit, as Bun writes it: a suite for each file, in it one for each group, and in
// both a case for each test. A test that failed has an element `failure`, or `error`.

/**
 * Reads the report of a runner.
 * @param folder the base of its paths
 */
export function readTestReport(xml: string, folder: string): TestReport {
  const tests = testsIn(parseXml(xml).root, []);
  const failures = tests.flatMap(({ file, line, name, failure }) =>
    failure === null ? [] : [{ file: resolve(folder, file), line, name, message: failure }],
  );
  const skipped = tests.filter((one) => one.isSkipped).length;
  const failed = failures.length;
  return { passed: tests.length - failed - skipped, failed, skipped, failures };
}

interface Test {
  readonly file: string;
  readonly line: number | null;
  readonly name: string;
  readonly isSkipped: boolean;
  /** The message. `null`: it did not fail. */
  readonly failure: string | null;
}

function testsIn(element: XmlElement | null, groups: readonly string[]): readonly Test[] {
  return elementsIn(element).flatMap((one) => {
    const { name = "", file = "", line } = one.attributes;
    // The suite of a file has the name of the file.
    if (one.name === "testsuite") return testsIn(one, name === file ? [] : [...groups, name]);
    if (one.name !== "testcase") return [];
    const inside = elementsIn(one);
    const failure = inside.find((each) => each.name === "failure" || each.name === "error");
    return [
      {
        file,
        line: line === undefined ? null : Number(line),
        name: [...groups, name].join(" > "),
        isSkipped: inside.some((each) => each.name === "skipped"),
        failure:
          failure === undefined ? null : (failure.attributes["message"] ?? failure.text).trim(),
      },
    ];
  });
}

function elementsIn(element: XmlElement | null): readonly XmlElement[] {
  return (element?.children ?? []).filter((child) => child instanceof XmlElement);
}

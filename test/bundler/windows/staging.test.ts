import { expect, test } from "bun:test";
import { Project, type AppCase } from "../project.ts";

/** What is wrong with an app that ships these files. */
function problemsOf(files: Readonly<Record<string, string>>, app: AppCase = {}): string {
  using project = new Project(files);
  try {
    project.stageFor("windows", app);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

for (const [name, problem] of [
  ["con.txt", 'Windows has no files called "con.txt"'],
  ["a|b", 'Windows has no files called "a|b"'],
  ["ends with a dot.", 'Windows has no files called "ends with a dot."'],
  ["lpt²", 'Windows has no files called "lpt²"'],
] as const) {
  test(`a resource that Windows cannot store is refused: ${name}`, () => {
    expect(problemsOf({ [name]: "" }, { bundle: { resources: [name] } })).toContain(problem);
  });
}

test("names that differ in their case alone are refused", () => {
  const files = { "a/Text.md": "", "b/text.md": "" };
  expect(problemsOf(files, { bundle: { resources: { "a/": "texts", "b/": "Texts" } } })).toContain(
    "on Windows they are the same name",
  );
});

test("a version that Windows cannot hold is refused", () => {
  expect(problemsOf({}, { version: "1.2.99999" })).toContain('"99999" may be at most 65535');
});

test("what Windows can store is staged", () => {
  expect(problemsOf({ "kon.txt": "" }, { bundle: { resources: ["kon.txt"] } })).toBe("");
});

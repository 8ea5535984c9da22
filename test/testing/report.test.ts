import { expect, test } from "bun:test";
import { join } from "node:path";
import { reportFailure, Steps } from "../../src/testing/report.ts";
import { tempDir } from "../../harness/temp-dir.ts";

function failure(folder: string, name: string) {
  const line = { call: () => Promise.resolve([]) } as never;
  return { name, folder, steps: new Steps(), output: [], line, input: null, tree: null };
}

test("a report has the name of its test, and of a long name the beginning", async () => {
  using folder = tempDir();
  const { message } = await reportFailure(new Error("no"), failure(folder.path, "Notes: É 1"));
  expect(message).toBe(`no\n\nReport: ${join(folder.path, "notes-é-1.html")}`);
  const long = await reportFailure(new Error("no"), failure(folder.path, "é".repeat(300)));
  expect(long.message).toContain(`no\n\nReport: ${join(folder.path, "ééé")}`);
});

test("a report that cannot be written does not hide the failure", async () => {
  using folder = tempDir({ file: "" });
  const thrown = new Error("no such note");
  const error = await reportFailure(thrown, failure(join(folder.path, "file/reports"), "test"));
  expect(error.message).toStartWith("no such note\n\nNo report: ");
  expect(error.cause).toBe(thrown);
});

import { expect, test } from "bun:test";
import { join } from "node:path";
import { devPathProblem } from "../../../src/cli/dev/dev-path.ts";
import { frontEnd } from "../../../src/cli/project/front-end.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { runTool } from "../tool.ts";

/** Its problem in a project that has a page. The project's own path is left out. */
function problem(devPath: string | readonly string[]): string | null {
  using project = tempDir({ "page/index.html": "", "src-framework/main.ts": "" });
  const front = frontEnd(devPath as string, join(project.path, "src-framework"));
  return devPathProblem(devPath, front)?.replaceAll(`${project.path}/`, "") ?? null;
}

test.each([["../page"], ["http://localhost:5173"], ["HTTPS://example.org/"], [["../none.html"]]])(
  "%j is a folder that is there, or none at all",
  (devPath) => {
    expect(problem(devPath)).toBeNull();
  },
);

test.each([
  ["../nope", "nope"],
  ["../page/index.html", "page/index.html"],
])("%s is reported with the folder that it would be", (devPath, folder) => {
  expect(problem(devPath)).toBe(
    `Cannot read build.devPath "${devPath}": "${folder}" must be a folder; does build.beforeDevCommand make it, and is the path relative to the configuration file?`,
  );
});

test("framework dev starts no app without its pages, and waits for no hook to make a server's address", async () => {
  for (const [build, says] of [
    [{ devPath: "../nope" }, 'Cannot read build.devPath "../nope": '],
    [
      { devPath: "../nope", beforeDevCommand: { script: "true", wait: true } },
      "build.beforeDevCommand make it",
    ],
    [
      { devPath: "localhost:1", beforeDevCommand: "sleep 100" },
      'did you mean "http://localhost:1"?',
    ],
  ] as const) {
    const config = { build, framework: { bundle: { identifier: "a.b" } } };
    using project = tempDir({
      "package.json": '{"name":"app"}',
      "src-framework/framework.conf.json": JSON.stringify(config),
    });
    const { code, err } = await runTool(project.path, ["dev"], {
      DISPLAY: "",
      WAYLAND_DISPLAY: "",
    });
    expect([code, err.includes(says)]).toEqual([1, true]);
  }
});

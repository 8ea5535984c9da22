import { expect, test } from "bun:test";
import { makeAppSpec } from "../../../src/cli/build/app-spec.ts";
import type { Project } from "../../../src/cli/project/project.ts";
import { settledConfig } from "../../support/config.ts";

test.each([
  ["linux", true, "framework://localhost", "framework-isolation://localhost/"],
  ["macos", true, "framework://localhost", "framework-isolation://localhost/"],
  ["windows", false, "https://framework.localhost", "https://framework-isolation.localhost/"],
  ["windows", true, "http://framework.localhost", "http://framework-isolation.localhost/"],
] as const)(
  "pages of an app for %s, by http: %p, post their calls to %s",
  async (system, dangerousUseHttpScheme, app, frame) => {
    const config = settledConfig({
      framework: {
        security: { dangerousUseHttpScheme },
        pattern: { use: "isolation", options: { dir: "isolation" } },
      },
    });
    const target = { system, architecture: "arm64" } as const;
    const spec = await makeAppSpec({ config } as Project, "release", target);
    expect(spec).toMatchObject(target);
    const reported = [...spec.scripts.bridge.matchAll(/"([a-z-]+:\/\/[^"]*localhost[^"]*)"/g)].map(
      ([, one]) => one,
    );
    expect(reported).toEqual([app, frame]);
  },
);

test.each([
  [{}, []],
  [{ build: { withGlobalFramework: true } }, ["global"]],
  [{ framework: { allowlist: { window: { startDragging: true } } } }, ["dragRegion"]],
  [{ framework: { allowlist: { notification: { all: true } } } }, ["notification"]],
  [{ framework: { allowlist: { protocol: { asset: true } } } }, []],
  [{ framework: { allowlist: { all: true } } }, ["dragRegion", "notification"]],
  [{ framework: { pattern: { use: "isolation", options: { dir: "isolation" } } } }, ["isolation"]],
] as const)(
  "an app of the configuration %j has the scripts of all apps and %j",
  async (config, more) => {
    const target = { system: "linux", architecture: "x64" } as const;
    const project = { config: settledConfig(config, []) } as unknown as Project;
    const { scripts } = await makeAppSpec(project, "release", target);
    const used = Object.entries(scripts).filter(([, text]) => text !== null);
    expect(used.map(([name]) => name).sort()).toEqual(["bridge", ...more, "links", "media"].sort());
  },
);

test.each([
  ["linux", false, true],
  ["linux", true, true],
  ["windows", false, false],
  ["macos", false, false],
] as const)(
  "an app for %s, with files of the user: %p, has the script for video and sound: %p",
  async (system, asset, has) => {
    const config = settledConfig({ framework: { allowlist: { protocol: { asset } } } }, []);
    const target = { system, architecture: "x64" } as const;
    const { scripts } = await makeAppSpec({ config } as Project, "release", target);
    expect(scripts.media !== null).toBe(has);
  },
);

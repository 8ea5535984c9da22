import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DisplayApp, DisplayAppOptions } from "../support/app/display-app.ts";
import { processesWithVariable } from "../../harness/process-tree.ts";

/** The running processes of a session: the tool, the app, its pages and hooks. */
export const left = (app: DisplayApp) =>
  processesWithVariable("FRAMEWORK_TEST_SOCKET", app.socket).filter((pid) => pid !== process.pid);

const configuration = (app: DisplayApp) => join(app.folder, "src-framework/framework.conf.json");

/** Changes fields of `build` in the project's configuration. */
export function changeBuild(app: DisplayApp, build: object): void {
  const config = JSON.parse(readFileSync(configuration(app), "utf8"));
  writeFileSync(
    configuration(app),
    JSON.stringify({ ...config, build: { ...config.build, ...build } }),
  );
}

/** Changes its windows. */
export function changeWindows(app: DisplayApp, windows: readonly object[]): void {
  const config = JSON.parse(readFileSync(configuration(app), "utf8"));
  writeFileSync(
    configuration(app),
    JSON.stringify({ ...config, framework: { ...config.framework, windows } }),
  );
}

/** A project under the isolation pattern, with this name of the hook. */
export const isolated = (hook: string): DisplayAppOptions => ({
  config: {
    build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
    framework: {
      bundle: { identifier: "org.example.display-app" },
      pattern: { use: "isolation", options: { dir: "../isolation" } },
      windows: [{ label: "main", title: "main" }],
    },
  },
  files: {
    "isolation/index.html": '<script src="hook.js"></script>',
    "isolation/hook.js": `// The hook.\nwindow.${hook} = (call) => call;\n`,
  },
});

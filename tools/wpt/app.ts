import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { automationPlugin } from "../../src/contract/automation.ts";

/** More than the windows that the suite opens. */
const windows = 400;

/** Writes an app whose windows may show the suite's pages, and be driven there. */
export function writeSuiteApp(folder: string): void {
  const labels = ["main", ...Array.from({ length: windows }, (_, at) => `driver${at + 1}`)];
  const access = ["localhost", "127.0.0.1"].map((domain) => ({
    domain,
    windows: labels,
    plugins: [automationPlugin],
    enableFrameworkAPI: false,
  }));
  const config = {
    package: { productName: "Suite" },
    build: { devPath: "../page", distDir: "../page" },
    framework: {
      bundle: { identifier: "org.example.suite" },
      security: { dangerousRemoteDomainIpcAccess: access },
      windows: [{ title: "Suite", width: 800, height: 600 }],
    },
  };
  for (const name of ["page", "src-framework"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "page/index.html"), "<!doctype html><title>Suite</title>\n");
  writeFileSync(join(folder, "src-framework/framework.conf.json"), JSON.stringify(config));
}

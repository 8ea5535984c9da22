/**
 * Judges `framework driver` by the `webdriver` tests of the Web Platform Tests:
 *
 *   bun tools/wpt.ts [--snapshot <git directory>] [folder…]
 *
 * Without folders it runs those that the figures in docs/webdriver.md are of. It ends with 1 when a
 * test fails that `wpt/exclusions.json` does not name, or one passes that it names.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { waitFor } from "../harness/wait.ts";
import { startDriver } from "../src/testing/driver/server.ts";
import { writeSuiteApp } from "./wpt/app.ts";
import { readResults, type Results } from "./wpt/results.ts";
import { prepareSuite, type Suite } from "./wpt/suite.ts";

/** Those for which results of WebKitGTK's driver and of chromedriver are known. */
const compared = [
  "accept_alert",
  "element_clear",
  "element_click",
  "element_send_keys",
  "execute_async_script",
  "execute_script",
  "find_element_from_shadow_root",
  "get_element_attribute",
  "get_element_css_value",
  "get_element_property",
  "get_element_shadow_root",
  "get_title",
  "is_element_enabled",
  "set_timeouts",
];

const folder = join(import.meta.dirname, "../build/wpt");

const { values, positionals } = parseArgs({
  options: { snapshot: { type: "string" } },
  allowPositionals: true,
});

const suite = prepareSuite(folder, values.snapshot ?? null);
const app = join(folder, "app");
writeSuiteApp(app);
await using driver = await startDriver({ port: 0, folder: app });
const server = Bun.spawn([suite.python, ...suite.serve], { stdout: "ignore", stderr: "ignore" });
try {
  await waitFor("the suite's server", () =>
    fetch(suite.probe).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  process.exitCode = await runFolders(positionals.length > 0 ? positionals : compared);
} finally {
  server.kill();
}

async function runFolders(names: readonly string[]): Promise<number> {
  let [passed, total, wrong] = [0, 0, 0];
  for (const name of names) {
    const results = await runFolder(suite, name);
    passed += results.passed;
    total += results.total;
    wrong += results.failed.length + results.better.length;
    console.log(`${name}: ${results.passed} of ${results.total}`);
    for (const id of results.failed) console.log(`  fails: ${id}`);
    for (const id of results.better) console.log(`  passes, and is excluded: ${id}`);
  }
  console.log(`${passed} of ${total} pass`);
  return wrong === 0 ? 0 : 1;
}

/** A run of its own: folders of the suite hold files of the same names. */
async function runFolder({ python, environment, ...rest }: Suite, name: string): Promise<Results> {
  const reports = join(folder, "reports");
  mkdirSync(reports, { recursive: true });
  const report = join(reports, `${name}.xml`);
  const options = ["-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "-o", "python_files=*.py"];
  const place = ["-c", "/dev/null", `--rootdir=${rest.folder}/webdriver`, "-q"];
  const ignored = "--ignore-glob=*user_prompts.py";
  const tests = Bun.spawn(
    [
      python,
      "-m",
      "pytest",
      ...options,
      ...place,
      ignored,
      `--junitxml=${report}`,
      `tests/${name}`,
    ],
    {
      cwd: join(rest.folder, "webdriver"),
      stdout: Bun.file(join(reports, `${name}.log`)),
      stderr: "ignore",
      env: {
        ...process.env,
        ...environment,
        WD_HOST: "127.0.0.1",
        WD_PORT: String(driver.port),
        WD_CAPABILITIES: "{}",
      },
    },
  );
  await tests.exited;
  return readResults(report);
}

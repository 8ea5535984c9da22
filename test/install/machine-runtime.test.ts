// A shared app whose runtime was installed for the whole machine, as the package of the runtime does.

import { expect, test } from "bun:test";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";
import { missingForThrowAwayRoot, tell } from "./throw-away-root.ts";

const skip = missingForThrowAwayRoot();
const runtime = fakeRuntime('#!/bin/sh\necho "runs: $0"\n', 0, "1.0.0");
const place = "/usr/lib/framework-runtime/1.0.0";

/** What the app says where the runtime was installed, and then `change` happened. */
function started(change: string): string {
  using app = new StarterApp({ ...runtime.lines, address: "https://runtimes.invalid/bun.tgz" });
  using packages = tempDir();
  cpSync(app.folder, join(packages.path, "hello"), { recursive: true });
  writeFileSync(join(packages.path, "bun"), runtime.bytes);
  const story = [
    `install -D -m 755 /packages/bun ${place}/bun`,
    "cp -r /packages/hello /opt/hello",
    "useradd --create-home --shell /bin/sh someone",
    change,
    'su someone -c "/opt/hello/hello 2>&1; find ~/.local 2>/dev/null" || true',
  ];
  return tell(packages.path, story.join("\n")).out.split("=== left")[0]?.trim() ?? "";
}

const needsDisplay = 'framework: cannot load what "Hello" runs with: it needs a display';

test.skipIf(skip !== null)(
  `the machine's runtime is taken, and nothing is written for it (${skip ?? "root"})`,
  () => {
    expect(started("true")).toBe(`runs: ${place}/bun`);
  },
);

for (const [what, change] of Object.entries({
  "that others may write to": `chmod o+w ${place}/bun`,
  "in a folder that others may write to": `chmod o+w ${place}`,
  "of another size": `echo more >> ${place}/bun`,
  "that is another user's": `chown nobody ${place}/bun`,
  "that is a link": `mv ${place}/bun /opt/bun; ln -s /opt/bun ${place}/bun`,
  "in a folder that is a link": `mv ${place} /opt/runtime; ln -s /opt/runtime ${place}`,
})) {
  test.skipIf(skip !== null)(`a machine's runtime ${what} is not taken (${skip ?? "root"})`, () => {
    expect(started(change)).toBe(needsDisplay);
  });
}

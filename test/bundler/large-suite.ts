// Packages with a file of more than 4 GiB, whose sizes and places need more than 32 bits, unpacked
// by the programs of the systems. It writes and reads some 30 GB, so only `npm run verify` runs it.

import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../src/bundler/index.ts";
import { missingTool, Project, run } from "./project.ts";

const size = 4.5 * 2 ** 30;

/** Commands that print the large file of a package, by a system's own program. */
const readers: readonly (readonly [
  format: "deb" | "rpm" | "appimage",
  tool: string,
  script: string,
])[] = [
  ["deb", "dpkg-deb", `dpkg-deb --fsys-tarfile "$0" | tar -xO ./usr/lib/greeter/large`],
  [
    "rpm",
    "rpm2archive",
    `rpm --checksig "$0" >&2 && rpm2archive -n "$0" && tar -xOf "$0.tar" ./usr/lib/greeter/large; rm -f "$0.tar"`,
  ],
  [
    "appimage",
    "unsquashfs",
    `unsquashfs -no-progress -offset "$("$0" --appimage-offset)" -cat "$0" usr/lib/greeter/large`,
  ],
];

/** Writes a file whose blocks cannot be compressed one by one, as those of films. */
function writeLarge(path: string): void {
  const file = openSync(path, "w");
  const block = randomBytes(1 << 24);
  for (let at = 0; at < size; at += block.length) writeSync(file, block, 0, block.length, at);
  writeSync(file, "the end", size);
  closeSync(file);
}

test.each(readers)("a file of 4.5 GiB in a package of format %s", async (format, tool, script) => {
  expect(missingTool(tool)).toBeNull();
  using project = new Project();
  const large = join(project.folder, "large");
  writeLarge(large);
  const [made] = await bundle({
    staged: project.stage({ bundle: { resources: ["large"] } }),
    formats: [format],
    outDir: project.folder,
    effort: "quick",
  });
  const sum = (command: string, file: string) =>
    run(["bash", "-c", `set -o pipefail; (${command}) | sha256sum`, file], {
      cwd: project.folder,
    });
  expect(sum(script, made?.path ?? "")).toBe(sum(`cat "$0"`, large));
});

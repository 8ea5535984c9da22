// Attacks on the key that updates are signed with: no package and no program takes it out of the
// developer's machine.

import { readFileSync } from "node:fs";
import { childEnvironment } from "../../src/cli/programs/hooks.ts";
import { findPageFiles } from "../../src/cli/build/pages/page-files.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

attack("CVE-2023-46115: the signing key is shipped with the page", (isWeak) => {
  const before = process.env["FRAMEWORK_PRIVATE_KEY"];
  process.env["FRAMEWORK_PRIVATE_KEY"] = secret;
  try {
    using dir = tempDir({ "index.html": "", "app.js": `const key = "${secret}"` });
    const { files, problems } = findPageFiles(
      { kind: "folder", folder: dir.path },
      { keepSourceMaps: false, pages: [] },
    );
    // A build with a problem packs nothing.
    return isWeak || problems.length === 0
      ? files.map(({ source }) => readFileSync(source, "utf8"))
      : null;
  } finally {
    if (before === undefined) delete process.env["FRAMEWORK_PRIVATE_KEY"];
    else process.env["FRAMEWORK_PRIVATE_KEY"] = before;
  }
});

attack(
  "CVE-2023-46115: the signing key of who starts the app reaches programs that pages start",
  async (isWeak) => {
    const name = isWeak ? "ANY_OTHER_VARIABLE" : "FRAMEWORK_PRIVATE_KEY";
    const before = process.env[name];
    process.env[name] = secret;
    try {
      const app = await startInMemory({
        allow: ["shell.execute"],
        config: {
          framework: { allowlist: { shell: { scope: [{ name: "env", cmd: "env", args: [] }] } } },
        },
      });
      const { stdout } = await app.page.invoke("shell.execute", {
        program: "env",
        args: [],
        options: {},
      });
      return Buffer.from(stdout).toString();
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  },
);

attack("CVE-2023-46115: the signing key reaches hooks and the app in development", (isWeak) => {
  const before = process.env["FRAMEWORK_PRIVATE_KEY"];
  process.env["FRAMEWORK_PRIVATE_KEY"] = secret;
  try {
    return isWeak ? { ...process.env } : childEnvironment("/tmp");
  } finally {
    if (before === undefined) delete process.env["FRAMEWORK_PRIVATE_KEY"];
    else process.env["FRAMEWORK_PRIVATE_KEY"] = before;
  }
});

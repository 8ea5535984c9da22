import { expect, test } from "bun:test";
import type { Config, ResolvedConfig } from "../../src/config/index.ts";
import { settledConfig } from "../support/config.ts";

// The subject of this file is that it compiles: the types are part of the interface.

const written = {
  $schema: "node_modules/framework/schema/framework.conf.json",
  package: { productName: "main", version: "1.0.0" },
  framework: {
    pattern: { use: "isolation", options: { dir: "iso" } },
    windows: [{ label: "main", theme: "Dark", x: null }],
    cli: {
      subcommands: { a: { subcommands: { b: {} } } },
      args: [{ name: "x", requiresIf: ["y", "1"] }],
    },
    bundle: {
      identifier: "org.example.a",
      targets: ["deb"],
      windows: { webviewInstallMode: { type: "skip" } },
    },
    allowlist: { fs: { scope: { allow: ["$HOME/**"] } }, shell: { open: "^https://" } },
    security: { csp: { "default-src": ["'self'"] } },
  },
  build: { beforeDevCommand: { script: "npm run dev", wait: true }, distDir: ["a", "b"] },
  plugins: { store: { anything: [1, { goes: true }] } },
} satisfies Config;

test("a written configuration is settled into complete values", () => {
  const settled: ResolvedConfig = settledConfig(written);
  const width: number = settled.framework.windows[0]?.width ?? 0;
  const title: string = settled.framework.windows[0]?.title ?? "";
  const release: string = settled.framework.bundle.rpm.release;
  const userAgent: string | null | undefined = settled.framework.windows[0]?.userAgent;
  expect({
    width,
    title,
    release,
    userAgent,
    open: settled.framework.allowlist.shell.open,
  }).toEqual({
    width: 800,
    title: "main",
    release: "1",
    userAgent: null,
    open: "^https://",
  });
  expect(Object.keys(settled)).toEqual(["package", "framework", "build", "plugins"]);
});

// @ts-expect-error a misspelt field does not compile
const misspelt: Config = { framework: { bundle: { identifer: "x" } } };
// @ts-expect-error neither does a value that is not allowed
const unknown: Config = { framework: { windows: [{ theme: "dark" }] } };
// @ts-expect-error nor null where the interface has no "?"
const absent: Config = { framework: { windows: [{ width: null }] } };
void [misspelt, unknown, absent];

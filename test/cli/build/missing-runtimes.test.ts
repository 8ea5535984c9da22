import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { runTool, type ToolResult } from "../tool.ts";

const target = process.arch === "x64" ? "linux-arm64" : "linux-x64";
const name = `@oven/bun-linux-${process.arch === "x64" ? "aarch64" : "x64"}`;

/** Stands in for npm: notes its arguments, and puts a file where the executable would be. */
const npm = `#!/bin/sh
printf '%s\\n' "$@" >> "$NPM_CALLS"
[ -z "$NPM_FAILS" ] || { echo "npm error 404 Not Found" >&2; exit 1; }
mkdir -p "$4/node_modules/${name}/bin"
echo '{"version": "${Bun.version}"}' > "$4/node_modules/${name}/package.json"
echo "no program" > "$4/node_modules/${name}/bin/bun"
`;

/** Builds for a target whose runtime is missing. */
async function build(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<ToolResult & { readonly calls: string | null; readonly folder: string }> {
  using dir = tempDir({
    "npm/npm": npm,
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: { bundle: { identifier: "org.example.small" } },
    }),
    ...files,
  });
  chmodSync(join(dir.path, "npm/npm"), 0o755);
  const calls = join(dir.path, "calls");
  const result = await runTool(dir.path, ["build", "--target", target, ...args], {
    PATH: `${join(dir.path, "npm")}:${process.env["PATH"] ?? ""}`,
    XDG_CACHE_HOME: join(dir.path, "cache"),
    NPM_CALLS: calls,
    ...env,
  });
  return {
    ...result,
    calls: existsSync(calls) ? readFileSync(calls, "utf8") : null,
    folder: join(dir.path, `cache/framework-tools/bun-${Bun.version}`),
  };
}

test("--yes has npm get the runtime of another system, and its checksum is compared", async () => {
  const { code, err, calls, folder } = await build(["--yes"]);
  expect(calls).toStartWith(`install\n--force\n--prefix\n${folder}\n${name}@${Bun.version}\n`);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      new RegExp(
        `^Getting Bun for ${target} by npm\nCannot build for ${target} with .* its SHA-256 is another`,
      ),
    ),
  });
});

test("when npm fails, its words and the command are shown", async () => {
  const { code, err, folder } = await build(["--yes"], { NPM_FAILS: "1" });
  expect({ code, err }).toEqual({
    code: 1,
    err:
      `Getting Bun for ${target} by npm\nCannot get Bun for ${target}: npm ended with 1\n` +
      `npm error 404 Not Found. The command was:\n  npm install --force --prefix "${folder}" ${name}@${Bun.version}\n`,
  });
});

test("without a terminal and --yes, the error names the command, and npm is not run", async () => {
  const { code, err, calls } = await build([]);
  expect({ code, calls }).toEqual({ code: 1, calls: null });
  expect(err).toContain("Add it with --yes, or with:\n  npm install --force --prefix ");
});

test("a package that npm has left half is named, and gotten anew by --yes", async () => {
  const place = `cache/framework-tools/bun-${Bun.version}/node_modules/${name}`;
  const halves = [
    { [`${place}/README.md`]: "" },
    { [`${place}/package.json`]: '{"version"' },
    { [`${place}/package.json`]: JSON.stringify({ version: Bun.version }) },
  ];
  for (const files of halves) {
    const { code, err } = await build([], {}, files);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        new RegExp(
          `^Cannot build for ${target}: Bun's executable for it is incomplete in ".*/${place}", as npm leaves it when it is interrupted. Add it with --yes, or with:\n`,
        ),
      ),
    });
    expect((await build(["--yes"], {}, files)).calls).toStartWith("install\n");
  }
});

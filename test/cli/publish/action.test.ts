// The composite action for GitHub, whose steps run here with a stand-in for npx.

import { expect, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/app/display-app.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly if?: string;
      readonly env: Readonly<Record<string, string>>;
      readonly run: string;
    }[];
  };
}

const action = Bun.YAML.parse(readFileSync(join(root, "action/action.yml"), "utf8")) as Action;

/** The commands that the action runs with these inputs. */
function commands(given: Readonly<Record<string, string>>): string[] {
  using dir = tempDir({ npx: '#!/bin/sh\necho "$@" >> "$CALLS"\n', makensis: "#!/bin/sh\n" });
  for (const name of ["npx", "makensis"]) chmodSync(join(dir.path, name), 0o755);
  const calls = join(dir.path, "calls");
  writeFileSync(calls, "");
  const inputs = (text: string): string =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/,
      (_, name: string) => given[name] ?? action.inputs[name]?.default ?? `no input ${name}`,
    );
  for (const { run, env, if: condition } of action.runs.steps) {
    if (condition !== undefined && !("to" in given)) continue;
    const values = Object.entries(env).map(([name, text]) => [name, inputs(text)] as const);
    const { exitCode, stderr } = Bun.spawnSync(["bash", "-e", "-o", "pipefail", "-c", run], {
      env: {
        PATH: `${dir.path}:${process.env["PATH"] ?? ""}`,
        CALLS: calls,
        ...Object.fromEntries(values),
      },
    });
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  }
  return readFileSync(calls, "utf8").trim().split("\n");
}

test("by default the action builds for Linux and publishes nothing", () => {
  expect(commands({})).toEqual([
    "--no-install framework doctor",
    "--no-install framework build --ci --yes --target linux-x64",
  ]);
});

test("the action builds each target, then publishes them together", () => {
  const inputs = { targets: "linux-x64 windows-x64", to: "github:me/notes", channel: "beta" };
  expect(commands(inputs)).toEqual([
    "--no-install framework doctor",
    "--no-install framework build --ci --yes --target linux-x64",
    "--no-install framework build --ci --yes --target windows-x64",
    "--no-install framework publish --ci --to github:me/notes --rollout 100 --channel beta",
  ]);
});

test("an input is never a part of a script", () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
});

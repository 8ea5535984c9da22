import { deepEqual } from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { LinuxCase } from "./linux-case.ts";
import type { LinuxStage } from "./linux-stage.ts";

/** Writes a program that notes its arguments and its environment beside itself. */
function writeProgram(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\nfor each; do echo "$each"; done >"$0.args"\nenv >"$0.part" && mv "$0.part" "$0.env"\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

/** The record of such a program. */
async function noted(stage: LinuxStage, file: string): Promise<{ args: string[]; env: string[] }> {
  await stage.until("the program's notes", () => existsSync(`${file}.env`) || undefined);
  const lines = (end: string): string[] =>
    readFileSync(`${file}.${end}`, "utf8").trimEnd().split("\n");
  return { args: lines("args"), env: lines("env") };
}

/** The environment of the program that runs the cases. */
export const startedWith = {
  FRAMEWORK_PRIVATE_KEY: "the key",
  FRAMEWORK_TEST_USERS: "word",
} as const;

function checkEnvironment(env: readonly string[]): void {
  const ours = env.filter((line) =>
    Object.keys(startedWith).some((name) => line.startsWith(`${name}=`)),
  );
  deepEqual(ours, ["FRAMEWORK_TEST_USERS=word"]);
}

const address = "framework-test:a?b=1&c=%20#d";

export const openCases: readonly LinuxCase[] = [
  ...(
    [
      ["firefox", "firefox", []],
      ["google chrome", "google-chrome", []],
      ["gio", "gio", ["open"]],
    ] as const
  ).map(([program, name, before]): LinuxCase => ({
    name: `an address is opened with ${program}, which gets the user's environment and no keys`,
    async run(stage) {
      const file = writeProgram(join(stage.folder, "..", "programs"), name);
      const { PATH } = process.env;
      process.env["PATH"] = `${join(file, "..")}${delimiter}${PATH}`;
      try {
        await stage.platform.calls["shell.openWith"]({ address, program });
        const { args, env } = await noted(stage, file);
        deepEqual(args, [...before, address]);
        checkEnvironment(env);
      } finally {
        process.env["PATH"] = PATH;
      }
    },
  })),
  {
    name: "the user's application for an address gets the user's environment and no keys",
    async run(stage) {
      const file = writeProgram(join(stage.folder, "..", "programs"), "opener");
      const { XDG_DATA_HOME: data = "", XDG_CONFIG_HOME: config = "" } = process.env;
      mkdirSync(join(data, "applications"), { recursive: true });
      writeFileSync(
        join(data, "applications", "opener.desktop"),
        `[Desktop Entry]\nType=Application\nName=Opener\nExec=${file} %u\nMimeType=x-scheme-handler/framework-test;\n`,
      );
      mkdirSync(config, { recursive: true });
      writeFileSync(
        join(config, "mimeapps.list"),
        "[Default Applications]\nx-scheme-handler/framework-test=opener.desktop\n",
      );
      await stage.platform.calls["shell.open"]({ address });
      const { args, env } = await noted(stage, file);
      deepEqual(args, [address]);
      checkEnvironment(env);
    },
  },
];

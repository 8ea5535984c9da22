// Runs under Wine as the program that an installer has put there: with "update" it has itself updated from a server, as an
// app does, and with "started" it writes what it was started with into the file that it is told.

import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Events } from "../../src/app/events/events.ts";
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import type { Exit } from "../../src/app/process/exit.ts";
import { windowsHost } from "../../src/app/process/host.ts";
import { StateFile } from "../../src/app/updater/state.ts";
import { installation } from "../../src/app/updater/install/installers.ts";
import { Updater } from "../../src/app/updater/updater.ts";
import { plainError } from "../../src/contract/errors.ts";
import { windowsCalls } from "../../src/native/windows/app-calls.ts";
import { settledConfig, type AuthorConfig } from "../support/config.ts";

/** What a test may wish for. */
export interface UpdateWish {
  readonly config: AuthorConfig;
  readonly version: string;
  /** Where the server in the configuration is: Wine's Bun trusts no certificate of a test's. */
  readonly server: string;
  /** Where the next start writes to, and what it is given besides. */
  readonly told: string;
  readonly words: readonly string[];
}

/** What the next start was given, and found. */
export interface Started {
  readonly words: readonly string[];
  readonly executable: string;
  /** Whether the file is there that only the next version has. */
  readonly isNew: boolean;
  /** Why the update was not installed. */
  readonly failure: string | null;
}

const [what = "", text = "{}", ...words] = process.argv.slice(2);
const {
  config: author,
  version,
  server,
  told,
  words: wished,
} = JSON.parse(Buffer.from(text, "base64").toString()) as UpdateWish;
const config = settledConfig(author);
const executable = process.execPath;
const host = windowsHost(windowsCalls);
const { identifier } = config.framework.bundle;
const folders = baseDirectories({ identifier, executable, name: "App" }, host);
const launch = {
  mode: "release",
  system: "windows",
  architecture: "x64",
  frameworkVersion: "1.2.3",
  executable,
  arguments: [...process.execArgv, process.argv[1] ?? "", "started", text, ...wished],
} as const;

if (what === "started") {
  const found = installation({ launch, host, config, folders });
  const started: Started = {
    words,
    executable,
    isNew: existsSync(join(dirname(executable), "new.txt")),
    failure: found.kind === "left" ? found.takeFailure() : null,
  };
  writeFileSync(told, JSON.stringify(started));
  process.exit(0);
}

const { fetch } = globalThis;
const reach = (input: unknown, init?: RequestInit) =>
  fetch(String(input).replace("https://updates.example", server), init);
globalThis.fetch = reach as typeof fetch;

try {
  const updater = new Updater({
    config: { ...config, package: { ...config.package, version } },
    launch,
    host,
    folders,
    events: {
      emit: (name: string, payload: unknown) => console.log(name, JSON.stringify(payload)),
    } as unknown as Events,
    exit: { quit: () => process.exit(0) } as unknown as Exit,
    state: StateFile.of(launch, folders),
  });
  await updater.install();
} catch (error) {
  console.log(JSON.stringify(plainError(error)));
  process.exit(1);
}

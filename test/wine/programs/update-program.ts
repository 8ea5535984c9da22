// Runs under Wine as the program that an installer has put there. With "update" it updates itself
// from a server, as an app does. With "started" it starts as one, and writes its start options into
// the given file. With "put back" it restores backups of folders when it has ended.

import { appendFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Events } from "../../../src/app/events/events.ts";
import { baseDirectories } from "../../../src/app/paths/base-directories.ts";
import type { Exit } from "../../../src/app/process/exit.ts";
import { windowsHost } from "../../../src/app/process/host.ts";
import { FirstStart } from "../../../src/app/updater/state/first-start.ts";
import { StateFile } from "../../../src/app/updater/state/state.ts";
import { restoredAfterEnd } from "../../../src/app/updater/install/windows-kept.ts";
import { startWaiter } from "../../../src/app/updater/install/windows-waiter.ts";
import { Updater } from "../../../src/app/updater/updater.ts";
import type { ResolvedConfig } from "../../../src/config/index.ts";
import { plainError } from "../../../src/contract/errors.ts";
import type { AppSpec } from "../../../src/contract/shipped/pack.ts";
import { windowsCalls } from "../../../src/native/windows/app-calls.ts";
import { settledConfig, type AuthorConfig } from "../../support/config.ts";

/** The options of a test. */
export interface UpdateWish {
  readonly config: AuthorConfig;
  readonly version: string;
  /** The address of the server in the configuration: Wine's Bun trusts no certificate of a test. */
  readonly server: string;
  /** The file that the next starts write to, a line each, and their further options. */
  readonly reported: string;
  readonly words: readonly string[];
  /** Whether the next version ends with an error before it shows anything. */
  readonly isBroken: boolean;
}

/** The options and findings of a start. */
export interface Started {
  readonly words: readonly string[];
  readonly executable: string;
  /** By the file that only the next version has. */
  readonly version: string;
  /** The reason why the update was not installed. */
  readonly failure: string | null;
}

const [what = "", text = "{}", ...words] = process.argv.slice(2);
const {
  config: author,
  version,
  server,
  reported,
  words: wished,
  isBroken,
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

const of = (version: string): ResolvedConfig => ({
  ...config,
  package: { ...config.package, version },
});

if (what === "started") {
  const isNew = existsSync(join(dirname(executable), "new.txt"));
  const here = isNew ? "1.3.0" : version;
  const first = FirstStart.of({ config: of(here) } as AppSpec<ResolvedConfig>, launch, host);
  if (first === null) throw new Error("This app cannot be updated");
  if (!(await first.begin())) process.exit(0);
  const started: Started = { words, executable, version: here, failure: first.problem };
  if (isNew && isBroken) await first.ended(1);
  else await first.succeeded();
  appendFileSync(reported, `${JSON.stringify(started)}\n`);
  process.exit(isNew && isBroken ? 1 : 0);
}

if (what === "put back") {
  for (const folder of words) {
    const after = restoredAfterEnd(`${folder}.previous`, folder, dirname(folder));
    await startWaiter(after, { ...launch, executable: join(folder, "App.exe") }, "C:\\windows");
  }
  process.exit(0);
}

const { fetch } = globalThis;
const reach = (input: unknown, init?: RequestInit) =>
  fetch(String(input).replace("https://updates.example", server), init);
globalThis.fetch = reach as typeof fetch;

const updaterOf = (endpoints: readonly string[]): Updater => {
  const own = of(version);
  const { updater } = own.framework;
  return new Updater({
    config: { ...own, framework: { ...own.framework, updater: { ...updater, endpoints } } },
    launch,
    host,
    folders,
    events: {
      emit: (name: string, payload: unknown) => console.log(name, JSON.stringify(payload)),
    } as unknown as Events,
    exit: { quit: () => process.exit(0) } as unknown as Exit,
    state: StateFile.of(launch, folders),
  });
};

// Without names of feeds it is the one of the configuration, and what goes wrong ends the program.
const feeds = words.length > 0 ? words : [""];
for (const feed of feeds) {
  const endpoints = config.framework.updater.endpoints ?? [];
  try {
    await updaterOf(
      endpoints.map((address) => (feed === "" ? address : `${address}/${feed}`)),
    ).install();
  } catch (error) {
    console.log(`refused: ${feed}: ${plainError(error).message}`);
    if (feed === feeds.at(-1)) process.exit(1);
  }
}

// An app reduced to its updates: `update` installs the offer of its server, `start` is a start that
// opens its first page. `update-killed.test.ts` ends it at each of its system calls.

import type { Events } from "../../src/app/events/events.ts";
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import type { Exit } from "../../src/app/process/exit.ts";
import { thisHost } from "../../src/app/process/host.ts";
import { FirstStart } from "../../src/app/updater/state/first-start.ts";
import { StateFile } from "../../src/app/updater/state/state.ts";
import { Updater } from "../../src/app/updater/updater.ts";
import type { AppSpec } from "../../src/contract/shipped/pack.ts";
import type { System } from "../../src/contract/target.ts";
import type { ResolvedConfig } from "../../src/config/index.ts";
import { settledConfig } from "../support/config.ts";
import { macHost } from "../support/macos/mac-host.ts";
import { thisMachine } from "../support/this-machine.ts";

/** The start options. */
export interface KilledApp {
  readonly system: System;
  readonly executable: string;
  readonly version: string;
  readonly pubkey: string;
  /** The address of the server in its configuration. */
  readonly server: string;
}

const [what, text = "{}"] = process.argv.slice(2);
const { system, executable, version, pubkey, server } = JSON.parse(text) as KilledApp;
const config = settledConfig({
  package: { productName: "Memory", version },
  framework: {
    updater: { active: true, dialog: false, endpoints: ["https://updates.example/feed"], pubkey },
  },
});
const host = system === "macos" ? macHost() : thisHost(system);
const launch = {
  mode: "release",
  system,
  architecture: thisMachine.architecture,
  frameworkVersion: "1.2.3",
  executable,
  arguments: [],
} as const;
const folders = baseDirectories(
  { identifier: "org.example.memory", executable, name: "Memory" },
  host,
);

if (what === "start") {
  const first = FirstStart.of({ config } as AppSpec<ResolvedConfig>, launch, host);
  await first?.begin();
  await first?.succeeded();
} else {
  const { fetch } = globalThis;
  const reach = (input: unknown, init?: RequestInit) =>
    fetch(String(input).replace("https://updates.example", server), init);
  globalThis.fetch = reach as typeof fetch;
  const updater = new Updater({
    config,
    launch,
    host,
    folders,
    events: { emit: () => {} } as unknown as Events,
    exit: {} as Exit,
    state: StateFile.of(launch, folders),
  });
  await updater.install();
}
process.exit(0);

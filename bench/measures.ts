import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "../harness/display.ts";
import { filesFolder, Showing, type Host } from "./host.ts";
import { memoryOfTree, sleepsOf, wakeUpsBetween } from "./process-tree.ts";

/** One measure that runs in every host, several times, the hosts taking turns. */
export interface HostMeasure {
  readonly name: string;
  readonly runs: number;
  /** For peers, if it is slow. Default: the same number. */
  readonly runsOfPeers?: number;
  /** Other users skip its rows. */
  readonly needsRoot?: boolean;
  /** Values by the name of their row; a row's unit is part of its name. */
  run(host: Host, session: Session): Promise<Record<string, number>>;
}

export const hostMeasures: readonly HostMeasure[] = [
  {
    name: "start",
    // With eleven runs the medians varied by up to 8 % between two runs of the bench.
    runs: 25,
    async run(host, session) {
      await using showing = new Showing(host, "start", session);
      const painted = await showing.report("paint");
      const answered = await showing.report("answered");
      return {
        "start of process to first paint (ms)": painted.time - showing.started,
        "start of process to the first answer (ms)": answered.time - showing.started,
      };
    },
  },
  {
    name: "cold-start",
    runs: 5,
    needsRoot: true,
    async run(host, session) {
      dropPageCache();
      await using showing = new Showing(host, "start", session);
      const painted = await showing.report("paint");
      return { "— with nothing of the disk in memory (ms)": painted.time - showing.started };
    },
  },
  { ...inPage("calls", 5), runsOfPeers: 2 },
  inPage("files", 3, (folder) => {
    mkdirSync(join(folder, "many"));
    for (let i = 0; i < 10_000; i++) writeFileSync(join(folder, "many", `file ${i}.txt`), "");
  }),
  { ...inPage("events", 5), runsOfPeers: 2 },
  inPage("assets", 3, makeAssets),
  inPage("assets-by-scheme", 3, makeAssets),
  inPage("program", 3),
  {
    name: "window",
    runs: 3,
    runsOfPeers: 1,
    async run(host, session) {
      const [atOnce] = await openWindows(host, "window-at-once", 1, session);
      const settled = (await openWindows(host, "windows", 10, session)).sort((a, b) => a - b);
      return {
        "another window, asked to painted (ms)": settled[settled.length >> 1] ?? Number.NaN,
        "another window, the slowest of ten (ms)": settled.at(-1) ?? Number.NaN,
        "another window, before the spare view is ready (ms)": atOnce ?? Number.NaN,
      };
    },
  },
  {
    name: "idle",
    runs: 2,
    runsOfPeers: 1,
    async run(host, session) {
      await using showing = new Showing(host, "start", session);
      await showing.report("paint");
      const { pid } = showing.app;
      // JavaScriptCore's helper threads take half a minute, in short turns, to collect the garbage
      // of the start.
      await Bun.sleep(45_000);
      const before = sleepsOf(pid);
      await Bun.sleep(5000);
      return {
        "memory of the process tree, idle (MB)": memoryOfTree(pid),
        "wake-ups of the host process, idle (per s)": wakeUpsBetween(before, sleepsOf(pid)) / 5,
      };
    },
  },
  {
    name: "idle-after-window",
    runs: 1,
    async run(host, session) {
      await using showing = new Showing(host, "window-at-once", session);
      await showing.report("second");
      await Bun.sleep(45_000);
      return { "— after another window was opened (MB)": memoryOfTree(showing.app.pid) };
    },
  },
];

function makeAssets(folder: string): void {
  mkdirSync(join(folder, "small"));
  for (let i = 0; i < 500; i++) writeFileSync(join(folder, "small", `${i}`), Buffer.alloc(4096, i));
  writeFileSync(join(folder, "large"), Buffer.alloc(50 * 2 ** 20, "x"));
}

/** A measure of the page itself: its task of that name reports all rows at once. */
function inPage(
  name: string,
  runs: number,
  makeFiles: (folder: string) => void = () => {},
): HostMeasure {
  return {
    name,
    runs,
    async run(host, session) {
      const folder = filesFolder(session);
      mkdirSync(folder);
      makeFiles(folder);
      await using showing = new Showing(host, name, session);
      const { text } = await showing.report("results");
      return JSON.parse(text.slice("results ".length)) as Record<string, number>;
    },
  };
}

/** Drops the system's cache of files that are not open. Source: proc(5). */
function dropPageCache(): void {
  Bun.spawnSync(["sync"]);
  writeFileSync("/proc/sys/vm/drop_caches", "3");
}

async function openWindows(
  host: Host,
  task: string,
  count: number,
  session: Session,
): Promise<number[]> {
  await using showing = new Showing(host, task, session);
  const times: number[] = [];
  while (times.length < count) {
    const asked = await showing.report("opening");
    const painted = await showing.report("second");
    times.push(painted.time - asked.time);
  }
  return times;
}

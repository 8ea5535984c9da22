import type { Session } from "../test/support/display.ts";
import { Showing, type Host } from "./host.ts";
import { memoryOfTree, sleepsOf } from "./process-tree.ts";

/** One thing that is measured in every host, several times, the hosts taking turns. */
export interface Measure {
  readonly name: string;
  readonly runs: number;
  /** Values by the name of their row; a row's unit is part of its name. */
  run(host: Host, session: Session): Promise<Record<string, number>>;
}

/** What each row should stay below, as a ratio to the baseline. */
export const aims: Readonly<Record<string, string>> = {
  "start of process to first paint (ms)": "ratio ≤ 1.08",
  "round trip, string 64 B (µs)": "ratio ≤ 1.35",
  "second window, asked to painted (ms)": "≤ 30 ms",
  "memory of the process tree, idle (MB)": "≤ baseline + 40 MB",
  "wake-ups of the host process, idle (per s)": "none of ours",
};

export const measures: readonly Measure[] = [
  {
    name: "start",
    runs: 11,
    async run(host, session) {
      await using showing = new Showing(host, "start", session);
      const { time } = await showing.report("paint");
      return { "start of process to first paint (ms)": time - showing.started };
    },
  },
  {
    name: "calls",
    runs: 5,
    async run(host, session) {
      await using showing = new Showing(host, "calls", session);
      const { text } = await showing.report("calls");
      const results = JSON.parse(text.slice("calls ".length)) as Record<string, number>;
      return Object.fromEntries(
        Object.entries(results).map(([name, value]) => [
          name.startsWith("3,000") ? `a call of 64 B, ${name} (µs)` : `round trip, ${name} (µs)`,
          value,
        ]),
      );
    },
  },
  {
    name: "window",
    runs: 7,
    async run(host, session) {
      await using showing = new Showing(host, "window", session);
      const asked = await showing.report("opening");
      const painted = await showing.report("second");
      return { "second window, asked to painted (ms)": painted.time - asked.time };
    },
  },
  {
    name: "idle",
    runs: 3,
    async run(host, session) {
      await using showing = new Showing(host, "start", session);
      await showing.report("paint");
      const { pid } = showing.app;
      // What starts late, such as the engine's own caches, is part of being idle.
      await Bun.sleep(5000);
      const before = sleepsOf(pid);
      await Bun.sleep(5000);
      return {
        "memory of the process tree, idle (MB)": memoryOfTree(pid),
        "wake-ups of the host process, idle (per s)": (sleepsOf(pid) - before) / 5,
      };
    },
  },
];

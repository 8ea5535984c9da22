import { expect } from "bun:test";
import { onDisplay } from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { processesOf, startPacedApp, type PacedApp } from "./paced-app.ts";

const labels = ["main", "second"];

/** The processes of the windows, and that of the spare view, which is made last. */
const webProcesses = ({ app }: PacedApp): Promise<number[]> =>
  waitFor("the spare view", () => {
    const found = processesOf(app, "WebKitWebProcess").toSorted((a, b) => a - b);
    return found.length === labels.length + 1 ? found : null;
  });

for (const [what, find] of [
  ["the app itself", async ({ app }: PacedApp) => [app.pid]],
  ["the network process", async ({ app }: PacedApp) => processesOf(app, "WebKitNetworkProcess")],
  [
    "the web process of a window",
    async (paced: PacedApp) => (await webProcesses(paced)).slice(0, 1),
  ],
  [
    "the web process of the spare view",
    async (paced: PacedApp) => (await webProcesses(paced)).slice(-1),
  ],
] as const) {
  onDisplay(`the end of ${what} is noticed, with what was written`, async () => {
    await using paced = await startPacedApp("framework dev", labels);
    for (const pid of await find(paced)) process.kill(pid, "SIGKILL");
    const message = await paced.crashed.catch((error: Error) => error.message);
    expect(message).toStartWith("A process of the app crashed: ");
    expect(message).toContain("src/cli/main.ts dev");
  });
}

import { writeSync } from "node:fs";
import { defineApp, type AppCommandContext } from "framework/app";

// The other half of page/index.html: the counterpart of the C host's work.

/** The temporarily opened windows, and the functions that wait for reports of their pages. */
const waiting = new Map<string, () => void>();
let windows = 0;

const app = defineApp({
  commands: {
    report({ text }: { text: string }, { window }: AppCommandContext) {
      // At once, as in the C program: the first access to `process.stdout` takes 5 ms.
      writeSync(1, `${(performance.timeOrigin + performance.now()).toFixed(3)} ${text}\n`);
      waiting.get(window)?.();
    },
    emit({ count }: { count: number }, { app: { events } }: AppCommandContext) {
      for (let number = 0; number < count; number++) events.emit("bench", number);
    },
    echo: (value: string | Uint8Array) => value,
    async openWindow(_: unknown, { app: { windows: open } }: AppCommandContext) {
      await open.open(`second${++windows}`, { url: "/?second" });
    },
    /** Opens a window, waits until its page was painted, and closes it. */
    async cycleWindow(_: unknown, { app: { windows: open } }: AppCommandContext) {
      const label = `second${++windows}`;
      const painted = new Promise<void>((resolve) => waiting.set(label, resolve));
      const window = await open.open(label, { url: "/?second" });
      await painted;
      waiting.delete(label);
      await window.destroy();
    },
    /** The bench changes the number while the app runs from source. */
    version: () => 0,
    /** The task, and the folder for files: the app's last argument. */
    task: () => process.argv.at(-1) ?? "",
  },
});
export default app;

import { defineApp } from "framework/app";

/** The app lives in the tray. The user may open and close its window. */
export default defineApp({
  state: () => ({ isPaused: false }),
  commands: {
    /** The status that the page shows. */
    status: (_: unknown, { state }: { state: { isPaused: boolean } }) =>
      state.isPaused ? "Paused" : "Running",
  },
  async setup(app) {
    const { state, tray, windows } = app;
    app.endWithLastWindow(false);

    async function showWindow(): Promise<void> {
      const window = windows.get("main");
      if (window === null)
        await windows.open("main", { title: "%title%", width: 420, height: 320, center: true });
      else await window.setFocus();
    }

    async function pause(isPaused: boolean): Promise<void> {
      state.isPaused = isPaused;
      await tray.changeItem("pause", { checked: isPaused });
      windows.get("main")?.emit("status", isPaused ? "Paused" : "Running");
    }

    await tray.setTooltip("%title%");
    await tray.setMenu([
      { id: "open", text: "Open" },
      { id: "pause", text: "Pause", checked: false },
      { separator: true },
      { id: "quit", text: "Quit" },
    ]);
    tray.onMenu(async (id) => {
      if (id === "open") await showWindow();
      if (id === "pause") await pause(!state.isPaused);
      if (id === "quit") await app.exit();
    });
    // On Linux a click shows the menu, and no event is reported.
    tray.onClick(() => void showWindow());
  },
});

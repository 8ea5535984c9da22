import { basename } from "node:path";
import { defineApp } from "framework/app";

/** The work that the page cannot do itself: menus, recent files and the second window. */
export default defineApp({
  state: () => ({ showsPreview: true }),
  commands: {
    /** A file is open now: it joins the recent ones. */
    opened: ({ file }: { file: string }, { app }) => {
      app.menu.addRecentFile(file);
      return basename(file);
    },
  },
  setup({ menu, scope, state, windows }) {
    menu.onChoose(({ id, file }) => {
      if (id === "recentFiles" && file !== null) {
        // A recent file joins no scope by itself: the user chose it once more.
        scope.allowFile(file);
        windows.get("main")?.emit("open-file", file);
      }
      if (id === "preview") void togglePreview();
      if (id === "preferences") void showPreferences();
    });

    async function togglePreview(): Promise<void> {
      state.showsPreview = !state.showsPreview;
      await menu.changeItem("preview", { checked: state.showsPreview });
      windows.get("main")?.emit("preview", state.showsPreview);
    }

    async function showPreferences(): Promise<void> {
      const open = windows.get("preferences");
      if (open !== null) await open.evaluate("window.focus()");
      else
        await windows.open("preferences", {
          url: "preferences.html",
          title: "Preferences",
          width: 360,
          height: 200,
          resizable: false,
          center: true,
        });
    }
  },
});

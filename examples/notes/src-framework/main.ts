import { basename } from "node:path";
import { defineApp } from "framework/app";

/** What the page cannot do itself: menus, recent files and the second window. */
export default defineApp({
  state: () => ({ showsPreview: true }),
  commands: {
    /** A file is open now: it joins the recent ones. */
    opened: async ({ file }: { file: string }, { app }) => {
      await app.menu.addRecentFile(file);
      return basename(file);
    },
  },
  setup({ menu, scope, state, windows }) {
    menu.onChoose(async ({ id, file }) => {
      if (id === "recentFiles" && file !== null) {
        // A recent file joins no scope by itself: the user chose it once more.
        await scope.allowFile(file);
        await windows.get("main")?.emit("open-file", file);
      }
      if (id === "preview") {
        state.showsPreview = !state.showsPreview;
        await menu.changeItem("preview", { checked: state.showsPreview });
        await windows.get("main")?.emit("preview", state.showsPreview);
      }
      if (id === "preferences") {
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
    });
  },
});

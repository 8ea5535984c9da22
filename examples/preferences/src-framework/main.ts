import { defineApp } from "framework/app";
import { store } from "framework-plugin-store";

const stores = store();

/** A window with preferences, which the store plugin keeps and hands on to the other one. */
export default defineApp({
  plugins: [stores],
  setup({ menu, windows }) {
    stores.open("settings.json", { color: "#4f46e5", showsSeconds: true });

    async function showPreferences(): Promise<void> {
      const open = windows.get("preferences");
      if (open !== null) await open.setFocus();
      else
        await windows.open("preferences", {
          url: "preferences.html",
          title: "Preferences",
          width: 320,
          height: 160,
          resizable: false,
          center: true,
        });
    }

    menu.onChoose(({ id }) => {
      if (id === "preferences") void showPreferences();
    });
  },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 1420, strictPort: true },
});

import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [vue()],
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 1420, strictPort: true },
});

import { defineConfig } from "vite";

export default defineConfig({
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 1420, strictPort: true },
});

import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [preact()],
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 1420, strictPort: true },
});

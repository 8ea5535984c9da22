import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

export default defineConfig({
  plugins: [solid()],
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 1420, strictPort: true },
});

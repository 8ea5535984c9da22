import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 1420, strictPort: true },
});

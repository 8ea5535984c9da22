import adapter from "@sveltejs/adapter-static";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // The app loads index.html for every route, and the router shows the page.
  plugins: [sveltekit({ adapter: adapter({ fallback: "index.html" }) })],
  // The address is devPath in src-framework/framework.conf.json.
  server: { port: 5173, strictPort: true },
});

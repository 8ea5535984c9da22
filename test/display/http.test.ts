// Requests of the http module, from a real page to a real server.

import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { httpStories } from "./http-stories.ts";

const shared = shareApp({
  config: { framework: { allowlist: { http: { all: true, scope: ["http://127.0.0.1:*/*"] } } } },
});

httpStories(shared, onDisplay);

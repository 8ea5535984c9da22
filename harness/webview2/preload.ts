// Loaded before an app's own code: from here on, it finds the stand-in where WebView2 would be.
import { installStandIn } from "./install.ts";

await installStandIn();

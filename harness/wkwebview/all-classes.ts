// All of WebKit that the stand-in knows, made known by being imported.
import "./configuration.ts";
import "./file-field.ts";
import "./frame.ts";
import "./navigation.ts";
import "./printing.ts";
import "./scheme-task.ts";
import "./script-message.ts";
import "./url-loading.ts";
import "./user-content.ts";
import "./web-view.ts";

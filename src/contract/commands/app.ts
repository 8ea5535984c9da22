import * as v from "valibot";
import { command } from "./command.ts";

const nothing = v.strictObject({});

export const appCommands = {
  "app.getName": command<string>()(null, nothing),
  "app.getVersion": command<string>()(null, nothing),
  "app.getFrameworkVersion": command<string>()(null, nothing),
  "app.show": command<void>()("app.show", nothing),
  "app.hide": command<void>()("app.hide", nothing),
} as const;

import * as v from "valibot";
import { command } from "./command.ts";

export const clipboardCommands = {
  "clipboard.writeText": command<void>()(
    "clipboard.writeText",
    v.strictObject({ text: v.string() }),
  ),
  /** `null`: there is nothing in it, or no text. */
  "clipboard.readText": command<null | string>()("clipboard.readText", v.strictObject({})),
} as const;

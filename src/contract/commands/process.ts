import * as v from "valibot";
import { command } from "./command.ts";

/**
 * With this exit code an app under `framework dev` requests a restart: it cannot restart itself,
 * because the tool that supervises it and its server would end with it.
 */
export const relaunchCode = 82;

export const processCommands = {
  "process.exit": command<void>()(
    "process.exit",
    v.strictObject({
      code: v.nullish(
        v.pipe(
          v.number(),
          v.integer("a whole number"),
          v.minValue(-0x8000_0000, "a number of 32 bits"),
          v.maxValue(0x7fff_ffff, "a number of 32 bits"),
        ),
      ),
    }),
  ),
  "process.relaunch": command<void>()("process.relaunch", v.strictObject({})),
} as const;

import type { AppSpec } from "../contract/shipped/pack.ts";

/** The time after which a step of the start is named, in milliseconds. */
const patience = 10_000;

const hints = {
  load: "main.ts is not loaded after 10 seconds, and windows open when it is: see whether it, or a module that it imports, awaits something at its top level",
  setup:
    "setup has not ended after 10 seconds, and windows open when it has: start long work in it without awaiting it",
} as const;

/** In development: says what a start waits for that takes long, since no window shows it. */
export async function namedIfSlow<T>(
  mode: AppSpec["mode"],
  step: keyof typeof hints,
  work: Promise<T>,
): Promise<T> {
  if (mode !== "dev") return await work;
  const timer = setTimeout(() => process.stderr.write(`framework: ${hints[step]}\n`), patience);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** In numeric order, as pages pass them: `trace` is 1. */
export const levels = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof levels)[number];

/** The number of a level, from 1 on. */
export function levelNumber(level: LogLevel): number {
  return levels.indexOf(level) + 1;
}

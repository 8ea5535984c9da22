/** The time that a signature names, in seconds since 1970. `null`: it names no possible time. */
export function secondsOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,11}$/.test(text) ? Number(text) : null;
}

/** `2026-01-31` */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/**
 * Settles as the work does, or rejects with the reason of an earlier abort. The work itself
 * continues, and its result is ignored.
 */
export async function until<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const over = Promise.withResolvers<never>();
  const stop = () => over.reject(signal.reason as Error);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

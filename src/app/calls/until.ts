/**
 * What some work comes to, or the reason of an abort that is there before. The work itself goes on,
 * and nobody hears of it any more.
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

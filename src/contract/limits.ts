const megabyte = 1024 * 1024;

/** How much is taken from pages and from servers. */
export const limits = {
  /** The bytes of an HTTP answer, unpacked, when the request says nothing else. */
  httpAnswer: 256 * megabyte,
  /** The most that a request may ask for. */
  longestHttpAnswer: 1024 * megabyte,
  /**
   * The HTTP requests of one document that are on their way; others wait. The runtime makes 256 connections at once, and
   * a page whose servers never answer must not have them all.
   */
  httpRequests: 64,
} as const;

/** The differences between the web engines of the platforms. */
export interface EngineTraits {
  /**
   * The channel of a page's messages and their answers: a JavaScript expression for a function that
   * gets the document's key before any page code runs, and returns `PageEngine.post`. It captures
   * the built-ins that it needs at once, so that no replacement by the page sees the key.
   */
  readonly transport: string;
  /**
   * Video and sound play from the app's schemes. Otherwise a script requests addresses that they
   * play from.
   */
  readonly playsFromSchemes: boolean;
  /**
   * The body of a page's request to the app's schemes reaches the app. Otherwise bytes travel as
   * messages.
   */
  readonly readsBodies: boolean;
  /** The answer to such a request may hold binary data. */
  readonly answersBytes: boolean;
}

/** The bridge's arguments besides its key: the engine as the page sees it. */
export interface PageEngine extends Omit<EngineTraits, "transport"> {
  /**
   * Sends a message with the document's key, and settles with its answer; `null` if there is none.
   * Rejects with the reason when it is refused.
   */
  readonly post: (message: string) => Promise<string | null>;
}

/** What the web engine of a platform can do, and how it does it, where engines differ. */
export interface EngineTraits {
  /**
   * How a page's message gets out and its answer back: an expression in the page's language, of a
   * function that is given the document's key before any code of the page runs, and returns
   * `PageEngine.post`. It takes what it needs at once, so that nothing the page replaces later sees
   * the key.
   */
  readonly transport: string;
  /**
   * Video and sound play from the app's schemes. Where they do not, a script asks for addresses
   * they play from.
   */
  readonly playsFromSchemes: boolean;
  /**
   * The body of a page's request to the app's schemes gets to the app. Where it does not, bytes go
   * as messages.
   */
  readonly readsBodies: boolean;
  /** The answer to such a request may hold bytes that are no text. */
  readonly answersBytes: boolean;
}

/** What the bridge is called with besides its key: the engine as the page meets it. */
export interface PageEngine extends Omit<EngineTraits, "transport"> {
  /**
   * Sends a message with the document's key, and settles with what answers it; `null` where nothing
   * does. Rejects with the reason when it is refused.
   */
  readonly post: (message: string) => Promise<string | null>;
}

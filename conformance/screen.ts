/** The screen that shows the cases. */
export interface Screen {
  /** The reason why pictures are missing. `null`: there are pictures. */
  readonly missing: string | null;
  /** Remembers a picture of the screen, in place of the last one. */
  take(): void;
  /** Writes the remembered picture as PNG, and forgets it. @returns whether there was one */
  save(path: string): boolean;
}

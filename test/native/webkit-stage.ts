import { NativeStage } from "./native-stage.ts";

/** A platform whose engine is one of WebKit's. */
export abstract class WebKitStage extends NativeStage {
  /**
   * The expression that posts a message: its answer, or an error with the reason of the refusal.
   */
  abstract posted(message: string): string;
  /** Ends the process of a window's page, as a crash does. */
  abstract endWebProcess(label: string): void;
}

import { NativeStage } from "./native-stage.ts";

/** A platform whose engine is one of WebKit's. */
export abstract class WebKitStage extends NativeStage {
  /** The expression that posts a message: the answer to it, or an error with what refused it. */
  abstract posted(message: string): string;
  /** Ends the process of a window's page, as a crash does. */
  abstract endWebProcess(label: string): void;
}

export type { Answers } from "./desktop.ts";
export { MemoryPlatform, type RecordedCall } from "./platform.ts";

export type { Page } from "playwright-core";

/** @ts-ignore: without the optional package, pages have the type `any`. */
export type { Page } from "playwright-core";

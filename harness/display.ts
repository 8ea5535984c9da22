export * from "../src/testing/linux/display.ts";

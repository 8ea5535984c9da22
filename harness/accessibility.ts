export * from "../src/testing/linux/accessibility.ts";

export * from "../src/testing/linux/accessibility-words.ts";

export * from "../src/testing/linux/png.ts";

export * from "../src/testing/png.ts";

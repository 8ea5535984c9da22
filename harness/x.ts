export * from "../src/testing/linux/x.ts";

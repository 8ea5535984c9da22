export * from "../src/testing/linux/x-program.ts";

export * from "../src/testing/linux/bus.ts";

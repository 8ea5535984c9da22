export * from "../src/testing/linux/session.ts";

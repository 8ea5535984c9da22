export * from "../src/testing/linux/x-connection.ts";

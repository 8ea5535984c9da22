export * from "../src/testing/process/wait.ts";

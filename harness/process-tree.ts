export * from "../src/testing/process/process-tree.ts";

export * from "../src/testing/process/running-app.ts";

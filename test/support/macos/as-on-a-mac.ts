// Loaded before tests of apps: `framework/testing` works as on a Mac.
Object.defineProperty(process, "platform", { value: "darwin" });

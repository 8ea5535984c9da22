export default { test: { globals: true, include: ["mocks.test.js"] } };

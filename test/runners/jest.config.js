export default { transform: {}, testMatch: ["<rootDir>/mocks.test.js"] };

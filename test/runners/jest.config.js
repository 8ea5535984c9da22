export default { transform: {}, testMatch: ["<rootDir>/mocks.case.js"] };

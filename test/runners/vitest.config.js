// Named .case.js: as .test.js they would be found by `bun test`, which is not what they are for.

export default { test: { globals: true, include: ["*.case.js"] } };

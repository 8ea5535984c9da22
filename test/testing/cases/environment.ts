/** The variable with the environment of an app with windows, as JSON, for the tests of an app. */
export const environmentVariable = "FRAMEWORK_TEST_APP_ENVIRONMENT";

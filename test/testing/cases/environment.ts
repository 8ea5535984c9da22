/** The variable with the environment of an app with windows, as JSON. */
export const environmentVariable = "FRAMEWORK_TEST_APP_ENVIRONMENT";

/** The environment of an app with windows, in a test of an app that another test has started. */
export function appEnvironment(): Record<string, string> {
  return JSON.parse(process.env[environmentVariable] ?? "{}") as Record<string, string>;
}

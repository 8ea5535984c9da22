/** Starts a program under the limits that this process itself was started with. */
export type WithInheritedLimits = <Result>(start: () => Result) => Result;

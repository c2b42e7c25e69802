/** Returns the value of a variable, or the default if it is missing or empty. */
export type ReadVariable = (name: string, or: string) => string;

/** A person as builds name them. */
export interface Person {
  login: string;
  /** Empty if unknown. */
  email: string;
}

/** Stands for a person whose names were replaced. No account can have it as its login. */
export const replacedName = '(deleted)';

/** Data of a person by kind, as objects for people to read. */
export type PersonData = Record<string, () => AsyncIterable<object>>;

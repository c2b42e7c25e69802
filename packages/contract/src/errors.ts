import { z } from 'zod/mini';

/** Body of every failed call. */
export const errorBody = z.object({ message: z.string() });
export type ErrorBody = z.infer<typeof errorBody>;

/** Messages that clients compare with; other messages are for people only. */
export const errorMessages = {
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  notFound: 'Not Found',
  /** What existing servers answer for a build, a log or a card that does not exist. */
  noRows: 'sql: no rows in result set',
} as const;

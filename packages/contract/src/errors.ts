import { z } from 'zod/mini';

/** Body of every failed call. */
export const errorBody = z.object({ message: z.string() });
export type ErrorBody = z.infer<typeof errorBody>;

/** Messages that clients compare; all other messages are for people only. */
export const errorMessages = {
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  notFound: 'Not Found',
  stopping: 'The server is stopping, please try again',
  /** Message of existing servers for a missing build, log or card. */
  noRows: 'sql: no rows in result set',
} as const;

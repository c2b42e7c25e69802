import type { Viewer } from '../domain/user.ts';
import { askFirst } from '../shared/ask.ts';
import type { UserService } from './user-service.ts';

type FindByToken = (token: string) => Promise<Viewer | undefined>;

/** Returns the function that finds the account of its own token, or of another one. */
export function createFindByToken(
  users: Pick<UserService, 'findByToken'>,
  others: readonly { find: FindByToken }[],
): FindByToken {
  return (token) =>
    askFirst<[string], Viewer>(
      [(own) => users.findByToken(own), ...others.map(({ find }) => find)],
      token,
    );
}

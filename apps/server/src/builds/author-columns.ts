import { type SqlBool, sql } from 'kysely';
import { type Person, replacedName } from '../domain/person.ts';

/** Columns of an author whose names were replaced. */
export const replacedAuthor = {
  author_login: replacedName,
  author_name: replacedName,
  author_email: '',
  author_avatar: '',
};

/** Condition for rows with an author. Forges write logins and addresses in other cases than accounts do. */
export function isAuthor({ login, email }: Person) {
  return sql<SqlBool>`(lower(author_login) = ${login.toLowerCase()}
    or (author_email <> '' and lower(author_email) = ${email.toLowerCase()}))`;
}

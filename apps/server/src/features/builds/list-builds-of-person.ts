import { isAuthor } from '../../builds/author-columns.ts';
import type { Db } from '../../db/database.ts';
import { readPages } from '../../db/read-pages.ts';
import type { Person, PersonData } from '../../domain/person.ts';

/** Lists the builds that name a person, and the stages that they decided about. Their logs are not searched. */
export function listBuildsOfPerson(db: Db, person: Person): PersonData {
  const { login } = person;
  return {
    builds: () =>
      readPages((after, limit) =>
        db
          .selectFrom('builds')
          .innerJoin('repos', 'repos.id', 'builds.repo_id')
          .select(['builds.id', 'repos.namespace', 'repos.name', 'builds.number'])
          .select(['builds.created', 'builds.event', 'builds.after as commit', 'builds.title'])
          .select(['builds.author_login', 'builds.author_name', 'builds.author_email'])
          .select(['builds.trigger', 'builds.sender', 'builds.canceled_by'])
          .where('builds.id', '>', after)
          .where(({ or, eb }) =>
            or([
              isAuthor(person),
              eb('builds.trigger', '=', login),
              eb('builds.sender', '=', login),
              eb('builds.canceled_by', '=', login),
            ]),
          )
          .orderBy('builds.id')
          .limit(limit)
          .execute(),
      ),
    decisions: () =>
      readPages((after, limit) =>
        db
          .selectFrom('stages')
          .innerJoin('builds', 'builds.id', 'stages.build_id')
          .innerJoin('repos', 'repos.id', 'builds.repo_id')
          .select(['stages.id', 'repos.namespace', 'repos.name', 'builds.number as build'])
          .select(['stages.name as stage', 'stages.decision_note as note'])
          .where('stages.id', '>', after)
          .where('stages.decided_by', '=', login)
          .orderBy('stages.id')
          .limit(limit)
          .execute(),
      ),
  };
}

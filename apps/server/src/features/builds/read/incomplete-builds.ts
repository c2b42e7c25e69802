import type { RepoBuildStage } from '@millrace/contract/api';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Must match the condition of the partial index literally: the planner does not use it for bound values. */
const isStageOpen = sql<SqlBool>`stages.status in ('pending', 'running', 'blocked', 'waiting_on_dependencies')`;

const limitAsText = (column: 'stages.concurrency' | 'repos.throttle') =>
  sql<string>`cast(${sql.ref(column)} as text)`;

/** Lists incomplete builds of the whole server. */
export class IncompleteBuilds {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  listStages(): Promise<RepoBuildStage[]> {
    return this.db
      .selectFrom('stages')
      .innerJoin('builds', 'builds.id', 'stages.build_id')
      .innerJoin('repos', 'repos.id', 'stages.repo_id')
      .where(isStageOpen)
      .where('stages.status', 'in', ['pending', 'running'])
      .orderBy('stages.id')
      .select([
        'repos.namespace as repo_namespace',
        'repos.name as repo_name',
        'repos.slug as repo_slug',
        'builds.number as build_number',
        'builds.author_login as build_author',
        'builds.author_name as build_author_name',
        'builds.author_email as build_author_email',
        'builds.author_avatar as build_author_avatar',
        'builds.sender as build_sender',
        'builds.started as build_started',
        'builds.finished as build_finished',
        'builds.created as build_created',
        'builds.updated as build_updated',
        'stages.name as stage_name',
        'stages.kind as stage_kind',
        'stages.type as stage_type',
        'stages.status as stage_status',
        'stages.machine as stage_machine',
        'stages.os as stage_os',
        'stages.arch as stage_arch',
        'stages.variant as stage_variant',
        'stages.kernel as stage_kernel',
        limitAsText('stages.concurrency').as('stage_limit'),
        limitAsText('repos.throttle').as('stage_limit_repo'),
        'stages.started as stage_started',
        'stages.stopped as stage_stopped',
      ])
      .execute();
  }
}

import { type SqlBool, sql } from 'kysely';

/** Stages of the newest attempt of their build: no later attempt replaced them. */
export const isCurrentStage = sql<SqlBool>`stages.replaced_in = 0`;

/** Stages that were current in an attempt of their build. */
export function wasCurrentIn(attempt: number) {
  return sql<SqlBool>`stages.attempt <= ${attempt}
    and (stages.replaced_in = 0 or stages.replaced_in > ${attempt})`;
}

/** Number that a stage had while it was current. A replaced stage gives its number to the next one. */
export const stageNumber = sql<number>`coalesce(nullif(stages.replaced_number, 0), stages.number)`;

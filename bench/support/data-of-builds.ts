import type { LargeDialect } from './large-database.ts';

/** SQL for what both databases call differently, in addition to {@link LargeDialect}. */
export interface DataDialect extends LargeDialect {
  bytes(count: number): string;
}

/**
 * Adds what belongs to the builds of a large database: a pipeline file for each, a log block for each step, test results
 * and two outputs for every fifth build, and artifacts.
 */
export async function addDataOfBuilds(
  db: DataDialect,
  { builds, artifacts }: { builds: number; artifacts: number },
): Promise<void> {
  await db.exec(
    `insert into build_configs (build_id, text) select id, 'kind: pipeline, with a line for each step' from builds`,
  );
  await db.exec(
    `insert into log_blocks (step_id, first_pos, last_pos, bytes, lines)
     select id, 0, 99, 8000, ${db.bytes(500)} from steps`,
  );
  await db.exec(
    `insert into test_results (step_id, repo_id, build_id, passed, failed, skipped)
     select steps.id, stages.repo_id, build_id, 10, 0, 0 from steps join stages on stages.id = steps.stage_id
     where steps.number = 1 and build_id % 5 = 0`,
  );
  await db.exec(
    `insert into test_blocks (step_id, build_id, level, entries)
     select step_id, build_id, 0, ${db.bytes(300)} from test_results`,
  );
  await db.exec(
    `insert into stage_outputs (stage_id, name, encrypted, masked)
     select stages.id, outputs.name, 'value', 0 from stages
     cross join (select 'one' as name union all select 'two') as outputs
     where build_id % 5 = 0`,
  );
  await db.exec(
    `with ${db.numbers(artifacts)}
     insert into artifacts (step_id, repo_id, build_id, path, size, sha256, created, "key", tries)
     select steps.id, stages.repo_id, build_id, 'dist/app-' || i, 100000, '', 1000, 'key-' || i, 0
     from n join stages on stages.build_id = i % ${builds} + 1 and stages.number = 1
     join steps on steps.stage_id = stages.id and steps.number = 1`,
  );
}

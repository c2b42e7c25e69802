import type { Conversion } from '../conversion.ts';
import type { ConvertedPipeline } from '../model.ts';
import { uniqueName } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { readConcurrency } from './read-concurrency.ts';
import { readJob } from './read-job.ts';
import { permissionsReason } from './skip-settings.ts';
import { readTriggers } from './triggers.ts';
import { Uploads } from './uploads.ts';

/** Converts a GitHub workflow: each job becomes a pipeline. */
export function readWorkflow(root: SourceNode, conversion: Conversion): ConvertedPipeline {
  const pipeline: ConvertedPipeline = { comments: [], stages: [] };
  const name = root.text('name');
  if (name) pipeline.comments.push(`Workflow: ${name}`);
  root.text('run-name');
  const triggers = readTriggers(root.get('on'), pipeline, conversion);
  conversion.skipKey(pipeline, root, 'permissions', permissionsReason);
  const jobs = [...(root.get('jobs')?.entries ?? [])];
  const outputs = new Map(
    jobs.flatMap(([id, job]) =>
      [...(job.get('outputs')?.entries ?? [])].map(([output, value]): [string, string] => [
        `${id}.${output}`,
        value.readText() ?? '',
      ]),
    ),
  );
  const uploads = new Uploads(jobs);
  const used = new Set<string>();
  for (const [id, job] of jobs) {
    pipeline.stages.push(
      readJob(job, { conversion, name: uniqueName(id, used), root, outputs, triggers, uploads }),
    );
  }
  readConcurrency(root, pipeline, conversion);
  conversion.skipUnread(pipeline, root);
  return pipeline;
}

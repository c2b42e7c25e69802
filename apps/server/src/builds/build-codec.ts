import type { Attempt, Build, Stage, Step } from '@millrace/build-rules';
import { expirableData } from '@millrace/contract/retention';
import { retryCauses } from '@millrace/pipeline/vocabulary';
import { z } from 'zod/mini';
import { codec, flag, json } from '../db/codec.ts';
import type { AttemptRow, BuildRow, StageRow, StepRow } from '../db/tables.ts';

const strings = z.array(z.string());
const stringMap = z.record(z.string(), z.string());
const count = z._default(z.number(), 0);

const stageRetry = z.object({
  max: count,
  infrastructure: count,
  causes: z._default(z.array(z.enum(retryCauses)), []),
  exitCodes: z._default(z.array(z.number()), []),
});

const noText = z._default(z.string(), '');
const stageHost = z.object({ kernel: noText, cpu: noText });

export const buildCodec = codec<BuildRow, Build>({
  id: 'id',
  repoId: 'repo_id',
  number: 'number',
  trigger: 'trigger',
  sender: 'sender',
  reader: 'reader',
  parent: 'parent',
  status: 'status',
  error: 'error',
  event: 'event',
  action: 'action',
  link: 'link',
  title: 'title',
  message: 'message',
  before: 'before',
  after: 'after',
  ref: 'ref',
  sourceRepo: 'source_repo',
  source: 'source',
  target: 'target',
  authorLogin: 'author_login',
  authorName: 'author_name',
  authorEmail: 'author_email',
  authorAvatar: 'author_avatar',
  committed: 'timestamp',
  params: json('params', stringMap),
  warnings: json('warnings', strings),
  cron: 'cron',
  deployTo: 'deploy_to',
  delivery: 'delivery',
  isDebug: flag('debug'),
  pauseStage: 'pause_stage',
  pauseStep: 'pause_step',
  canceledBy: 'canceled_by',
  ending: 'ending',
  ignoredFailures: 'ignored_failures',
  isPinned: flag('pinned'),
  expired: json('expired', z.array(z.enum(expirableData))),
  attempt: 'attempt',
  bisection: 'bisection',
  fileBase: 'file_base',
  started: 'started',
  finished: 'finished',
  created: 'created',
  updated: 'updated',
  version: 'version',
});

export const stageCodec = codec<StageRow, Stage>({
  id: 'id',
  repoId: 'repo_id',
  buildId: 'build_id',
  number: 'number',
  name: 'name',
  kind: 'kind',
  type: 'type',
  status: 'status',
  error: 'error',
  exitCode: 'exit_code',
  machine: 'machine',
  runner: 'runner',
  os: 'os',
  arch: 'arch',
  variant: 'variant',
  kernel: 'kernel',
  labels: json('labels', stringMap),
  concurrency: 'concurrency',
  dependsOn: json('depends_on', strings),
  onSuccess: flag('on_success'),
  onFailure: flag('on_failure'),
  ignoresFailure: flag('errignore'),
  manual: 'manual',
  needsApproval: flag('needs_approval'),
  matrixOf: 'matrix_of',
  decidedBy: 'decided_by',
  decisionNote: 'decision_note',
  priority: 'priority',
  attempt: 'attempt',
  retry: json('retry', stageRetry),
  retries: 'retries',
  failureCause: 'failure_cause',
  clusterWait: 'cluster_wait',
  host: json('host', stageHost),
  cleansUp: flag('cleans_up'),
  started: 'started',
  stopped: 'stopped',
  created: 'created',
  updated: 'updated',
  version: 'version',
});

export const stepCodec = codec<StepRow, Step>({
  id: 'id',
  stageId: 'stage_id',
  number: 'number',
  name: 'name',
  status: 'status',
  error: 'error',
  ignoresErrors: flag('errignore'),
  exitCode: 'exit_code',
  started: 'started',
  stopped: 'stopped',
  durationMs: 'duration_ms',
  dependsOn: json('depends_on', strings),
  image: 'image',
  imageDigest: 'image_digest',
  isDetached: flag('detached'),
  schema: 'schema',
  hasDeletedLog: flag('log_deleted'),
  hasSummary: flag('has_summary'),
  version: 'version',
});

export const attemptCodec = codec<Omit<AttemptRow, 'build_id'>, Attempt>({
  number: 'attempt',
  login: 'login',
  created: 'created',
  status: 'status',
  started: 'started',
  finished: 'finished',
});

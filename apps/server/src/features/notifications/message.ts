import { buildEvents, statuses } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';

/** Facts that a message describes. Stored as JSON, so that a later change of the build does not change it. */
export const messageFacts = z.object({
  isTest: z.boolean(),
  outcome: z.enum(['failed', 'fixed', 'succeeded']),
  repo: z.string(),
  build: z.number(),
  attempt: z.number(),
  status: z.enum(statuses),
  event: z.enum(buildEvents),
  branch: z.string(),
  ref: z.string(),
  /** Environment of a deployment; empty for none. */
  environment: z.string(),
  commit: z.string(),
  title: z.string(),
  author: z.string(),
  started: z.number(),
  finished: z.number(),
  /** URL of the build. */
  url: z.string(),
  /** Failed stages, with their failed steps. */
  failed: z.array(z.object({ stage: z.string(), steps: z.array(z.string()) })),
  /** URL of the first failed step, or of the build. */
  failedUrl: z.string(),
});
export type MessageFacts = z.infer<typeof messageFacts>;

const maxTextLength = 200;
const outcomeWords = { failed: 'failed', fixed: 'is fixed', succeeded: 'succeeded' } as const;

/** Facts of a message as short lines, with texts of users on one line each and without control characters. */
export function describeFacts(facts: MessageFacts): {
  headline: string;
  rows: { label: string; value: string }[];
} {
  const place = facts.environment ? `to ${facts.environment}` : `on ${facts.branch}`;
  const result = `${facts.repo} #${facts.build} ${outcomeWords[facts.outcome]} ${place}`;
  const seconds = Math.max(0, facts.finished - facts.started);
  const rows = [
    { label: 'Commit', value: `${facts.commit.slice(0, 8)} ${facts.title}` },
    { label: 'Author', value: facts.author },
    { label: 'Duration', value: facts.started === 0 ? '' : formatSeconds(seconds) },
    { label: 'Failed', value: facts.failed.map(describeFailure).join(', ') },
  ];
  return {
    headline: toLine(facts.isTest ? `Test message: ${result}` : result),
    rows: rows
      .map(({ label, value }) => ({ label, value: toLine(value) }))
      .filter(({ value }) => value !== ''),
  };
}

function describeFailure({ stage, steps }: MessageFacts['failed'][number]): string {
  return steps.length === 0 ? stage : `${stage} / ${steps.join(', ')}`;
}

function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

/** Control and format characters could hide or reorder the text. */
function toLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > maxTextLength
    ? `${characters.slice(0, maxTextLength - 1).join('')}…`
    : line;
}

import type {
  ApprovalFacts,
  BuildFacts,
  CronFacts,
  DigestFacts,
  FailedStages,
  MessageFacts,
} from './facts.ts';

/** A message as short lines. Texts of users are on one line each and without control characters. */
export interface Message {
  headline: string;
  rows: { label: string; value: string }[];
  /** Page that the message leads to, and the words for it. */
  url: string;
  open: string;
}

const maxTextLength = 200;
/** Failed builds that a digest lists. It counts the others. */
const maxFailures = 20;
const outcomeWords = { failed: 'failed', fixed: 'is fixed', succeeded: 'succeeded' } as const;

export function describeFacts(facts: MessageFacts): Message {
  const { headline, rows, ...link } = describe(facts);
  return {
    ...link,
    headline: toLine(headline),
    rows: rows
      .map(({ label, value }) => ({ label: toLine(label), value: toLine(value) }))
      .filter(({ value }) => value !== ''),
  };
}

function describe(facts: MessageFacts): Message {
  if (facts.kind === 'digest') return describeDigest(facts);
  if (facts.kind === 'approval') return describeApproval(facts);
  return facts.kind === 'cron' ? describeCron(facts) : describeBuild(facts);
}

function describeCron({ repo, cron, branch, error, url }: CronFacts): Message {
  return {
    headline: `${repo}: cron job ${cron} started no build`,
    rows: [
      { label: 'Reason', value: error },
      { label: 'Branch', value: branch },
    ],
    url,
    open: 'Open cron jobs',
  };
}

function describeApproval(facts: ApprovalFacts): Message {
  const { repo, build, branch, source_repo: source, commit, title, author, url } = facts;
  return {
    headline: `${repo} #${build} waits for approval on ${branch}`,
    rows: [
      { label: 'Commit', value: `${commit.slice(0, 8)} ${title}` },
      { label: 'Author', value: author },
      { label: 'From', value: source },
    ],
    url,
    open: 'Approve or decline',
  };
}

function describeBuild(facts: BuildFacts): Message {
  const { repo, build, outcome, environment, branch, event, cron } = facts;
  const target = environment ? `to ${environment}` : `on ${branch}`;
  const result = `${repo} #${build} ${outcomeWords[outcome]} ${target}`;
  const seconds = Math.max(0, facts.finished - facts.started);
  return {
    headline: facts.kind === 'test' ? `Test message: ${result}` : result,
    rows: [
      { label: 'Commit', value: `${facts.commit.slice(0, 8)} ${facts.title}` },
      { label: 'Author', value: facts.author },
      { label: 'Cron job', value: event === 'cron' ? cron : '' },
      { label: 'Duration', value: facts.started === 0 ? '' : formatSeconds(seconds) },
      { label: 'Failed', value: describeStages(facts.failed) },
      { label: 'Error', value: facts.error ?? '' },
    ],
    url: facts.failedUrl,
    open: 'Open build',
  };
}

/** Describes a digest, with its failed builds. */
function describeDigest({ repos }: DigestFacts): Message {
  const failed = sum(repos.map((repo) => repo.failed));
  const count = failed + sum(repos.map((repo) => repo.succeeded));
  const [only] = repos;
  const where = repos.length === 1 && only ? `${only.repo}: ` : `${repos.length} repositories: `;
  const rows = repos.flatMap(({ repo, failures }) =>
    failures.map((failure) => ({
      label: `${repos.length === 1 ? '' : `${repo} `}#${failure.build} ${failure.cron}`.trim(),
      value: describeStages(failure.failed) || 'failed',
    })),
  );
  const listed = rows.slice(0, maxFailures);
  const more = failed - listed.length;
  return {
    headline: `${where}${count} cron ${count === 1 ? 'build' : 'builds'}, ${failed} failed`,
    rows: more > 0 ? [...listed, { label: 'Not listed', value: `${more} more failed` }] : listed,
    url: repos.flatMap(({ failures }) => failures)[0]?.url ?? only?.url ?? '',
    open: failed === 0 ? 'Open repository' : 'Open the newest failure',
  };
}

function describeStages(stages: FailedStages): string {
  return stages
    .map(({ stage, steps }) => (steps.length === 0 ? stage : `${stage} / ${steps.join(', ')}`))
    .join(', ');
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
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

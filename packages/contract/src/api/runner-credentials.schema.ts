import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { defineOwnedDetails } from './owned-call.schema.ts';
import { maxRunnerLabels } from './runner-credentials.ts';

const runnerName = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(?!\.+$)[A-Za-z0-9-_.]{1,60}$/,
      'Invalid runner name: 1 to 60 letters, digits, dots, dashes and underscores',
    ),
  );

/** As in MILLRACE_RUNNER_LABELS. */
const labelPattern = /^[^\s:,](?:[^:,\p{Cc}]{0,98}[^\s:,])?$/u;

const labels = z.record(z.string(), z.string()).check(
  z.refine(
    (given) =>
      Object.entries(given)
        .flat()
        .every((part) => labelPattern.test(part)),
    {
      error: 'Invalid runner label: 1 to 100 characters without colons and commas',
    },
  ),
  z.refine((given) => Object.keys(given).length <= maxRunnerLabels, {
    error: `A runner has at most ${maxRunnerLabels} labels`,
  }),
);

/** A runner with a credential of its own. Times are in Unix seconds, 0 for never. */
export const runnerCredential = z.object({
  id: z.number(),
  /** Name of the runner in builds. It begins with the owner, unless that is the whole server. */
  name: z.string(),
  /** Repository or organization whose stages it runs; empty for those of all. */
  owner: z.string(),
  /** Whether it takes only builds of protected branches and tags. */
  protected: z.boolean(),
  /** Labels that its stages must require; absent if the runner chooses its own. */
  labels: z.optional(z.record(z.string(), z.string())),
  /** Login of the account that added it. */
  created_by: z.string(),
  created: z.number(),
  /** Time until which its token can be used; 0 once it was used. */
  expires: z.number(),
  registered: z.number(),
  last_used: z.number(),
  connected: z.boolean(),
  /** Number of its running stages. */
  running: z.number(),
});

export const newRunner = z.object({
  name: runnerName,
  protected: z.optional(z.boolean()),
  labels: z.optional(labels),
});

/** A new runner, with its one-time token. No other call returns the token. */
export const addedRunner = z.extend(runnerCredential, { token: z.string() });

export const runnerCredentialCalls = {
  list: defineOwnedDetails({
    summaries: {
      repo: 'List the runners of a repository',
      org: 'List the runners of an organization',
      server: 'List all runners that have credentials of their own, with their owners',
    },
    ofAdmins: true,
    output: z.array(runnerCredential),
  }),
  create: defineOwnedDetails({
    summaries: {
      repo: 'Add a runner for a repository. The response has its one-time token, which no other call returns',
      org: 'Add a runner for all repositories of an organization',
      server: 'Add a runner for all repositories',
    },
    ofAdmins: true,
    audit: { action: 'runner.add', fields: ['name', 'protected'] },
    body: newRunner,
    output: addedRunner,
  }),
  revoke: defineOwnedDetails({
    summaries: {
      repo: 'Revoke the credential of a runner of a repository. Its stages end in error',
      org: 'Revoke the credential of a runner of an organization',
      server: 'Revoke the credential of any runner',
    },
    ofAdmins: true,
    audit: { action: 'runner.revoke' },
  }),
};

export const registerRunner = defineDetails({
  access: 'guest',
  summary: 'Exchange the one-time token of a runner for its credential',
  forPrograms: 'Runners call it when they start for the first time',
  audit: { action: 'runner.register' },
  body: z.object({ token: z.string().check(z.maxLength(200, 'Invalid token')) }),
  output: z.object({
    id: z.number(),
    name: z.string(),
    /** Sent instead of the shared secret with each call of the runner. */
    credential: z.string(),
    labels: z.optional(z.record(z.string(), z.string())),
  }),
});

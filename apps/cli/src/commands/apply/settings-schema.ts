import {
  artifactLimitsChange,
  cacheLimitsChange,
  cronBranch,
  cronExpression,
  cronName,
  forgeName,
  newCron,
  newRegistry,
  newSecret,
  newSubscription,
  protectedRefs,
  repoChanges,
  retentionBody,
  secretName,
  subscriptionChange,
  templateName,
} from '@millrace/contract/schemas';
import { organizationRoles, repoRoles } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { strictObject } from '../../command-line/strict-object.ts';

/** Names of accounts, organizations, repositories and teams, which the server compares in any case. */
function named<Name extends z.core.$ZodRecordKey, Item extends z.core.SomeType>(
  name: Name,
  item: Item,
) {
  return z
    .record(name, item)
    .check(
      z.refine((items) => isUnique(Object.keys(items)), 'two names differ only in their case'),
    );
}

function isUnique(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

const referenceMessage = 'expected { env: NAME } or { file: PATH }; values of secrets are not here';

const sources = { env: z.optional(z.string()), file: z.optional(z.string()) };

function hasOneSource({ env, file }: { env?: string; file?: string }): boolean {
  return (env === undefined) !== (file === undefined);
}

/** Source of the value of a secret. */
const reference = strictObject(sources, referenceMessage).check(
  z.refine(hasOneSource, referenceMessage),
);

const { events, branches, images, pull_request, pull_request_push } = newSecret.shape;

const secret = strictObject(
  { ...sources, events, branches, images, pull_request, pull_request_push },
  referenceMessage,
).check(z.refine(hasOneSource, referenceMessage));

const registry = strictObject({ username: newRegistry.shape.username, password: reference });

const templateMessage = 'expected { file: PATH } or { text: TEXT }';

const template = strictObject(
  { file: z.optional(z.string()), text: z.optional(z.string()) },
  templateMessage,
).check(
  z.refine(({ file, text }) => (file === undefined) !== (text === undefined), templateMessage),
);

const { target, time_zone, disabled } = newCron.shape;

/** The server changes other names, so that the job would be created each time. */
const jobName = cronName.check(
  z.regex(
    /^[\p{Ll}\p{Lo}\p{N}]+([_-]+[\p{Ll}\p{Lo}\p{N}]+)*$/u,
    'expected a name such as nightly-build',
  ),
);

const cron = strictObject({
  expr: cronExpression.check(z.trim()),
  branch: cronBranch,
  target,
  time_zone,
  disabled,
});

/** The name of a subscription is its key. */
const choices = z.omit(subscriptionChange, { name: true }).shape;

const notification = strictObject({
  ...choices,
  channel: newSubscription.shape.channel,
  url: z.optional(reference),
  secret: z.optional(reference),
});

/** The number of the next build is no setting: each build changes it. */
const repoSettings = z.omit(repoChanges, { counter: true }).shape;

/** The age of artifacts is a retention limit, too: one value must not have two names in a file. */
const artifactLimits = z.omit(artifactLimitsChange, { days: true }).shape;

/** Settings that an organization can give to all of its repositories. */
const shared = {
  ...repoSettings,
  retention: z.optional(strictObject(retentionBody.shape)),
  limits: z.optional(
    strictObject({
      artifacts: z.optional(strictObject(artifactLimits)),
      caches: z.optional(strictObject(cacheLimitsChange.shape)),
    }),
  ),
  notifications: z.optional(z.record(newSubscription.shape.name, notification)),
  protected_refs: z.optional(
    strictObject({
      branches: z.optional(protectedRefs.shape.branches),
      tags: z.optional(protectedRefs.shape.tags),
    }),
  ),
};

const owned = {
  secrets: z.optional(z.record(secretName, secret)),
  registries: z.optional(z.record(newRegistry.shape.address, registry)),
};

const repository = strictObject({
  active: z.optional(z.boolean()),
  ...shared,
  members: z.optional(named(forgeName, z.enum(repoRoles))),
  cron: z.optional(z.record(jobName, cron)),
  ...owned,
});

const team = strictObject({
  role: z.enum(repoRoles),
  repositories: z.optional(z.union([z.literal('all'), z.array(forgeName)])),
  members: z.optional(z.array(forgeName)),
  groups: z.optional(z.array(z.string())),
});

const organization = strictObject({
  members_create_repositories: z.optional(z.boolean()),
  members: z.optional(named(forgeName, z.enum(organizationRoles))),
  teams: z.optional(named(forgeName, team)),
  templates: z.optional(z.record(templateName, template)),
  defaults: z.optional(strictObject(shared)),
  ...owned,
});

const slug = z
  .string()
  .check(z.regex(/^[^/\s]+\/[^/\s]+$/, 'expected a repository as NAMESPACE/NAME'));

/** A settings file. */
export const settingsSchema = strictObject({
  organizations: z.optional(named(forgeName, organization)),
  repositories: z.optional(named(slug, repository)),
  server: z.optional(strictObject(owned)),
});

export type Settings = z.output<typeof settingsSchema>;

export type OrganizationSettings = z.output<typeof organization>;

export type RepositorySettings = z.output<typeof repository>;

export type SharedSettings = NonNullable<OrganizationSettings['defaults']>;

export type OwnedSettings = NonNullable<Settings['server']>;

export type TemplateSettings = z.output<typeof template>;

export type NotificationSettings = z.output<typeof notification>;

import type { Build } from '@millrace/contract/api';
import type { Repo } from '../../domain/repo.ts';
import type { CreateFeature } from '../../feature.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import { admitAccount } from './admit-account.ts';
import { convertConfig } from './convert-config.ts';
import { createClients } from './create-clients.ts';
import { findConfig } from './find-config.ts';
import { findSecret } from './find-secret.ts';
import { listRegistries } from './list-registries.ts';
import { listVariables } from './list-variables.ts';
import { validateConfig } from './validate-config.ts';
import { createWebhooks } from './webhooks/create-webhooks.ts';

/** Extensions: services of the administrator that the server asks over HTTP, as existing servers do. */
export const extensions: CreateFeature = (core, ports) => {
  const { config, forge } = core;
  const { extensions: settings } = config;
  const clients = createClients(settings);
  const webhooks = createWebhooks(core, ports);
  const subjectOf = (repo: Repo, build: Build) => ({ repo: toRepoJson(repo, forge), build });
  return {
    ports: {
      recordUserChange: async (...change) => webhooks?.recordUser(...change),
      recordRepoChange: async (...change) => webhooks?.recordRepo(...change),
      admitAccount: (applicant) => admitAccount(clients.admission, applicant),
      findExtensionConfig: (repo, build) => findConfig(clients.config, subjectOf(repo, build)),
      convertWithExtension: (repo, build, text) =>
        convertConfig(clients.convert, subjectOf(repo, build), text, settings.convert.fileSuffix),
      validateWithExtensions: (repo, build, text) =>
        validateConfig(clients.validate, subjectOf(repo, build), text),
      listExtensionVariables: (repo, build) => listVariables(clients.env, subjectOf(repo, build)),
      listExtensionRegistries: (repo, build) =>
        listRegistries(clients.registry, subjectOf(repo, build)),
      hasSecretExtension: (repo) => clients.secret.endpointsFor(repo.slug).length > 0,
      findExtensionSecret: (repo, build, place) =>
        findSecret(clients.secret, subjectOf(repo, build), place),
    },
    jobs: { sendWebhooks: webhooks },
  };
};

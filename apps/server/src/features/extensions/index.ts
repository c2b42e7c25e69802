import type { Build } from '@millrace/contract/api';
import type { Repo } from '../../domain/repo.ts';
import type { CreateFeature } from '../../feature.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import { admitAccount } from './admit-account.ts';
import { convertConfig } from './convert-config.ts';
import { createExtensions } from './create-extensions.ts';
import type { ExtensionKind } from './extension-error.ts';
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
  const all = createExtensions(settings);
  const webhooks = createWebhooks(core, ports, all.webhook);
  const about = (repo: Repo, build: Build) => ({ repo: toRepoJson(repo, forge), build });
  const listFor = (kind: ExtensionKind, { slug }: Pick<Repo, 'slug'>) =>
    all[kind].filter((extension) => extension.isFor(slug));
  return {
    ports: {
      recordUserChange: async (...change) => webhooks?.recordUser(...change),
      recordRepoChange: async (...change) => webhooks?.recordRepo(...change),
      admitAccount: (applicant) => admitAccount(all.admission, applicant),
      findExtensionConfig: (repo, build) => findConfig(listFor('config', repo), about(repo, build)),
      convertWithExtension: (repo, build, text) => {
        const isConverted = repo.configPath.endsWith(settings.convert.fileSuffix);
        const extensions = isConverted ? listFor('convert', repo) : [];
        return convertConfig(extensions, about(repo, build), text);
      },
      hasFileExtension: (repo) => {
        const isConverted = repo.configPath.endsWith(settings.convert.fileSuffix);
        const kinds = ['config', 'validate', ...(isConverted ? ['convert' as const] : [])] as const;
        return kinds.some((kind) => listFor(kind, repo).length > 0);
      },
      validateWithExtensions: (repo, build, text) =>
        validateConfig(listFor('validate', repo), about(repo, build), text),
      listExtensionVariables: (repo, build) =>
        listVariables(listFor('env', repo), about(repo, build)),
      listExtensionRegistries: (repo, build) =>
        listRegistries(listFor('registry', repo), about(repo, build)),
      hasSecretExtension: (repo) => listFor('secret', repo).length > 0,
      findExtensionSecret: (repo, build, place) =>
        findSecret(listFor('secret', repo), about(repo, build), place),
    },
    jobs: { sendWebhooks: webhooks },
  };
};

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
export const extensions: CreateFeature = (core) => {
  const { config, forge } = core;
  const { extensions: settings } = config;
  const all = createExtensions(settings);
  const webhooks = createWebhooks(core, all.webhook);
  const about = (repo: Repo, build: Build) => ({ repo: toRepoJson(repo, forge), build });
  const listFor = (kind: ExtensionKind, { slug }: Pick<Repo, 'slug'>) =>
    all[kind].filter((extension) => extension.isFor(slug));
  const listConverting = (repo: Repo) =>
    repo.configPath.endsWith(settings.convert.fileSuffix) ? listFor('convert', repo) : [];
  return {
    onUserChange: async (...change) => webhooks?.recordUser(...change),
    onRepoChange: async (...change) => webhooks?.recordRepo(...change),
    admitAccount: (applicant) => admitAccount(all.admission, applicant),
    pipelineFile: {
      supply: (repo, build) => findConfig(listFor('config', repo), about(repo, build)),
      convertForBuild: (repo, build, yaml) =>
        convertConfig(listConverting(repo), about(repo, build), yaml),
      asksServices: (repo) =>
        [...listFor('config', repo), ...listFor('validate', repo), ...listConverting(repo)].length >
        0,
      validate: (repo, build, yaml) =>
        validateConfig(listFor('validate', repo), about(repo, build), yaml),
    },
    secretSources: {
      isFor: (repo) => listFor('secret', repo).length > 0,
      find: ({ repo, build, path, key }) =>
        findSecret(listFor('secret', repo), about(repo, build), { path, name: key }),
    },
    stageInputs: async ({ repo, build, stage: { type } }) => {
      const [variables, registries] = await Promise.all([
        listVariables(listFor('env', repo), about(repo, build)),
        type === 'exec' ? [] : listRegistries(listFor('registry', repo), about(repo, build)),
      ]);
      return { variables, registries };
    },
    jobs: { sendWebhooks: webhooks?.jobs ?? null },
  };
};

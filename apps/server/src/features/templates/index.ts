import { convertConfig } from '@millrace/build-host/conversion/convert-config';
import { languageOf } from '@millrace/build-host/conversion/languages';
import { deleteNames, listNames, moveNames } from '../../db/namespace-table.ts';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { homeOfCommits } from '../../forges/home-of-commits.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import { registerTemplateRoutes } from './template-routes.ts';
import { TemplateService } from './template-service.ts';
import { TemplateStore } from './template-store.ts';

/** Templates of organizations, and pipeline files that are scripts. */
export const templates: CreateFeature = (core) => {
  const { clock, config, forge, pipelineReader } = core;
  const store = new TemplateStore(core.db);
  const service = new TemplateService(store, clock);
  const findTemplate = async (namespace: string, name: string) =>
    (await store.find(namespace, name))?.data;
  return {
    owns: { templates: byPeople },
    imports: { template: async (template) => (await store.insert(template)) !== undefined },
    pipelineFile: {
      isConvertedPerBuild: ({ configPath }, text) =>
        (languageOf(configPath) ?? 'template') !== 'template' || /\btemplate\b/.test(text),
      convert: (repo, request, text, addScriptMs) => {
        const home = homeOfCommits(forge, repo, request.sourceRepo);
        const imports = {
          max: config.scriptImports,
          read: (path: string) => forge.readFile(home, request.commit.sha, path),
        };
        const deps = { findTemplate, pipelineReader, imports, addScriptMs };
        return convertConfig(deps, toRepoJson(repo, forge), request, text);
      },
    },
    namespaceData: {
      list: async (db, namespace) => ({ templates: await listNames(db, 'templates', namespace) }),
      move: (trx, from, to) => moveNames(trx, 'templates', from, to),
      delete: (trx, namespace) => deleteNames(trx, 'templates', namespace),
    },
    addRoutes: ({ api }) => registerTemplateRoutes(api, service),
  };
};

import type { Repo } from '@millrace/contract/api';
import { type Data, type TemplateDocument, writeDocuments } from '@millrace/contract/pipeline';
import type { BuildRequest } from '../builds/build-request.ts';
import type { PipelineReader } from '../builds/pipeline-reader.ts';
import { ConfigError } from './config-error.ts';
import { renderGoTemplate } from './go-template/render.ts';
import { TemplateError } from './go-template/template-error.ts';
import { scriptLanguageOf } from './languages.ts';
import { runScript } from './run-script.ts';
import { type ScriptFacts, scriptFacts } from './script-facts.ts';

const maxTemplates = 100;
const maxCharacters = 2 * 1024 * 1024;

/** The text of a template of an organisation. */
type FindTemplate = (namespace: string, name: string) => Promise<string | undefined>;

interface Parts {
  findTemplate: FindTemplate;
  pipelineReader: PipelineReader;
}

/**
 * Makes pipeline YAML of what a repository holds: runs a file that is a script, writes one in the format
 * before `kind: pipeline` in today's, and puts rendered templates in the place of `kind: template`
 * documents. Other YAML stays as it is, to the letter.
 * Throws {@link ConfigError}.
 */
export async function convertConfig(
  { findTemplate, pipelineReader }: Parts,
  repo: Repo,
  request: BuildRequest,
  text: string,
): Promise<string> {
  const facts = scriptFacts(repo, request);
  const file = repo.config_path;
  const language = scriptLanguageOf(file);
  const source = language
    ? toYaml(file, await runScript(language, repo.slug, { file, source: text, facts }))
    : text;
  const today = await pipelineReader.run(repo.slug, {
    name: 'convertLegacyFile',
    input: [source, { repoLink: repo.link }],
  });
  const yaml = today ?? source;
  const documents = await pipelineReader.run(repo.slug, {
    name: 'findTemplateDocuments',
    input: [yaml],
  });
  if (documents.length > maxTemplates) {
    throw new ConfigError(file, documents[maxTemplates]?.line ?? 0, 'too many templates');
  }
  let converted = '';
  let at = 0;
  for (const document of documents) {
    const rendered = await renderDocument(findTemplate, repo, document, facts);
    converted += `${yaml.slice(at, document.start)}\n${rendered}\n`;
    at = document.end;
    if (converted.length > maxCharacters) {
      throw new ConfigError(file, document.line, `the result is longer than ${maxCharacters}`);
    }
  }
  return converted + yaml.slice(at);
}

async function renderDocument(
  findTemplate: FindTemplate,
  repo: Repo,
  { load, data, error, line }: TemplateDocument,
  facts: ScriptFacts,
): Promise<string> {
  if (error) throw new ConfigError(repo.config_path, line, error);
  const template = await findTemplate(repo.namespace, load);
  if (template === undefined) {
    const reason = `there is no template "${load}" in the organization ${repo.namespace}`;
    throw new ConfigError(repo.config_path, line, reason);
  }
  const file = `template ${load}`;
  const language = scriptLanguageOf(load);
  if (!language) return renderYaml(file, template, facts, data);
  const script = { file, source: template, facts, input: data };
  return toYaml(file, await runScript(language, repo.slug, script));
}

function renderYaml(
  file: string,
  template: string,
  facts: ScriptFacts,
  input: { [key: string]: Data },
): string {
  const build = { ...facts.build, params: facts.params };
  try {
    return renderGoTemplate(template, { build, repo: facts.repo, input });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new ConfigError(file, error.line, error.message);
  }
}

/** A script gives one document, or a list of them. */
function toYaml(file: string, value: unknown): string {
  const documents = Array.isArray(value) ? value : [value];
  for (const document of documents) {
    if (typeof document !== 'object' || document === null || Array.isArray(document)) {
      throw new ConfigError(file, 0, 'it must give a pipeline, or a list of pipelines');
    }
  }
  return writeDocuments(documents);
}

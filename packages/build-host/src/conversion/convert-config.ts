import type { Repo } from '@millrace/contract/api';
import type { TemplateDocument } from '@millrace/pipeline';
import { type Script, ScriptBudget, type ScriptImports } from '@millrace/scripts';
import type { BuildInput } from '../builds/build-input.ts';
import type { PipelineReader } from '../pipeline-files/pipeline-reader.ts';
import { ConfigError } from './config-error.ts';
import { languageOf } from './languages.ts';
import { runScript, type ScriptQueue } from './run-script.ts';
import { type ScriptFacts, scriptFacts } from './script-facts.ts';

const maxTemplates = 100;
const maxCharacters = 2 * 1024 * 1024;

/** Finds the text of a template of an organization. */
type FindTemplate = (namespace: string, name: string) => Promise<string | undefined>;

interface Deps {
  findTemplate: FindTemplate;
  pipelineReader: PipelineReader;
  /** Files of the commit that a script may import; absent if it may import none. */
  imports?: ScriptImports | undefined;
  /** Receives the processor time of the scripts, also of a file that cannot be converted. */
  addScriptMs?: ((usedMs: number) => void) | undefined;
}

/**
 * Converts the pipeline file of a repository to YAML: runs scripts, converts the format from before `kind:
 * pipeline`, and replaces `kind: template` documents with rendered templates. Other YAML does not change.
 * Throws {@link ConfigError}.
 */
export async function convertConfig(
  deps: Deps,
  repo: Repo,
  request: BuildInput,
  text: string,
): Promise<string> {
  const conversion = new Conversion(deps, repo, request);
  try {
    return await conversion.convert(text);
  } finally {
    deps.addScriptMs?.(conversion.budget.processor.usedMs);
  }
}

/** Converts one file. Its scripts and templates share one time and size limit. */
class Conversion {
  private readonly deps: Deps;
  private readonly repo: Repo;
  private readonly facts: ScriptFacts;
  private readonly queue: ScriptQueue;
  private readonly refusesTemplates: boolean;
  readonly budget = new ScriptBudget();

  constructor(deps: Deps, repo: Repo, request: BuildInput) {
    this.deps = deps;
    this.repo = repo;
    this.facts = scriptFacts(repo, request);
    this.queue = request.dryRunFor ?? 'build';
    this.refusesTemplates = request.refusesTemplates ?? false;
  }

  async convert(text: string): Promise<string> {
    const { pipelineReader } = this.deps;
    const { slug, link, config_path: file } = this.repo;
    const language = languageOf(file) ?? 'template';
    const source =
      language === 'template'
        ? text
        : await this.run({ language, file, source: text }, this.deps.imports);
    const converted = await pipelineReader.run(slug, {
      name: 'convertLegacyFile',
      input: [source, { repoLink: link }],
    });
    return this.fillTemplates(converted ?? source);
  }

  private async fillTemplates(yaml: string): Promise<string> {
    const { slug, config_path: file } = this.repo;
    const documents = await this.deps.pipelineReader.run(slug, {
      name: 'findTemplateDocuments',
      input: [yaml],
    });
    if (documents.length > maxTemplates) {
      const { file: inFile = file, line = 0 } = documents[maxTemplates] ?? {};
      throw new ConfigError(inFile, line, 'too many templates');
    }
    let filled = '';
    let at = 0;
    for (const document of documents) {
      filled += `${yaml.slice(at, document.start)}\n${await this.renderDocument(document)}\n`;
      at = document.end;
      if (filled.length > maxCharacters) {
        throw new ConfigError(
          document.file ?? file,
          document.line,
          `the result is longer than ${maxCharacters}`,
        );
      }
    }
    return filled + yaml.slice(at);
  }

  private async renderDocument(document: TemplateDocument): Promise<string> {
    const { load, data, error, line } = document;
    const { namespace, config_path: path } = this.repo;
    const file = document.file ?? path;
    if (error) throw new ConfigError(file, line, error);
    // The same for existing and missing templates, whose names are not public either.
    if (this.refusesTemplates) {
      throw new ConfigError(
        file,
        line,
        `templates of the organization ${namespace} are only for its members`,
      );
    }
    const source = await this.deps.findTemplate(namespace, load);
    if (source === undefined) {
      const reason = `there is no template "${load}" in the organization ${namespace}`;
      throw new ConfigError(file, line, reason);
    }
    const language = languageOf(load) ?? 'template';
    return this.run({ language, file: `template ${load}`, source, input: data });
  }

  private async run(
    script: Pick<Script, 'language' | 'file' | 'source' | 'input'>,
    imports?: ScriptImports,
  ) {
    const { slug } = this.repo;
    const { facts, budget, queue } = this;
    const options = { queue, ...(imports ? { imports } : {}) };
    const output = await runScript(slug, { ...script, ...facts }, budget, options);
    if (script.language === 'template') return output;
    const written = await this.deps.pipelineReader.run(slug, {
      name: 'writeScriptValue',
      input: [output],
    });
    if ('yaml' in written) return written.yaml;
    throw new ConfigError(script.file, 0, written.error);
  }
}

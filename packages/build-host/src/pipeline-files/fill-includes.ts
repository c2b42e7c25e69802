import { badRequest } from '@millrace/contract/api-errors';
import type { Include } from '@millrace/pipeline';
import type { PipelineReader } from './pipeline-reader.ts';

/** Maximum number of included files of a build, and of files that include each other. */
const includeLimits = { files: 50, depth: 5 } as const;
const maxCharacters = 2 * 1024 * 1024;

interface Deps {
  pipelineReader: Pick<PipelineReader, 'run'>;
  /**
   * Returns the text of a file that a file of the repository `from` includes, which is empty for that of the build.
   * Throws an `AppError` if there is none, or if it may not be read.
   */
  read: (include: Include, from: string) => Promise<string>;
}

/** A file whose includes are replaced. */
interface Source {
  /** Name in messages, and text. */
  file: string;
  text: string;
  /** Repository of its own includes; empty for that of the build. */
  home: Pick<Include, 'repository' | 'ref'>;
  /** Files that lead here, outermost first. */
  from: readonly string[];
}

/**
 * Replaces the documents with `include` by the documents of their files, each after a comment with its name. Throws
 * an `AppError` with file and line.
 */
export async function fillIncludes(
  { pipelineReader, read }: Deps,
  { key, file, text }: { key: string; file: string; text: string },
): Promise<string> {
  let files = 0;
  const fill = async (source: Source): Promise<string> => {
    const documents = await pipelineReader.run(key, {
      name: 'findIncludeDocuments',
      input: [source.text],
    });
    let filled = '';
    let at = 0;
    for (const { file = source.file, line, includes, error, start, end } of documents) {
      const fail = (reason: string) => badRequest(`${file}: line ${line}: ${reason}`);
      if (error) throw fail(error);
      const parts: string[] = [];
      for (const include of includes) {
        files++;
        if (files > includeLimits.files) throw fail(`more than ${includeLimits.files} files`);
        parts.push(await fillOne({ ...source.home, ...withoutEmpty(include) }, source, fail));
      }
      filled += `${source.text.slice(at, start)}\n${parts.join('---\n')}\n`;
      at = end;
      if (filled.length > maxCharacters) throw fail('the included files are too long');
    }
    return filled + source.text.slice(at);
  };
  const fillOne = async (
    include: Include,
    source: Source,
    fail: (reason: string) => Error,
  ): Promise<string> => {
    const name = nameOf(include);
    const from = [...source.from, source.file];
    if (from.includes(name)) throw fail(`${name} includes itself`);
    if (from.length > includeLimits.depth) throw fail('too many files include each other');
    const found = await read(include, source.home.repository).catch((error: Error) => {
      throw fail(error.message);
    });
    const { repository, ref } = include;
    const inner = { file: name, text: found, home: { repository, ref }, from };
    return `# ${name}\n${await fill(inner)}\n`;
  };
  return fill({ file, text, home: { repository: '', ref: '' }, from: [] });
}

/** A file of another repository includes files of its own repository, unless it names one. */
function withoutEmpty({ path, repository, ref }: Include): Pick<Include, 'path'> | Include {
  return repository === '' ? { path } : { path, repository, ref };
}

function nameOf({ path, repository, ref }: Include): string {
  return repository === '' ? path : `${repository}:${path}${ref === '' ? '' : `@${ref}`}`;
}

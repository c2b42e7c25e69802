import { StartError } from '@millrace/node-kit/start-error';
import { readArgs } from '../command-line/read-args.ts';
import { readText } from '../command-line/read-input.ts';
import { say } from '../command-line/say.ts';
import { type BuildFacts, completeFacts } from './plan/build-facts.ts';
import { convertFile } from './plan/convert-file.ts';
import { planBuild } from './plan/plan-build.ts';
import { printPlan } from './plan/print-plan.ts';

const usage = `Usage: millrace plan FILE [--folder FOLDER] [--build FILE.json] [--json]
       millrace plan FILE --history BUILDS [--repo NAME] [--server URL] [--branch BRANCH] [--json]`;
const convertUsage = 'Usage: millrace convert FILE [--build FILE.json]';

/**
 * `millrace plan FILE`: prints which steps a build would run, and why not the others. Runs nothing. The build
 * is a push to the default branch, unless `--build` describes another one. With `--history`, a server compares the
 * latest builds with what they would have run under the file.
 */
export async function plan(args: readonly string[]): Promise<number> {
  const options = {
    build: { type: 'string' },
    folder: { type: 'string' },
    history: { type: 'string' },
    repo: { type: 'string' },
    server: { type: 'string' },
    branch: { type: 'string' },
    json: { type: 'boolean' },
  } as const;
  const {
    words: [file = ''],
    values: { build, folder, json, history, ...repoOptions },
  } = readArgs(args, 1, options, usage);
  if (history !== undefined) {
    if (build !== undefined || folder !== undefined) throw new StartError(usage);
    const { planHistory } = await import('./plan/plan-history.ts');
    say(await planHistory(file, { ...repoOptions, history, json }));
    return 0;
  }
  const facts = await readFacts(build);
  const pipelines = planBuild(file, await convertFile(file, facts, { folder }), facts);
  say(json ? JSON.stringify(pipelines, null, 2) : printPlan(facts, pipelines));
  return 0;
}

/**
 * `millrace convert FILE`: prints the pipeline YAML that a server creates from a script or a file in the
 * legacy format, or the pipeline that stands for a file of another CI system.
 */
export async function convert(args: readonly string[]): Promise<number> {
  const {
    words: [file = ''],
    values: { build },
  } = readArgs(args, 1, { build: { type: 'string' } }, convertUsage);
  const facts = await readFacts(build);
  const text = await readText(file);
  const { convertForeign } = await import('./plan/convert-foreign.ts');
  say((convertForeign(file, text) ?? (await convertFile(file, facts, { text }))).trimEnd());
  return 0;
}

/** Reads the properties of the build; without a file, those of a push to the default branch. */
async function readFacts(file: string | undefined): Promise<BuildFacts> {
  if (file === undefined) return completeFacts({});
  const { readBuildFacts } = await import('./plan/read-build-facts.ts');
  const text = await readText(file);
  return readBuildFacts(text, file === '-' ? '' : `${file}: `);
}

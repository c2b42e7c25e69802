// CPU time of parsing and planning pipeline files: `npm run bench -- pipeline-files FOLDER`, with a folder
// of real-world files. Medians of five rounds, after one to warm up.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planBuild } from '@millrace/cli/commands/plan/plan-build';
import { readBuildFacts } from '@millrace/cli/commands/plan/read-build-facts';
import { parsePipelineFile, planStages } from '@millrace/pipeline';
import { runScript, ScriptBudget } from '@millrace/scripts';
import { median, print } from './support/statistics.ts';

const rounds = 5;
const folder = process.argv[2] ?? 'e2e/pipelines';
const texts = readdirSync(folder)
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => readFileSync(join(folder, file), 'utf8'));
const good = texts.filter((text) =>
  parsePipelineFile(text).problems.every(({ severity }) => severity === 'warning'),
);
const builds = [
  { branch: 'master' },
  { event: 'pull_request', ref: 'refs/pull/42/head', branch: 'master' },
  { event: 'tag', ref: 'refs/tags/v1.2.3', branch: 'master' },
  { event: 'promote', target: 'production', branch: 'master' },
  { event: 'cron', cron: 'nightly', branch: 'master' },
].map((facts) => readBuildFacts(JSON.stringify({ ...facts, trusted: true })));

print(`${texts.length} files, ${texts.join('').length} characters, ${builds.length} builds each`);
await measure('read and check a file', texts.length, () => {
  for (const text of texts) parsePipelineFile(text);
});
await measure('the same, and the triggers of a build', texts.length * builds.length, () => {
  for (const text of texts) {
    for (const { event, branch, ref } of builds) {
      planStages(parsePipelineFile(text).pipelines, { event, branch, ref });
    }
  }
});
await measure('plan a build: every stage, every step', good.length * builds.length, () => {
  for (const text of good) for (const facts of builds) planBuild('.drone.yml', text, facts);
});
const program = `
  local Step(name, image='node') = { name: name, image: image, commands: [std.asciiUpper(name)] };
  [{ kind: 'pipeline', name: 'n' + v, steps: [Step('test', 'node:' + v)] } for v in std.range(1, 20)]`;
await measure('run a Jsonnet file of 20 pipelines', 50, async () => {
  const script = {
    language: 'jsonnet',
    file: 'a',
    source: program,
    build: {},
    params: {},
    repo: {},
  } as const;
  for (let run = 0; run < 50; run++) await runScript(script, new ScriptBudget());
});

async function measure(name: string, count: number, work: () => void | Promise<void>) {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const total = median(times);
  print(
    `${name}: ${(total / count).toFixed(2)} ms of CPU each, ${total.toFixed(0)} ms for ${count}`,
  );
}

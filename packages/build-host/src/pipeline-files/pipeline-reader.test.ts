import {
  type ConditionFacts,
  judgeFile,
  parsePipelineFile,
  readStageSteps,
} from '@millrace/pipeline';
import { hostileBranch, hostileFiles, hostileFilesOf } from '@millrace/pipeline/testing';
import { describe, expect, it } from 'vitest';
import { PipelineReader } from './pipeline-reader.ts';
import { runTask } from './pipeline-tasks.ts';
import { PipelineThread } from './pipeline-thread.ts';

const facts: ConditionFacts = { event: 'push', branch: 'main' };
const slow = hostileFiles['many more patterns'] ?? '';
const slowFacts = { ...facts, branch: hostileBranch };
const small = 'kind: pipeline\nname: a\nsteps: [{ name: b, image: c }]\n';

/** Counts iterations of the event loop until this is done. */
async function turnsDuring(done: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const settled = done
    .catch(() => {})
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await settled;
  return turns;
}

describe('a large file', () => {
  // Just large enough for the thread.
  const largeFiles: Record<string, string> = {
    ...hostileFilesOf(0.16),
    'template documents': hostileFilesOf(0.3)['template documents'] ?? '',
  };
  const reader = new PipelineReader();
  const files = Object.entries(largeFiles).filter(([, text]) => text !== slow);

  it.each(files)('with %s has the same result as on the main thread', async (_, text) => {
    expect(await reader.readStages('a/b', text, facts)).toEqual(
      judgeFile(parsePipelineFile(text), facts),
    );
    const input = { stage: 'a', values: { A: 'x' }, facts };
    const { file, triggered, included } = await reader.readStageSteps('a/b', text, input);
    const expected = readStageSteps(text, input);
    expect([file, ...included]).toEqual([expected.file, ...expected.included]);
    expect(file.pipelines.filter((pipeline) => triggered.has(pipeline)).length).toBe(
      expected.triggered.size,
    );
    // They are the same objects still, by which the runner tells them.
    const steps = file.pipelines.flatMap((pipeline) => pipeline.steps);
    expect(steps.filter((step) => included.has(step)).length).toBe(included.size);
  });

  it.each([
    ['findTemplateDocuments', 'template documents'],
    ['convertLegacyFile', 'the old format'],
    ['readSecrets', 'long texts behind aliases'],
  ] as const)('comes to the same by %s', async (name, file) => {
    const task = { name, input: [largeFiles[file] ?? ''] as [string] };
    expect(await reader.run('a/b', task)).toEqual(runTask(task));
  });

  it('is read while other work continues', async () => {
    const text = largeFiles['many commands'] ?? '';
    expect(await turnsDuring(reader.readStages('a/b', text, facts))).toBeGreaterThan(20);
  });

  it('is also detected by the cost of its patterns', async () => {
    const reader = new PipelineReader(new PipelineThread({ processorMs: 1 }));
    const text = hostileFiles['patterns of paths'] ?? '';
    expect(text.length).toBeLessThan(100_000);
    await expect(reader.readStages('a/b', text, slowFacts)).rejects.toThrow(
      'seconds of processor time',
    );
    expect((await reader.readStages('a/b', small, slowFacts)).stages).toHaveLength(1);
    const steps = hostileFiles['patterns of steps'] ?? '';
    const input = { stage: 'a', values: {}, facts: slowFacts };
    const planning = reader.readStageSteps('a/b', steps, input);
    await expect(planning).rejects.toThrow('seconds of processor time');
    const choosing = reader.readStageSteps('a/b', text, input);
    await expect(choosing).rejects.toThrow('seconds of processor time');
    const paths = Array(100_000).fill('a/path');
    const triggered = `${small}trigger: { paths: [docs/**, "*.md"] }\n`;
    const reading = reader.readStages('a/b', triggered, { ...facts, paths });
    await expect(reading).rejects.toThrow('seconds of processor time');
  });
});

describe('the thread', () => {
  const task = (text: string) => ({
    name: 'readStages' as const,
    input: [text, slowFacts] as [string, ConditionFacts],
  });

  it('limits the time for a file, and continues with the next in a new thread', async () => {
    const thread = new PipelineThread({ processorMs: 100 });
    const first = thread.run('a/b', task(slow));
    const second = thread.run('a/b', task(small));
    await expect(first).rejects.toThrow('the file needs more than 0.1 seconds of processor time');
    expect((await second).stages).toHaveLength(1);
  });

  it('limits the memory for a file, and continues with the next in a new thread', async () => {
    const thread = new PipelineThread({ memoryMb: 24 });
    const large = thread.run('a/b', task(hostileFiles['many commands'] ?? ''));
    await expect(large).rejects.toThrow('the file needs too much memory');
    expect((await thread.run('a/b', task(small))).stages).toHaveLength(1);
  });

  it('shares its time between repositories', async () => {
    const thread = new PipelineThread();
    const done: string[] = [];
    const run = (key: string, name: string) =>
      thread.run(key, task(small)).then(() => void done.push(name));
    const running = ['many 1', 'many 2', 'many 3'].map((name) => run('a/many', name));
    await Promise.all([...running, run('a/one', 'one')]);
    expect(done).toEqual(['many 1', 'many 2', 'one', 'many 3']);
  });
});

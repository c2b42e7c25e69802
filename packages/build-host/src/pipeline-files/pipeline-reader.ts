import {
  type ConditionFacts,
  conditionEffortOf,
  type JudgedFile,
  judgeFile,
  parsePipelineFile,
  type StageSteps,
  type StageStepsInput,
  selectStageSteps,
} from '@millrace/pipeline';
import { parsedFile } from './parsed-file.ts';
import { runTask, type Task, type TaskName, type TaskResult } from './pipeline-tasks.ts';
import { PipelineThread } from './pipeline-thread.ts';

/** Maximum length of a file that is parsed on the main thread. A longer one would block the event loop. */
const maxMainThreadLength = 100_000;
/** Tasks with a parser or writer that is ten times slower. */
const slowTasks: readonly TaskName[] = [
  'findIncludeDocuments',
  'findTemplateDocuments',
  'restrictPipelines',
  'writeExpanded',
  'writeScriptValue',
];
const maxMainThreadSlowLength = 5000;
/** Takes about 50 ms. */
const maxMainThreadEffort = 1_000_000;

/**
 * Reads pipeline files without blocking the event loop: large ones in a thread. `key` is the repository of
 * the file.
 */
export class PipelineReader {
  private readonly thread: PipelineThread;

  constructor(thread = new PipelineThread()) {
    this.thread = thread;
  }

  async run<Name extends TaskName>(key: string, task: Task<Name>): Promise<TaskResult<Name>> {
    const [text] = task.input;
    const isSlow = slowTasks.includes(task.name);
    const isQuick = text.length <= (isSlow ? maxMainThreadSlowLength : maxMainThreadLength);
    return isQuick ? runTask(task) : this.thread.run(key, task);
  }

  async readStages(key: string, text: string, facts: ConditionFacts): Promise<JudgedFile> {
    if (text.length <= maxMainThreadLength) {
      const file = parsedFile(text);
      const conditions = file.pipelines.flatMap(({ trigger, steps }) =>
        // The steps tell whether a build deploys to its target.
        facts.target ? [trigger, ...steps.map(({ when }) => when)] : [trigger],
      );
      if (conditionEffortOf(conditions, facts) <= maxMainThreadEffort)
        return judgeFile(file, facts);
    }
    return this.thread.run(key, { name: 'readStages', input: [text, facts] });
  }

  async readStageSteps(key: string, text: string, input: StageStepsInput): Promise<StageSteps> {
    if (text.length <= maxMainThreadLength) {
      const file = parsePipelineFile(text, { values: input.values });
      const conditions = file.pipelines
        .filter(({ name }) => name === input.stage)
        .flatMap(({ trigger, services, steps }) => [
          trigger,
          ...[...services, ...steps].map(({ when }) => when),
        ]);
      if (conditionEffortOf(conditions, input.facts) <= maxMainThreadEffort)
        return selectStageSteps(file, input);
    }
    return this.thread.run(key, { name: 'readStageSteps', input: [text, input] });
  }
}

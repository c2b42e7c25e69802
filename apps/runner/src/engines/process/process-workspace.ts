import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OutputSink, StepExit, StepSpec, Workspace } from '../engine.ts';
import { stepScriptText } from '../step-script.ts';
import { killMarked } from './kill-processes.ts';
import { removeTree } from './remove-tree.ts';
import { runStepProcess } from './step-process.ts';
import { workspacePrefix, workspaceVariable } from './workspace-marker.ts';

export async function createProcessWorkspace(
  workDir: string,
  stageId: number,
  killGraceMs: number,
): Promise<Workspace> {
  await mkdir(workDir, { recursive: true });
  const prefix = join(await realpath(workDir), `${workspacePrefix}${stageId}-`);
  const path = await mkdtemp(resolve(prefix));
  const workspace = new ProcessWorkspace(path, killGraceMs);
  await workspace.makeDirectories();
  return workspace;
}

class ProcessWorkspace implements Workspace {
  readonly sourceDir: string;
  private readonly path: string;
  private readonly home: string;
  private readonly temporary: string;
  private readonly killGraceMs: number;

  constructor(path: string, killGraceMs: number) {
    this.path = path;
    this.sourceDir = join(path, 'src');
    this.home = join(path, 'home');
    this.temporary = join(path, 'tmp');
    this.killGraceMs = killGraceMs;
  }

  async makeDirectories(): Promise<void> {
    for (const directory of [this.sourceDir, this.home, this.temporary]) {
      await mkdir(directory, { recursive: true });
    }
  }

  async writeHomeFiles(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(this.home, name), text, { mode: 0o600 });
    }
  }

  async runStep(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    onStarted?: () => void,
  ): Promise<StepExit> {
    // A step may have removed the directory that the next one starts in.
    await this.makeDirectories();
    const scriptPath = join(this.path, `step-${step.number}.sh`);
    await writeFile(scriptPath, stepScriptText(step.commands), { mode: 0o600 });
    return await runStepProcess(
      {
        scriptPath,
        directory: this.sourceDir,
        environment: this.environment(step),
        workspacePath: this.path,
        killGraceMs: this.killGraceMs,
      },
      output,
      signal,
      onStarted,
    );
  }

  async killLeftovers(): Promise<void> {
    await killMarked(this.path);
  }

  async remove(): Promise<void> {
    await removeTree(this.path);
  }

  /** Of the server's own environment only what a shell cannot do without. */
  private environment(step: StepSpec): Record<string, string> {
    const { PATH, LANG } = process.env;
    return {
      PATH: PATH ?? '/usr/local/bin:/usr/bin:/bin',
      ...(LANG === undefined ? {} : { LANG }),
      HOME: this.home,
      TMPDIR: this.temporary,
      ...step.environment,
      [workspaceVariable]: this.path,
    };
  }
}

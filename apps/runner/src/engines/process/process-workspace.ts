import { chmod, lchown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type {
  OutputSink,
  StepEvents,
  StepExit,
  StepSpec,
  Workspace,
  WorkspaceFiles,
} from '../engine.ts';
import { graceMsOf } from '../grace-period.ts';
import { outputVariables } from '../output-files.ts';
import { authorityFiles, authorityVariables } from '../own-authorities.ts';
import { proxyVariables } from '../proxy-variables.ts';
import { stepScriptText } from '../step-script.ts';
import { shellCommand, type Terminal, type TerminalSize, terminalName } from '../terminal.ts';
import { launcherText } from './launcher-script.ts';
import { MarkedProcesses } from './marked-processes.ts';
import { ProcessFiles } from './process-files.ts';
import { ProcessNamespace } from './process-namespace.ts';
import { ProcessTerminals } from './process-terminals.ts';
import { startPseudoTerminal } from './pseudo-terminal.ts';
import { readOutputFiles } from './read-output-files.ts';
import { removeTree } from './remove-tree.ts';
import { runShell } from './run-shell.ts';
import type { StageProcesses } from './stage-processes.ts';
import { needsLauncher, type StepIsolation } from './step-isolation.ts';
import { launcherPathOf, runStepProcess, stepCommand, variablesOf } from './step-process.ts';
import { terminalScript, workspacePrefix, workspaceVariable } from './workspace-marker.ts';

/**
 * Sets the mask of a login. The service of the runner may have a stricter one, for its own files, with which
 * sources and results would be unreadable for other accounts, in containers too.
 */
const usualUmask = 'umask 022\n';

export async function createProcessWorkspace(
  workDir: string,
  stageId: number,
  killGraceMs: number,
  isolation: StepIsolation = { account: undefined, view: undefined, hasNamespace: false },
): Promise<Workspace> {
  await mkdir(workDir, { recursive: true });
  const prefix = join(await realpath(workDir), `${workspacePrefix}${stageId}-`);
  const path = await mkdtemp(resolve(prefix));
  // The folders in it belong to the steps' account, the folder itself does not, so steps cannot replace its
  // entries.
  if (isolation.account) await chmod(path, 0o711);
  const workspace = new ProcessWorkspace(path, killGraceMs, isolation);
  await workspace.makeDirectories();
  await workspace.writeAuthorities();
  return workspace;
}

/** For a runner without a language: programs would take names and texts in UTF-8 for ASCII. */
const usualLanguage = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

class ProcessWorkspace implements Workspace {
  readonly sourceDir: string;
  private readonly path: string;
  private readonly home: string;
  private readonly temporary: string;
  /** Beside the workspace, so that no step can enter it or replace it by a link. */
  private readonly spoolDir: string;
  private readonly killGraceMs: number;
  private readonly runningSteps = new Set<StepSpec>();
  private readonly isolation: StepIsolation;
  private readonly processes: StageProcesses;
  private readonly terminals = new ProcessTerminals();

  constructor(path: string, killGraceMs: number, isolation: StepIsolation) {
    this.path = path;
    this.sourceDir = join(path, 'src');
    this.home = join(path, 'home');
    this.temporary = join(path, 'tmp');
    this.spoolDir = `${path}-files`;
    this.killGraceMs = killGraceMs;
    this.isolation = isolation;
    this.processes = createProcesses(path, isolation);
  }

  async makeDirectories(): Promise<void> {
    for (const directory of [this.sourceDir, this.home, this.temporary]) {
      const isNew = await mkdir(directory, { recursive: true });
      if (isNew === undefined) continue;
      // The volumes of containers get the modes of these folders, and images may have an account of their own.
      await chmod(directory, 0o755);
      await this.handOver(directory);
    }
  }

  /** Writes the files beside the folders of the steps, so that they last as long as the stage. */
  async writeAuthorities(): Promise<void> {
    for (const [name, text] of Object.entries(authorityFiles(this.path))) {
      await this.writeForStep(join(this.path, name), text);
    }
  }

  async writeHomeFiles(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.home, name);
      await this.writeForStep(path, text);
    }
  }

  async runStep(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    { onStarted, onReady, onEnded, hasOutputs }: StepEvents = {},
  ): Promise<StepExit> {
    // Recreates directories that an earlier step may have removed.
    await this.makeDirectories();
    await onReady?.(await this.openFiles());
    const scriptPath = join(this.path, `step-${step.number}.sh`);
    const outputFiles = hasOutputs ? await this.createOutputFiles(step) : undefined;
    const environment = { ...this.environment(step), ...outputFiles?.environment };
    await this.writeForStep(scriptPath, usualUmask + stepScriptText(step.commands));
    await this.writeLauncher(scriptPath, environment);
    this.runningSteps.add(step);
    const exit = await runStepProcess(
      {
        scriptPath,
        // The pipe is beside the workspace, so that no step can replace it by a link.
        pipePath: `${this.path}-${step.number}.out`,
        directory: this.sourceDir,
        environment,
        workspacePath: this.path,
        killGraceMs: () => this.longestGraceMs(),
        isolation: this.isolation,
        processes: this.processes,
      },
      output,
      signal,
      onStarted,
    ).finally(() => this.runningSteps.delete(step));
    if (exit.wasKilled) return exit;
    const outputs = outputFiles && (await readOutputFiles(outputFiles.paths));
    await onEnded?.(await this.openFiles(), exit, outputs);
    return exit;
  }

  /** The end of one step ends the processes of all, so none may have less time than it asks for. */
  private longestGraceMs(): number {
    return Math.max(...[...this.runningSteps].map((step) => graceMsOf(step, this.killGraceMs)));
  }

  async useFiles(
    _step: StepSpec,
    _output: OutputSink,
    signal: AbortSignal,
    use: (files: WorkspaceFiles) => Promise<void>,
  ): Promise<void> {
    signal.throwIfAborted();
    await this.makeDirectories();
    await use(await this.openFiles());
  }

  async openShell(step: StepSpec, signal: AbortSignal): Promise<void> {
    await this.makeDirectories();
    await runShell(this.sourceDir, this.environment(step), signal);
    // Jobs that the shell started have the variable of the workspace.
    await new MarkedProcesses(this.path).killAll();
  }

  openTerminal(step: StepSpec, size: TerminalSize, signal: AbortSignal): Promise<Terminal> {
    return this.terminals.add(signal, (number, ending) =>
      this.startTerminal(step, terminalScript(this.path, number), size, ending),
    );
  }

  /** Starts a shell. Its processes have a path of their own, so that those of steps and other terminals stay. */
  private async startTerminal(
    step: StepSpec,
    scriptPath: string,
    size: TerminalSize,
    signal: AbortSignal,
  ): Promise<Terminal> {
    await this.makeDirectories();
    const environment = {
      ...this.environment(step),
      TERM: terminalName,
      [workspaceVariable]: scriptPath,
    };
    await this.writeForStep(scriptPath, usualUmask + shellCommand);
    await this.writeLauncher(scriptPath, environment);
    const { isolation, sourceDir: directory } = this;
    const processes = createProcesses(scriptPath, isolation);
    const command = stepCommand({ scriptPath, workspacePath: this.path, directory, isolation });
    const start = await processes.terminalCommand(command, directory);
    try {
      const program = {
        ...start,
        directory,
        environment: variablesOf({ isolation, environment, workspacePath: scriptPath }),
        account: start.changesAccount ? undefined : isolation.account,
        killAll: () => processes.killAll(),
      };
      return await startPseudoTerminal(program, size, signal);
    } catch (error) {
      await processes.killAll();
      throw error;
    }
  }

  private async openFiles(): Promise<WorkspaceFiles> {
    const { sourceDir, spoolDir } = this;
    await mkdir(spoolDir, { recursive: true, mode: 0o700 });
    return new ProcessFiles({ sourceDir, spoolDir, account: this.isolation.account });
  }

  /** Creates the files beside the folders of the steps, so that no step can replace them by a link. */
  private async createOutputFiles({ number }: StepSpec) {
    const paths = {
      open: join(this.path, `step-${number}.output`),
      masked: join(this.path, `step-${number}.secret-output`),
    };
    for (const path of Object.values(paths)) await this.writeForStep(path, '');
    const environment = {
      [outputVariables.open]: paths.open,
      [outputVariables.masked]: paths.masked,
    };
    return { paths, environment };
  }

  private async writeLauncher(scriptPath: string, environment: Record<string, string>) {
    if (!needsLauncher(this.isolation)) return;
    const launcher = launcherPathOf(scriptPath);
    const text = launcherText(environment, { launcher, script: scriptPath });
    await this.writeForStep(launcher, text);
  }

  /** Writes a file for a step, but not through a link that an earlier step may have created. */
  private async writeForStep(path: string, text: string): Promise<void> {
    await rm(path, { recursive: true, force: true });
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    await this.handOver(path);
  }

  private async handOver(path: string): Promise<void> {
    const { account } = this.isolation;
    if (account) await lchown(path, account.uid, account.gid);
  }

  async killLeftovers(): Promise<void> {
    await this.terminals.end();
    await this.processes.killAll();
  }

  async remove(): Promise<void> {
    await removeTree(this.path);
    await removeTree(this.spoolDir);
  }

  /** Returns the variables of the server that a shell needs, and the settings for proxies and authorities. */
  private environment(step: StepSpec): Record<string, string> {
    const { PATH, LANG = usualLanguage } = process.env;
    return {
      PATH: PATH ?? '/usr/local/bin:/usr/bin:/bin',
      LANG,
      HOME: this.home,
      TMPDIR: this.temporary,
      ...proxyVariables(process.env),
      ...authorityVariables(this.path),
      ...step.environment,
      [workspaceVariable]: this.path,
    };
  }
}

/** Creates the group of the processes that get this path in their variable. */
function createProcesses(path: string, { hasNamespace, account }: StepIsolation): StageProcesses {
  return hasNamespace ? new ProcessNamespace(path, account) : new MarkedProcesses(path);
}

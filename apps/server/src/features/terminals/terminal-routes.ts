import { Readable } from 'node:stream';
import {
  closeTerminal,
  getTerminalRecording,
  getTerminalSettings,
  listKeptSteps,
  openTerminal,
  readTerminal,
  releaseKeptStep,
  updateTerminalSettings,
  writeTerminal,
} from '@millrace/contract/api';
import { terminalLimits } from '@millrace/contract/terminals';
import type { Core } from '../../core.ts';
import { addFacts, recordAs } from '../../db/recorded-change.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { User } from '../../domain/user.ts';
import { type ApiRoutes, requirePerson, StreamedAnswer } from '../../http/api-routes.ts';
import { AppError, badRequest, forbidden, notFound, TooManyError } from '../../shared/errors.ts';
import type { EndKeptSteps } from './end-kept-steps.ts';
import type { KeptStep, Terminal } from './kept-step.ts';
import { OutputStore } from './output-store.ts';
import { readRecording } from './recording.ts';
import { SettingsStore } from './settings-store.ts';
import { toKeptStepJson, toTerminalJson } from './terminal-mapper.ts';
import { TerminalStore } from './terminal-store.ts';
import { WaitForOutput } from './wait-for-output.ts';

/** Orders that a runner has not received yet, after which no input is accepted. */
const maxOrders = 1000;

interface Deps extends Pick<Core, 'db' | 'bus' | 'clock' | 'builds'> {
  ending: EndKeptSteps;
}

export function registerTerminalRoutes(routes: ApiRoutes, deps: Deps): void {
  const { db, bus, clock, builds, ending } = deps;
  const store = new TerminalStore(db);
  const output = new OutputStore(db);
  const outputs = new WaitForOutput(deps, routes.longPollMs);
  const requireKept = async (repoId: number, id: number): Promise<KeptStep> => {
    const kept = await store.findKept(id);
    if (kept?.repoId !== repoId) throw notFound();
    return kept;
  };
  const requireTerminal = async (repoId: number, id: number): Promise<Terminal> => {
    const terminal = await store.findTerminal(id);
    if (!terminal) throw notFound();
    await requireKept(repoId, terminal.keptId);
    return terminal;
  };
  const requireOwn = async (repoId: number, id: number, viewer: User | null) => {
    const terminal = await requireTerminal(repoId, id);
    if (terminal.userId !== viewer?.id) {
      throw forbidden('Only the person who opened the terminal may use it');
    }
    return terminal;
  };

  routes.repo(listKeptSteps, async ({ repo, params }) => {
    const build = await builds.findByNumber(repo.id, params.build);
    if (!build) throw notFound();
    const kept = await store.listOfBuild(build.id);
    const terminals = await store.listTerminals(kept.map(({ id }) => id));
    const of = Map.groupBy(terminals, ({ keptId }) => keptId);
    return kept.map((one) => toKeptStepJson(one, of.get(one.id) ?? []));
  });
  routes.repo(releaseKeptStep, async ({ repo, params }) => {
    const kept = await requireKept(repo.id, params.kept);
    if (kept.ended > 0) throw badRequest('The environment has already been removed');
    if (kept.isPause) recordAs('kept_step.continue');
    await ending.endKept(kept.id, { reason: 'released', nowSec: clock.nowSec() });
    return undefined;
  });
  routes.repo(openTerminal, async ({ repo, params, body, viewer }) => {
    const { id: userId, login } = requirePerson(viewer);
    const nowSec = clock.nowSec();
    const opened = await inTransaction(db, async (trx) => {
      const kept = await new TerminalStore(trx).findKept(params.kept);
      if (kept?.repoId !== repo.id) throw notFound();
      if (kept.ended > 0 || nowSec >= kept.until) {
        throw badRequest('The environment has already been removed');
      }
      const present = await new TerminalStore(trx).listTerminals([kept.id]);
      if (present.filter(({ ended }) => ended === 0).length >= terminalLimits.open) {
        throw badRequest(`There are already ${terminalLimits.open} open terminals`);
      }
      const terminal = await new TerminalStore(trx).addTerminal({
        ...{ keptId: kept.id, userId, login, created: nowSec, seen: nowSec },
        ...{ width: body.columns, height: body.rows, inputs: 0, outputBytes: 0 },
        ...{ ended: 0, endReason: '', exitCode: null, error: '' },
      });
      await new TerminalStore(trx).addOrder(terminal, { kind: 'open', ...body });
      // The call names its environment alone, and the call that closes it the terminal.
      addFacts({ terminal: terminal.id });
      return terminal;
    });
    bus.publish('terminalOrdered', { keptId: opened.keptId });
    return toTerminalJson(opened);
  });
  routes.repo(readTerminal, async ({ repo, params, query, viewer, closed }) => {
    const terminal = await requireOwn(repo.id, params.terminal, viewer);
    return await outputs.read(terminal, Number(query.from ?? 0), closed);
  });
  routes.repo(writeTerminal, async ({ repo, params, body, viewer }) => {
    const terminal = await requireOwn(repo.id, params.terminal, viewer);
    const { number, data, size } = body;
    if (terminal.ended > 0) throw badRequest('The terminal has ended');
    if (number <= terminal.inputs) return undefined;
    if ((await store.countOrders(terminal.keptId)) >= maxOrders) {
      throw new TooManyError('The runner does not take the input. Please try again.', 5);
    }
    await inTransaction(db, async (trx) => {
      const own = new TerminalStore(trx);
      if (!(await own.takeInput(terminal.id, number))) {
        throw new AppError(409, 'The input does not follow the last one');
      }
      if (size) await own.addOrder(terminal, { kind: 'resize', ...size });
      if (data) await own.addOrder(terminal, { kind: 'input', data });
    });
    bus.publish('terminalOrdered', { keptId: terminal.keptId });
    return undefined;
  });
  routes.repo(closeTerminal, async ({ repo, params }) => {
    const terminal = await requireTerminal(repo.id, params.terminal);
    if (terminal.ended > 0) throw badRequest('The terminal has ended');
    await ending.endTerminal(terminal, { reason: 'closed', nowSec: clock.nowSec() });
    return undefined;
  });
  routes.repo(getTerminalRecording, async ({ repo, params }) => {
    const terminal = await requireTerminal(repo.id, params.terminal);
    const body = Readable.from(readRecording(output, terminal), { objectMode: false });
    return new StreamedAnswer(body, {
      'content-type': 'application/x-asciicast',
      'content-disposition': `attachment; filename="terminal-${terminal.id}.cast"`,
    });
  });
  routes.repo(getTerminalSettings, async ({ repo }) => ({
    keep_failed: await new SettingsStore(db).keepsFailed(repo.id),
  }));
  routes.repo(updateTerminalSettings, async ({ repo, body }) => {
    const keep_failed = await inTransaction(db, async (trx) => {
      const settings = new SettingsStore(trx);
      const keeps = body.keep_failed ?? (await settings.keepsFailed(repo.id));
      await settings.put(repo.id, keeps);
      return keeps;
    });
    return { keep_failed };
  });
}

import { Readable } from 'node:stream';
import {
  closeTerminal,
  connectTerminal,
  getTerminalRecording,
  getTerminalSettings,
  listKeptSteps,
  openTerminal,
  readTerminal,
  releaseKeptStep,
  updateTerminalSettings,
  writeTerminal,
} from '@millrace/contract/api';
import { badRequest, forbidden, notFound } from '@millrace/contract/api-errors';
import { endpointOf } from '@millrace/contract/endpoints';
import { terminalLimits } from '@millrace/contract/terminals';
import type { Core } from '../../core.ts';
import { addFacts, recordAs } from '../../db/recorded-change.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { User, Viewer } from '../../domain/user.ts';
import {
  type ApiRoutes,
  requirePerson,
  requireRepo,
  StreamedAnswer,
} from '../../http/api-routes.ts';
import type { OpenSockets } from '../../http/open-sockets.ts';
import { requireUpgrade } from '../../http/sockets.ts';
import type { EndKeptSteps } from './end-kept-steps.ts';
import type { InputSender } from './input-sender.ts';
import type { KeptStep, Terminal } from './kept-step.ts';
import { OutputReader } from './output-reader.ts';
import { OutputStore } from './output-store.ts';
import { readRecording } from './recording.ts';
import { SettingsStore } from './settings-store.ts';
import { toKeptStepJson, toTerminalJson } from './terminal-mapper.ts';
import { TerminalSocket } from './terminal-socket.ts';
import { TerminalStore } from './terminal-store.ts';

/** Size of a message of a page: an input in base64, with the names of its fields. */
const maxMessageBytes = 2 * terminalLimits.inputBytes;

interface Deps extends Pick<Core, 'authority' | 'db' | 'bus' | 'clock' | 'logger' | 'builds'> {
  ending: EndKeptSteps;
  inputs: InputSender;
  sockets: OpenSockets;
}

export function registerTerminalRoutes(routes: ApiRoutes, deps: Deps): void {
  const { authority, db, bus, clock, builds, ending, inputs, sockets } = deps;
  const store = new TerminalStore(db);
  const output = new OutputStore(db);
  const outputOf = (terminal: Terminal, from = '0') =>
    new OutputReader({ ...deps, longPollMs: routes.longPollMs }, terminal, Number(from));
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
    if (kept.ended > 0) throw badRequest('The environment has already been removed', 'wrong_state');
    if (kept.isPause) recordAs('kept_step.continue');
    await ending.endKept(kept.id, { reason: 'released', nowSec: clock.nowSec() });
    return undefined;
  });
  routes.repo(openTerminal, async ({ repo, params, body, viewer }) => {
    const { id: userId, login, tokenLimits }: Viewer = requirePerson(viewer);
    const nowSec = clock.nowSec();
    const opened = await inTransaction(db, async (trx) => {
      const kept = await new TerminalStore(trx).findKept(params.kept);
      if (kept?.repoId !== repo.id) throw notFound();
      if (kept.ended > 0 || nowSec >= kept.until) {
        throw badRequest('The environment has already been removed', 'wrong_state');
      }
      const present = await new TerminalStore(trx).listTerminals([kept.id]);
      if (present.filter(({ ended }) => ended === 0).length >= terminalLimits.open) {
        throw badRequest(
          `There are already ${terminalLimits.open} open terminals`,
          'limit_reached',
        );
      }
      const terminal = await new TerminalStore(trx).addTerminal({
        keptId: kept.id,
        userId,
        tokenId: tokenLimits?.id ?? null,
        login,
        created: nowSec,
        seen: nowSec,
        width: body.columns,
        height: body.rows,
        outputBytes: 0,
        ended: 0,
        endReason: '',
        exitCode: null,
        error: '',
      });
      // The call names its environment alone, and the call that closes it the terminal.
      addFacts({ terminal: terminal.id });
      return terminal;
    });
    bus.publish('terminalOrdered', { keptId: opened.keptId });
    return toTerminalJson(opened);
  });
  routes.repo(readTerminal, async ({ repo, params, query, viewer, closed }) => {
    const terminal = await requireOwn(repo.id, params.terminal, viewer);
    const reader = outputOf(terminal, query.from);
    return await reader.next(closed).finally(() => reader.end());
  });
  routes.repo(writeTerminal, async ({ repo, params, body, viewer }) => {
    const terminal = await requireOwn(repo.id, params.terminal, viewer);
    await inputs.send(terminal, body);
    return undefined;
  });
  routes.repo(connectTerminal, async ({ repo, params, query, viewer, request }) => {
    requireUpgrade(request);
    const terminal = await requireOwn(repo.id, params.terminal, viewer);
    const { id: userId, tokenLimits }: Viewer = requirePerson(viewer);
    const endpoint = endpointOf(connectTerminal);
    const options = {
      terminal,
      expires: tokenLimits?.expires ?? 0,
      check: async () => {
        const now = await authority.findViewer(request);
        const { repo: same } = await requireRepo(authority, now, params, endpoint);
        await requireOwn(same.id, terminal.id, now);
      },
    };
    return sockets.answer(request, {
      userId,
      maxBytes: maxMessageBytes,
      onOpen: (socket) => {
        const output = outputOf(terminal, query.from);
        void new TerminalSocket(socket, { ...options, output }, deps);
      },
    });
  });
  routes.repo(closeTerminal, async ({ repo, params }) => {
    const terminal = await requireTerminal(repo.id, params.terminal);
    if (terminal.ended > 0) throw badRequest('The terminal has ended', 'wrong_state');
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

import { AppError } from '@millrace/contract/api-errors';
import { isReservedName } from '@millrace/contract/reserved-names';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GitLimits } from '../../config/git-limits.ts';
import type { Contributed } from '../../contributions.ts';
import { readerOf } from '../../domain/reader.ts';
import type { Viewer } from '../../domain/user.ts';
import type { BuiltinForge } from '../../forges/builtin/builtin-forge.ts';
import { type ClonePasswords, cloneLogin } from '../../forges/builtin/clone-credentials.ts';
import { type GitRefusal, isKnownCoding } from '../../forges/builtin/git-body.ts';
import { serveGit } from '../../forges/builtin/git-http-backend.ts';
import { pushLogin, writePushingStep } from '../../forges/builtin/push-credentials.ts';
import { writePusher } from '../../forges/builtin/push-spool.ts';
import { isRepoName, type RepositoryFiles } from '../../forges/builtin/repository-files.ts';
import { addressKey } from '../../shared/address-key.ts';
import { askAll } from '../../shared/ask.ts';
import { CallerSlots, NoSlotError, type Caller as SlotCaller } from '../../shared/caller-slots.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { GitHost } from './git-host.ts';
import { judgeBuild } from './judge-build.ts';
import type { StepPush, StepPushes } from './step-pushes.ts';

interface Deps {
  host: GitHost;
  files: RepositoryFiles;
  clonePasswords: ClonePasswords;
  forge: BuiltinForge;
  limits: GitLimits;
  stepPushes: Pick<StepPushes, 'judge'>;
  contributed: Pick<Contributed, 'refuseChanges' | 'refuseStorage'>;
}
/** `slots` are shared by all git requests. */
type Hosting = Deps & { slots: CallerSlots };

type GitParams = { namespace: string; repository: string };
type Caller = { user: Viewer | null; login: string; clonePassword: string; pushPassword?: string };

/** Value of Retry-After if no slot is free. */
const retryAfterSec = 10;

const packTypes = [
  'application/x-git-upload-pack-request',
  'application/x-git-receive-pack-request',
];

/** Serves git over HTTP at `/git/{namespace}/{name}.git`, with Basic authentication. */
export function registerGitRoutes(app: FastifyInstance, deps: Deps): void {
  const hosting = { ...deps, slots: new CallerSlots(deps.limits) };
  app.addHook('preClose', () => hosting.slots.close());
  app.register(async (scope) => {
    // git reads the body itself: it can be larger than memory.
    scope.addContentTypeParser(packTypes, (_request, _payload, done) => done(null));
    const base = '/git/:namespace/:repository';
    scope.get(`${base}/info/refs`, (request, reply) => {
      const { service } = request.query as { service?: string };
      return answer(hosting, request, reply, 'info/refs', service === 'git-receive-pack');
    });
    scope.post(`${base}/git-upload-pack`, (request, reply) =>
      answer(hosting, request, reply, 'git-upload-pack', false),
    );
    scope.post(`${base}/git-receive-pack`, (request, reply) =>
      answer(hosting, request, reply, 'git-receive-pack', true),
    );
  });
}

async function answer(
  hosting: Hosting,
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
  isPush: boolean,
): Promise<FastifyReply> {
  const { namespace, name } = await findRepoName(hosting, request.params as GitParams);
  const caller = await readCaller(hosting, request);
  if (!caller) return askForCredentials(reply, 'Wrong login, password or token');
  const asBuild = caller.clonePassword
    ? await judgeBuild(hosting, caller.clonePassword, namespace, name)
    : null;
  const push = isPush ? await judgePush(hosting, caller, namespace, name) : null;
  const refusal = push
    ? push.refusal
    : asBuild
      ? asBuild.refusal
      : await refuseRead(hosting, caller, namespace, name);
  if (refusal) {
    const isGuest = !caller.user && !caller.clonePassword && !caller.pushPassword;
    return isGuest ? askForCredentials(reply, 'Sign in first') : refuse(reply, refusal);
  }
  if (!isKnownCoding(request)) {
    return refuse(reply, { status: 415, message: 'The only supported content encoding is gzip' });
  }
  const evicted = new AbortController();
  const slot =
    asBuild?.isGranted || push?.ofStep
      ? slotOfBuild(`${namespace}/${name}`)
      : { account: caller.user?.login ?? null, address: addressKey(request.ip) };
  const release = await acquireSlot(hosting, request, reply, slot, evicted);
  if (!release) return refuseBusy(reply);
  reply.hijack();
  const repoUrl = hosting.forge.repoUrl({ namespace, name });
  const pushId = hosting.forge.beginPush();
  try {
    const report = await serveGit(request, reply, {
      projectRoot: hosting.files.root,
      path: `/${namespace}/${name}.git/${action}`,
      user: caller.login,
      env: {
        MILLRACE_SENDER: push?.ofStep
          ? writePushingStep(push.ofStep.build.number, push.ofStep.name)
          : writePusher(caller.login, caller.user && readerOf(caller.user)),
        // Always set, so that the environment of the server cannot restrict people.
        MILLRACE_PUSH_REFS: push?.ofStep?.refs.join('\n') ?? '',
        MILLRACE_PUSH_BUILDS: push?.ofStep?.startsBuilds === false ? 'no' : '',
        MILLRACE_REPO_URL: repoUrl,
        MILLRACE_PUSH_ID: pushId,
      },
      isPush: action === 'git-receive-pack',
      limits: hosting.limits,
      stopping: AbortSignal.any([hosting.slots.stopping, evicted.signal]),
    });
    // Extensions may take a minute to answer about the builds of a push.
    release();
    if (report) {
      // A confirmed push must be processed even if no other push follows.
      const receive = () => hosting.forge.receivePushes({ namespace, name });
      await whileBusy(receive, hosting.slots.stopping);
      const hasBuilds = hosting.forge.endPush(pushId);
      if (!reply.raw.destroyed) {
        reply.raw.write(report.end(hasBuilds ? `See the builds at ${repoUrl}` : null));
      }
    }
  } finally {
    hosting.forge.endPush(pushId);
    release();
    reply.raw.end();
    endUnsent(request, hosting.limits.stallMs);
  }
  return reply;
}

/** Returns namespace and name as they are stored. Their case does not matter in URLs. */
async function findRepoName({ host }: Deps, params: GitParams) {
  const name = params.repository.replace(/\.git$/, '');
  const namespace = await host.findNamespace(params.namespace);
  const access = await host.findAccess(null, namespace, name);
  return access
    ? { namespace: access.repo.namespace, name: access.repo.name }
    : { namespace, name };
}

/**
 * Closes the connection of a client that is still sending after some time. The delay is needed because
 * clients read the answer only after they have sent their request.
 */
function endUnsent({ raw }: FastifyRequest, delayMs: number): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), delayMs);
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Returns the slot key of a clone or push by a build. Only the repository counts, because all builds on a runner
 * share one address.
 */
function slotOfBuild(slug: string): SlotCaller {
  return { account: `${cloneLogin} ${slug}`, address: null };
}

/**
 * Acquires a slot. Returns null if none becomes free in time.
 *
 * @param evicted aborts if the request of a guest must free its slot for others
 */
async function acquireSlot(
  { slots }: Hosting,
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  slot: SlotCaller,
  evicted: AbortController,
): Promise<(() => void) | null> {
  const countBytes = () => socket.bytesRead + socket.bytesWritten - socket.writableLength;
  const before = countBytes();
  const holder = { countBytes: () => countBytes() - before, end: () => evicted.abort() };
  const gone = new AbortController();
  const leave = () => gone.abort();
  reply.raw.once('close', leave);
  try {
    return await slots.take(slot, gone.signal, slot.account === null ? holder : undefined);
  } catch (error) {
    if (error instanceof NoSlotError) return null;
    throw error;
  } finally {
    reply.raw.off('close', leave);
  }
}

/**
 * Returns the caller, with user null for a guest without credentials. Returns null if the credentials are
 * wrong.
 */
async function readCaller(deps: Deps, request: FastifyRequest): Promise<Caller | null> {
  const [scheme, encoded] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'basic' || !encoded) {
    return { user: null, login: '', clonePassword: '' };
  }
  const [login = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const secret = rest.join(':');
  if (login === cloneLogin) return { user: null, login, clonePassword: secret };
  if (login === pushLogin) return { user: null, login, clonePassword: '', pushPassword: secret };
  const user = await deps.host.authenticate(login, secret, request.ip);
  return user && { user, login: user.login, clonePassword: '' };
}

type Refusal = GitRefusal | null;

async function refuseRead(
  deps: Deps,
  { user }: Caller,
  namespace: string,
  name: string,
): Promise<Refusal> {
  const access = await deps.host.findAccess(user, namespace, name);
  if (access?.permissions.read) return null;
  return { status: 404, message: `There is no repository ${namespace}/${name}` };
}

/** Decides whether a person or a step may push. */
async function judgePush(
  deps: Hosting,
  caller: Caller,
  namespace: string,
  name: string,
): Promise<{ refusal: Refusal; ofStep?: StepPush }> {
  if (!caller.pushPassword) return { refusal: await refusePush(deps, caller, namespace, name) };
  const judged = await deps.stepPushes.judge(caller.pushPassword, `${namespace}/${name}`);
  if ('refusal' in judged) return { refusal: { status: 403, message: judged.refusal } };
  return { refusal: null, ofStep: judged };
}

async function refusePush(
  deps: Deps,
  { user }: Caller,
  namespace: string,
  name: string,
): Promise<Refusal> {
  const slug = `${namespace}/${name}`;
  if (!user) return { status: 403, message: 'Sign in to push' };
  const access = await deps.host.findAccess(user, namespace, name);
  if (access?.permissions.write) return await refuseChange(deps, access.repo.id);
  if (access?.permissions.read) {
    return { status: 403, message: `You need write permission for ${slug}` };
  }
  if (!(await deps.host.mayCreate(user, namespace))) {
    return { status: 403, message: `You may not create repositories in ${namespace}` };
  }
  if (access) return { status: 404, message: `There is no repository ${slug}` };
  if (user.tokenLimits && (user.tokenLimits.scope !== 'admin' || user.tokenLimits.repoId)) {
    return { status: 403, message: 'This access token cannot create repositories' };
  }
  if (!isRepoName(namespace) || !isRepoName(name)) {
    return { status: 400, message: `${slug} is not a valid repository name` };
  }
  if (isReservedName(namespace) && namespace !== user.login) {
    return { status: 400, message: `${namespace} is an address of this server` };
  }
  const refusal = await refuseChange(deps);
  if (!refusal) await deps.host.addRepo(user, namespace, name);
  return refusal;
}

/** Steps may still push: running builds go on while the server is read-only. */
async function refuseChange({ contributed }: Deps, repoId?: number): Promise<Refusal> {
  try {
    await askAll(contributed.refuseChanges);
    if (repoId) await askAll(contributed.refuseStorage, repoId);
    return null;
  } catch (error) {
    if (error instanceof AppError) return { status: error.status, message: error.message };
    throw error;
  }
}

function refuse(reply: FastifyReply, refusal: GitRefusal): FastifyReply {
  return reply.code(refusal.status).type('text/plain; charset=utf-8').send(`${refusal.message}\n`);
}

function refuseBusy(reply: FastifyReply): FastifyReply {
  reply.header('retry-after', String(retryAfterSec));
  return refuse(reply, {
    status: 503,
    message: 'Too many git requests, try again later',
  });
}

function askForCredentials(reply: FastifyReply, message: string): FastifyReply {
  reply.header('www-authenticate', 'Basic realm="Millrace", charset="UTF-8"');
  return refuse(reply, { status: 401, message });
}

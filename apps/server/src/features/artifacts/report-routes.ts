import { openReport } from '@millrace/contract/api';
import { AppError, missing } from '@millrace/contract/api-errors';
import { findArtifactPreview } from '@millrace/contract/artifact-preview';
import { encodePath } from '@millrace/contract/encode-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserStore } from '../../accounts/user-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { User } from '../../domain/user.ts';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import { closeOf } from '../../http/call-signals.ts';
import type { Downloads } from '../../http/downloads.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { answerFile, answerPage, dispositionOf, typeOfFile } from './artifact-answer.ts';
import type { ArtifactService } from './artifact-service.ts';
import { findReportFile, type ReportFile } from './report-files.ts';
import { headersWithoutReports, reportHeaders } from './report-headers.ts';
import { listingPage } from './report-listing.ts';
import type { ReportTokens } from './report-tokens.ts';

interface Deps {
  artifacts: ArtifactService;
  artifactStore: ObjectStore;
  downloads: Downloads;
  publicUrl: () => string;
  repoAccess: Pick<RepoAccessStore, 'accessTo'>;
  repos: Pick<RepoStore, 'findById'>;
  stages: Pick<StageStore, 'findStepId'>;
  tokens: ReportTokens;
  userStore: Pick<UserStore, 'findById'>;
}

interface ReportCall {
  Params: { token: string; '*'?: string };
}

/** Serves artifacts as pages with their scripts, at addresses that give access to the artifacts of one step. */
export function registerReportRoutes(app: FastifyInstance, api: ApiRoutes, deps: Deps): void {
  const { artifacts, artifactStore, downloads, publicUrl, stages, tokens } = deps;

  api.repo(openReport, async ({ repo, params, query, viewer }) => {
    const stepId = await stages.findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    const { path = '' } = query;
    const found = stepId && (await findReportFile(artifacts, stepId, path));
    if (!found) throw missing();
    const token = tokens.create({ stepId, viewerId: viewer?.id ?? null });
    const slash = found.kind === 'moved' ? '/' : '';
    return redirect(`/reports/${token}/${encodePath(path)}${slash}`);
  });

  // Errors have these headers too.
  const setHeaders = async (request: FastifyRequest<ReportCall>, reply: FastifyReply) => {
    const { host, params } = request;
    reply.headers(reportHeaders({ token: params.token, host, publicUrl: publicUrl() }));
    for (const name of headersWithoutReports) reply.removeHeader(name);
  };
  const serve = async (request: FastifyRequest<ReportCall>, reply: FastifyReply) => {
    const { stepId, viewer } = await requireAccess(deps, request.params.token);
    await downloads.begin({ viewer, request, closed: closeOf(reply) });
    const path = pathOf(request);
    const found = await findReportFile(artifacts, stepId, path);
    if (!found) throw missing();
    const { status, headers, body } = await answer(found, path, request);
    return reply.code(status).headers(headers).send(body);
  };
  const answer = async (found: ReportFile, path: string, request: FastifyRequest) => {
    if (found.kind === 'moved') return redirectToFolder(request);
    if (found.kind === 'folder') return answerListing(listingPage(path, found.entries));
    const { file } = found;
    const answerIt = typeOfFile(file.path) === 'text/html' ? answerPage : answerFile;
    return await answerIt(artifactStore, file, request.headers, headersOf(file.path));
  };
  // The wildcard does not match an empty path.
  for (const url of ['/reports/:token', '/reports/:token/*']) {
    app.get<ReportCall>(url, { onRequest: setHeaders }, serve);
  }
}

/**
 * Checks a token and what its account may do now.
 *
 * @throws AppError if the address is invalid or expired, or its account may no longer read the repository
 */
async function requireAccess(
  { artifacts, repoAccess, repos, tokens, userStore }: Deps,
  token: string,
): Promise<{ stepId: number; viewer: User | null }> {
  const granted = tokens.read(token);
  if (!granted) throw missing();
  const { stepId, viewerId, isExpired } = granted;
  if (isExpired) {
    throw new AppError(
      410,
      'The address of this report has expired. Open it on the page of its build',
    );
  }
  const viewer = viewerId === null ? null : await userStore.findById(viewerId);
  if (viewer === undefined || viewer?.active === false || viewer?.accessEnded) throw missing();
  const repoId = await artifacts.findRepoOfStep(stepId);
  const repo = repoId && (await repos.findById(repoId));
  if (!repo) throw missing();
  const { permissions } = await repoAccess.accessTo(repo, viewer);
  if (!permissions.read) throw missing();
  return { stepId, viewer };
}

/** Returns the path below the address of the report, with the slash at its end that the router removes. */
function pathOf({ params, url }: FastifyRequest<ReportCall>): string {
  const { '*': path = '' } = params;
  return path !== '' && url.split('?', 1)[0]?.endsWith('/') ? `${path}/` : path;
}

function headersOf(path: string): Record<string, string> {
  const type = typeOfFile(path);
  const isText = type.startsWith('text/');
  return {
    'content-type': isText ? `${type}; charset=utf-8` : type,
    'content-disposition': dispositionOf(path, isShown(type) ? 'inline' : 'attachment'),
  };
}

/** Browsers show nothing of other types in a sandbox, for example PDF. Parts of a page load with any disposition. */
function isShown(type: string): boolean {
  return findArtifactPreview(type) !== undefined || /^(audio|video)\//.test(type);
}

function answerListing(page: string): StreamedAnswer {
  return new StreamedAnswer(Buffer.from(page), { 'content-type': 'text/html; charset=utf-8' });
}

/** Relative links in a folder need the slash at the end of its address. */
function redirectToFolder({ url }: FastifyRequest): StreamedAnswer {
  const [address = '', query = ''] = url.split(/(?=\?)/, 2);
  return redirect(`./${address.slice(address.lastIndexOf('/') + 1)}/${query}`);
}

function redirect(location: string): StreamedAnswer {
  return new StreamedAnswer(Buffer.alloc(0), { location }, 302);
}

import { Readable } from 'node:stream';
import { createCard, deleteCard, getCard, getCardTemplate } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Repo } from '../../domain/repo.ts';
import { type ApiRoutes, JsonText } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import type { CardService } from './card-service.ts';

export function registerCardRoutes(
  routes: ApiRoutes,
  cards: CardService,
  stages: Pick<StageStore, 'findStepId'>,
): void {
  const requireStepId = async (
    repo: Repo,
    params: { build: number; stage: number; step: number },
    query: { attempt?: string | undefined } = {},
  ): Promise<number> => {
    const id = await stages.findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    if (id === undefined) throw missing();
    return id;
  };

  routes.repo(getCard, async ({ repo, params, query }) =>
    Readable.from([await cards.require(await requireStepId(repo, params, query))]),
  );
  routes.repo(getCardTemplate, async ({ repo, params, query }) => {
    const stepId = await requireStepId(repo, params, query);
    return new JsonText(await cards.requireTemplate(stepId, repo.slug));
  });
  routes.repo(createCard, async ({ repo, params, body }) => {
    await cards.set(await requireStepId(repo, params), body);
    return undefined;
  });
  routes.repo(deleteCard, async ({ repo, params }) => {
    await cards.delete(await requireStepId(repo, params));
    return undefined;
  });
}

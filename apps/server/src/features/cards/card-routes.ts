import { Readable } from 'node:stream';
import { createCard, deleteCard, getCard, getCardTemplate } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { Repo } from '../../domain/repo.ts';
import { type ApiRoutes, JsonText } from '../../http/api-routes.ts';
import { notFound } from '../../shared/errors.ts';
import type { CardService } from './card-service.ts';

type FindStepId = (
  repoId: number,
  build: number,
  stage: number,
  step: number,
) => Promise<number | undefined>;

export function registerCardRoutes(
  routes: ApiRoutes,
  cards: CardService,
  findStepId: FindStepId,
): void {
  const requireStepId = async (
    repo: Repo,
    { build, stage, step }: { build: number; stage: number; step: number },
  ): Promise<number> => {
    const id = await findStepId(repo.id, build, stage, step);
    if (id === undefined) throw notFound(errorMessages.noRows);
    return id;
  };

  routes.repo(getCard, async ({ repo, params }) =>
    Readable.from([await cards.require(await requireStepId(repo, params))]),
  );
  routes.repo(getCardTemplate, async ({ repo, params }) => {
    const stepId = await requireStepId(repo, params);
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

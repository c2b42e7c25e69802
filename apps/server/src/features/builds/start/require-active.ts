import type { Repo } from '../../../domain/repo.ts';
import { badRequest } from '../../../shared/errors.ts';

export function requireActive(repo: Repo): void {
  if (!repo.active) throw badRequest('This repository is not active', 'wrong_state');
}

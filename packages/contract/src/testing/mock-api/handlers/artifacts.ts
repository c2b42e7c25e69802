import {
  deleteArtifact,
  deleteArtifacts,
  getArtifact,
  getArtifactLimits,
  listArtifacts,
} from '../../../api/index.ts';
import { on } from './on.ts';

/** Artifacts and their quotas. */
export const artifactHandlers = [
  on(listArtifacts, ({ state }) => state.artifacts),
  on(getArtifact, () => 'text'),
  on(getArtifactLimits, ({ state }) => state.artifactLimits),
  on(deleteArtifact, ({ state, params }) => {
    state.artifacts = state.artifacts.filter(({ path }) => path !== params['*']);
  }),
  on(deleteArtifacts, ({ state }) => {
    state.artifacts = [];
  }),
];

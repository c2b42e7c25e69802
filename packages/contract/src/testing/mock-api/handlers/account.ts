import {
  changePassword,
  createAccessToken,
  createToken,
  createUserToken,
  deleteAccessToken,
  deleteUserToken,
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  getCurrentUser,
  listAccessTokens,
  listDefaultBranches,
  listSessions,
  listUserRepos,
  listUserSessions,
  listUserTokens,
  listVisibleRepos,
  type NewAccessToken,
  type Session,
  syncUserRepos,
  updateCurrentUser,
} from '../../../api/index.ts';
import type { MockState } from '../mock-state.ts';
import { signedIn } from './change-state.ts';
import { on } from './on.ts';

/** The viewer: profile, token, password and repositories. */
export const accountHandlers = [
  on(getCurrentUser, ({ state }) => signedIn(state)),
  on(updateCurrentUser, ({ state, body }) => {
    state.user = { ...signedIn(state), email: body.email ?? '' };
    return state.user;
  }),
  on(createToken, ({ state, query }) => {
    if (query.rotate === 'true') state.token = `${state.token}-renewed`;
    return { ...signedIn(state), token: state.token };
  }),
  on(listAccessTokens, ({ state }) => state.accessTokens),
  on(createAccessToken, ({ state, body }) => addToken(state, body)),
  on(deleteAccessToken, ({ state, params }) => removeToken(state, params.token)),
  on(listUserTokens, ({ state }) => state.accessTokens),
  on(createUserToken, ({ state, body }) => addToken(state, body)),
  on(deleteUserToken, ({ state, params }) => removeToken(state, params.token)),
  on(listSessions, ({ state }) => state.sessions),
  on(endSession, ({ state, params }) => endSessions(state, ({ id }) => id === params.session)),
  on(endOtherSessions, ({ state }) => endSessions(state, ({ current }) => !current)),
  on(listUserSessions, ({ state }) => state.sessions),
  on(endUserSession, ({ state, params }) => endSessions(state, ({ id }) => id === params.session)),
  on(endUserSessions, ({ state }) => endSessions(state, () => true)),
  on(changePassword, () => {}),
  on(listUserRepos, ({ state }) => state.repos),
  on(listVisibleRepos, ({ state, query }) =>
    state.visibleRepos.filter(({ slug }) => slug.includes(query.q ?? '')),
  ),
  on(listDefaultBranches, ({ state }) => state.defaultBranches),
  on(syncUserRepos, ({ state }) => {
    state.user = { ...signedIn(state), syncing: true };
    return null;
  }),
];

function addToken(state: MockState, { name, scope, repo = null, expires = 0 }: NewAccessToken) {
  const id = state.accessTokens.length + 1;
  const token = { id, name, scope, repo, created: 1_700_000_000, expires, last_used: 0 };
  state.accessTokens = [token, ...state.accessTokens];
  return { ...token, token: `mlr_${name}` };
}

function removeToken(state: MockState, id: string): void {
  state.accessTokens = state.accessTokens.filter((token) => token.id !== Number(id));
}

function endSessions(state: MockState, isEnded: (session: Session) => boolean): void {
  state.sessions = state.sessions.filter((session) => !isEnded(session));
}

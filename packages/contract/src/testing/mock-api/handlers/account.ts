import {
  changePassword,
  createToken,
  getCurrentUser,
  listUserRepos,
  syncUserRepos,
  updateCurrentUser,
} from '../../../api/index.ts';
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
  on(changePassword, () => {}),
  on(listUserRepos, ({ state }) => state.repos),
  on(syncUserRepos, ({ state }) => {
    state.user = { ...signedIn(state), syncing: true };
    return null;
  }),
];

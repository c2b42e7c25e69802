import {
  createUser,
  deleteUser,
  getHoldings,
  listUsers,
  resetUserPassword,
  rotateUserToken,
  updateUser,
} from '../../../api/index.ts';
import { sampleUser } from '../../samples.ts';
import type { MockState } from '../mock-state.ts';
import { notFound } from '../refusal.ts';
import { on } from './on.ts';

function findUser(state: MockState, login: string) {
  const user = state.users.find((candidate) => candidate.login === login);
  if (!user) throw notFound();
  return user;
}

/** Accounts and runners, for system admins. */
export const userHandlers = [
  on(listUsers, ({ state }) => state.users),
  on(createUser, ({ state, body }) => {
    const user = sampleUser({ id: state.users.length + 1, admin: false, last_login: 0, ...body });
    state.users = [...state.users, user];
    return user;
  }),
  on(updateUser, ({ state, params, body }) => {
    const old = findUser(state, params.login);
    const user = { ...old, ...body };
    state.users = state.users.map((other) => (other === old ? user : other));
    return user;
  }),
  on(resetUserPassword, ({ state, params }) => ({
    ...findUser(state, params.login),
    password: 'fresh-words',
  })),
  on(rotateUserToken, ({ state, params }) => ({
    ...findUser(state, params.login),
    token: 'a-fresh-token',
  })),
  on(getHoldings, ({ state, params }) => {
    const holdings = state.holdings[params.login];
    if (!holdings) throw notFound();
    return holdings;
  }),
  on(deleteUser, ({ state, params }) => {
    state.users = state.users.filter(({ login }) => login !== params.login);
  }),
];

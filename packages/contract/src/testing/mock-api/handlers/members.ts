import { deleteCollaborator, listCollaborators, setCollaborator } from '../../../api/index.ts';
import { sampleMember } from '../../samples.ts';
import { on } from './on.ts';

/** Members of a repository. */
export const memberHandlers = [
  on(listCollaborators, ({ state }) => state.members),
  on(setCollaborator, ({ state, params, body }) => {
    const rights = { read: true, write: body.role !== 'read', admin: body.role === 'admin' };
    const member = sampleMember({ login: params.member, ...rights });
    state.members = [...state.members.filter(({ login }) => login !== member.login), member];
    return member;
  }),
  on(deleteCollaborator, ({ state, params }) => {
    state.members = state.members.filter(({ login }) => login !== params.member);
  }),
];

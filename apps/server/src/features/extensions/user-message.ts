import type { Applicant } from '../../domain/applicant.ts';

/** Describes an account to extensions. Unlike the API, their protocol calls the avatar `avatar_url`. */
export function toUserMessage(user: Applicant) {
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    avatar_url: user.avatar,
    active: user.active,
    admin: user.admin,
    machine: user.machine,
    syncing: user.syncing ?? false,
    synced: user.synced ?? 0,
    created: user.created ?? 0,
    updated: user.updated ?? 0,
    last_login: user.lastLogin ?? 0,
  };
}

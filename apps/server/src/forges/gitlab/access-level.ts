/** Minimum access level of each GitLab role. */
export const accessLevel = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 };

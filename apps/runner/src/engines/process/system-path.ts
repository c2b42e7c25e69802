/** Programs of the system alone: a step could bring others, for one that leaves a hidden folder visible. */
export const systemPath = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

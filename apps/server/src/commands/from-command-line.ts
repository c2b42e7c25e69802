/** Actor of recorded changes: a person with a shell on the server, who may have no account. */
export const fromCommandLine = { actor: null, credential: 'command_line', address: '' } as const;

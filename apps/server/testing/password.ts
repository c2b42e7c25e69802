export const password = 'a long password';

import type { Coding } from './coding.ts';

export const identity: Coding = {
  name: null,
  pack: async (text) => text,
  join: (parts) => parts,
};

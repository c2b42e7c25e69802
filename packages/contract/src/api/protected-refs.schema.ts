import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { maxProtectedRefs } from './protected-refs.ts';

const tooMany = `At most ${maxProtectedRefs} patterns of branches and of tags are possible`;

const pattern = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'A pattern of a branch or tag is empty'),
    z.maxLength(250, 'A pattern of a branch or tag has at most 250 characters'),
  );

const patterns = z.array(pattern).check(z.maxLength(maxProtectedRefs, tooMany));

/** Branches and tags of a repository that are protected besides its default branch. */
export const protectedRefs = z.object({ branches: patterns, tags: patterns });

export const getProtectedRefs = defineDetails({
  access: 'write',
  summary: 'Get the branches and tags that are protected besides the default branch',
  output: protectedRefs,
});

export const updateProtectedRefs = defineDetails({
  access: 'admin',
  summary:
    'Set the branches and tags whose builds protected runners take besides the default branch',
  audit: { action: 'protected_refs.update', fields: 'all' },
  body: protectedRefs,
  output: protectedRefs,
});

// Checks that the interface makes each call of the API, or that the call says why it is for programs.
import { endpoints } from '@millrace/contract/endpoints';
import { findUses } from '../apps/docs/src/find-uses.mjs';
import { say } from './setup.mjs';

const uses = findUses();
const problems = endpoints.flatMap(({ method, path, access, forPrograms }) => {
  const name = `${method} ${path}`;
  const parts = uses.get(name) ?? [];
  if (access === 'runner') return [];
  if (forPrograms && parts.length > 0)
    return [`${name}: "forPrograms" is wrong, ${parts.join(', ')} makes it`];
  if (!forPrograms && parts.length === 0)
    return [`${name}: the interface does not make it, and "forPrograms" does not say why`];
  return [];
});
for (const problem of problems) say(problem);
process.exit(problems.length === 0 ? 0 : 1);

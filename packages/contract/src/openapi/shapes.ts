import { z } from 'zod/mini';
import {
  build,
  cron,
  line,
  repo,
  repoWithBuild,
  runner,
  secret,
  stage,
  step,
  template,
  user,
} from '../api/index.ts';

type Json = Record<string, unknown>;

/** What many answers hold: the document tells of each once, and the answers point to it. */
const named = {
  Build: build,
  Cron: cron,
  Line: line,
  Repo: repo,
  RepoWithBuild: repoWithBuild,
  Runner: runner,
  Secret: secret,
  Stage: stage,
  Step: step,
  Template: template,
  User: user,
};
const place = '#/components/schemas';

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });

/** The JSON schemas of all that has a name. */
export function describeNamed(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(names, { uri: (id) => `${place}/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _place, ...json }]) => [id, json]),
  );
}

/** The JSON schema of anything else, as it is sent; what has a name in it is only named. */
export function describe(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    $defs: _named,
    ...json
  } = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${place}/`));
}

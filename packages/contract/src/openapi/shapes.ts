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
} from '../api/schemas.ts';

type Json = Record<string, unknown>;

/** Schemas used by several responses: the document defines each once, and the responses refer to it. */
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

/** Returns the JSON schemas of all named shapes. */
export function describeNamed(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(names, { uri: (id) => `${place}/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _place, ...json }]) => [id, json]),
  );
}

/** Returns the JSON schema of any other value in its serialized form, with references to named shapes. */
export function describe(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    $defs: _named,
    ...json
  } = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${place}/`));
}

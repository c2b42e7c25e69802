import { expect, it } from 'vitest';
import { createOpenApi } from './index.ts';

it('defines each shape once, and has no dangling references', () => {
  const document = createOpenApi('1.0.0');
  const { schemas } = document.components as { schemas: Record<string, object> };
  const places = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, at]) => at);
  expect(schemas).toHaveProperty('Stage.properties.steps.items.$ref', '#/components/schemas/Step');
  expect(new Set(places)).toEqual(
    new Set([
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      '#/components/responses/error',
      '#/components/responses/runnerError',
    ]),
  );
});

it('describes the formats and headers of a log', () => {
  const { paths } = createOpenApi('1.0.0') as {
    paths: Record<string, Record<string, { parameters: { name: string }[]; responses: object }>>;
  };
  const path = '/api/repos/{namespace}/{name}/builds/{build}/logs/{stage}/{step}';
  const operation = paths[path]?.get;
  expect(operation?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['from', 'to']),
  );
  expect(operation?.responses).toMatchObject({
    200: {
      content: { 'application/json': {}, 'application/x-ndjson': {} },
      headers: { 'X-Log-Lines': { schema: { type: 'string' } } },
    },
  });
});

import { createPipelineSchema } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';

const server = await serverOfFile();

it.each(['/api/docs', '/api/docs/'])('serves %s, a page with the API reference', async (url) => {
  const answer = await fetch(server.url + url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('content-security-policy')).toContain("object-src 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toContain('API reference - Millrace');
});

it('serves the files of the page, and the description for clients', async () => {
  const style = await server.app.inject('/api/docs/static/swagger-ui.css');
  expect([style.statusCode, style.headers['content-type']]).toEqual([
    200,
    'text/css; charset=utf-8',
  ]);
  const [shown, read] = await Promise.all([
    server.app.inject('/api/docs/json'),
    server.app.inject('/api/openapi.json'),
  ]);
  expect(shown.json()).toEqual(read.json());
  expect(read.json()).toMatchObject({ openapi: '3.1.0' });
});

it('serves the schema of pipeline files', async () => {
  const answer = await server.app.inject('/api/pipeline-schema.json');
  expect([answer.statusCode, answer.json()]).toEqual([200, createPipelineSchema()]);
});

it.each(['/api/docs/nothing', '/api/docs/static/nothing'])('does not serve %s', async (url) => {
  const answer = await server.app.inject(url);
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { message: 'Not Found', code: 'not_found' },
  ]);
});

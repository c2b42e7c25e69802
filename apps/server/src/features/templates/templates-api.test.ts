import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
const bob = await server.addUser('bob');
const root = await server.addUser('root', { admin: true });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, body?: object, user = ada) =>
  server.app.inject({ method, url, headers: bearer(user), ...(body ? { payload: body } : {}) });

describe('templates', () => {
  it('are added, changed, listed and deleted', async () => {
    const input = { name: 'plugin.yaml', data: 'kind: pipeline' };
    const added = (await call('POST', '/api/templates/ada', input)).json();
    expect(added).toMatchObject({ ...input, namespace: 'ada', id: expect.any(Number) });
    const changed = await call('PATCH', '/api/templates/ada/plugin.yaml', { data: 'kind: secret' });
    expect(changed.json()).toEqual({ ...added, data: 'kind: secret', updated: expect.any(Number) });
    expect((await call('GET', '/api/templates/ada')).json()).toEqual([changed.json()]);
    expect((await call('GET', '/api/templates/ada/plugin.yaml')).json()).toEqual(changed.json());
    expect((await call('GET', '/api/templates', undefined, root)).json()).toHaveLength(1);
    expect((await call('DELETE', '/api/templates/ada/plugin.yaml')).statusCode).toBe(204);
    expect((await call('GET', '/api/templates/ada')).json()).toEqual([]);
  });

  it.each([
    [{ data: 'x' }, 'No Template Name Provided'],
    [{ name: ' ', data: 'x' }, 'No Template Name Provided'],
    [{ name: 'a.yaml' }, 'No Template Data Provided'],
    [{ name: 'a.yaml', data: '' }, 'No Template Data Provided'],
    [{ name: 'a.txt', data: 'x' }, /must end with \.yaml, \.yml, \.jsonnet/],
    [{ name: '.yaml', data: 'x' }, /must end with/],
    [{ name: 'a/b.yaml', data: 'x' }, /^Invalid Template Name/],
  ])('are rejected: %o', async (body, message) => {
    const answer = await call('POST', '/api/templates/ada', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(message);
  });

  it('have unique names, and require data in a change', async () => {
    const input = { name: 'twice.star', data: 'x' };
    await call('POST', '/api/templates/ada', input);
    const again = await call('POST', '/api/templates/ada', input);
    expect(again.json().message).toBe('A template named twice.star already exists');
    const empty = await call('PATCH', '/api/templates/ada/twice.star', {});
    expect(empty.json().message).toBe('No Template Data Provided');
  });

  it('answer 404 if they do not exist, and to others', async () => {
    expect((await call('GET', '/api/templates/ada/absent.yaml')).statusCode).toBe(404);
    expect((await call('DELETE', '/api/templates/ada/absent.yaml')).statusCode).toBe(404);
    expect((await call('GET', '/api/templates/ada', undefined, bob)).statusCode).toBe(404);
    expect((await call('GET', '/api/templates', undefined, bob)).statusCode).toBe(403);
  });
});

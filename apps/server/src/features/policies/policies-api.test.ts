import { expect, it } from 'vitest';
import { runnerApiOf } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile({});
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
const pipeline = `kind: pipeline
type: docker
name: site
steps:
  - { name: build, image: "golang:1.26", commands: [go build] }
  - { name: scan, image: "acme/scan:2" }
`;

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  caller: { token: string } = root,
) => {
  const options = { method, url, headers: bearer(caller), ...(payload && { payload }) };
  const answer = await server.app.inject(options);
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
};
const set = (name: string, policy: object) =>
  call('PUT', `/api/system/policies/${name}`, { enabled: true, ...policy });
const preview = (policy: object) =>
  call('POST', '/api/system/policy-preview', { enabled: false, ...policy });
const start = async () =>
  (await call('POST', '/api/repos/ada/project/builds', undefined, ada)).body;
const images = { images: ['golang'] };

it('says what a policy would have stopped, before it is enabled', async () => {
  await pushSampleRepo(server, 'ada', 'project', pipeline);
  expect((await preview({ images: ['golang', 'acme/*'] })).body).toEqual({
    builds: 1,
    stopped: [],
  });
  expect((await preview(images)).body).toEqual({
    builds: 1,
    stopped: [
      {
        repo: 'ada/project',
        build: 1,
        problem:
          'The policy "preview" does not allow the image acme/scan:2 of the step site › scan',
      },
    ],
  });
  expect((await preview({ ...images, namespaces: ['octo'] })).body.builds).toBe(0);
});

it('stops builds, plans and waiting stages of a file that breaks it', async () => {
  const waiting = await start();
  expect(waiting.status).toBe('pending');
  await set('images', images);
  const problem =
    'The policy "images" does not allow the image acme/scan:2 of the step site › scan';
  const stopped = await start();
  expect(stopped).toMatchObject({ status: 'error', error: expect.stringContaining(problem) });
  const plan = await call('POST', '/api/repos/ada/project/pipeline/plan', { text: pipeline }, ada);
  expect(JSON.stringify(plan.body)).toContain('does not allow the image acme/scan:2');
  const runner = runnerApiOf(server);
  const filter = { kind: 'pipeline', type: 'docker' };
  const queued = await runner.requestStage({ body: filter }, AbortSignal.timeout(5000));
  const id = queued?.id ?? 0;
  await runner.acceptStage({ params: { stage: id }, query: { machine: 'mill' } });
  await expect(runner.getStageDetails({ params: { stage: id } })).rejects.toThrow(problem);
  const exceptions = [{ repo: 'ada/project', owner: 'root', until: '2999-12-31' }];
  await set('images', { ...images, exceptions });
  expect((await start()).status).toBe('pending');
  await call('DELETE', '/api/system/policies/images');
});

it('requires a step, and people who deploy', async () => {
  await set('scan', { require_image: 'acme/scan' });
  expect((await start()).status).toBe('pending');
  await set('scan', { require_image: 'acme/other' });
  expect((await start()).error).toContain('requires a step that always runs the image acme/other');
  await set('scan', { enabled: false, require_image: 'acme/other' });
  await set('deploy', { deploy: { targets: ['production'], people: ['root'] } });
  const promote = '/api/repos/ada/project/builds/1/promote?target=production';
  expect((await call('POST', promote, undefined, ada)).body.error).toContain(
    'The policy "deploy" does not let ada deploy to production',
  );
  expect((await call('POST', promote)).body).toMatchObject({ status: 'pending' });
});

it.each([
  [{ enabled: true }, 'A policy has one of images, require_image and deploy'],
  [{ ...images, enabled: true, require_image: 'x' }, 'A policy has one of'],
  [{ enabled: true, images: [' '] }, 'A pattern of an image is empty'],
  [
    { ...images, enabled: true, exceptions: [{ repo: 'a/b', owner: 'x', until: 'soon' }] },
    'An exception needs its last day',
  ],
  [{ ...images, enabled: true, exceptions: [{ repo: 'a/b', until: '2026-01-01' }] }, 'owner'],
])('rejects %o', async (body, message) => {
  expect(await call('PUT', '/api/system/policies/p', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  });
});

it('is for system admins', async () => {
  expect((await call('GET', '/api/system/policies', undefined, ada)).status).toBe(403);
  expect((await call('PUT', '/api/system/policies/p', images, ada)).status).toBe(403);
  expect((await call('DELETE', '/api/system/policies/none')).status).toBe(404);
});

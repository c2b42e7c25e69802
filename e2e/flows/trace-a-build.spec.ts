import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Admin } from '../support/admin.ts';
import { Millrace } from '../support/millrace.ts';
import { expect, test } from '../support/test.ts';
import { WorkTree } from '../support/work-tree.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

const pipeline = `kind: pipeline
type: exec
name: unit
steps:
  - { name: compile, commands: [echo compiled] }
  - { name: check, commands: [echo checked] }
---
kind: pipeline
type: exec
name: deploy
depends_on: [unit]
steps:
  - { name: copy, commands: [sleep 1, exit 3] }
`;

test('sends a trace of a real build, with its stages and steps as spans', async ({ slug }) => {
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end('{}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const millrace = await Millrace.start({ MILLRACE_OTLP_URL: `http://127.0.0.1:${port}` });
  try {
    const admin = await Admin.signIn(millrace);
    const tree = await WorkTree.create(millrace, slug);
    await tree.commit({ '.drone.yml': pipeline }, 'Begin');
    await tree.push();
    expect((await admin.finishedBuild(slug, 1)).status).toBe('failure');
    const find = () => bodies.find((body) => body.includes(`"${slug} #1"`));
    await expect.poll(find).toBeDefined();
    const spans: Span[] = JSON.parse(find() ?? '').resourceSpans[0].scopeSpans[0].spans;
    const byName = new Map(spans.map((span) => [span.name, span]));
    expect([...byName.keys()].sort()).toEqual(
      [
        `${slug} #1`,
        'unit: wait',
        'unit',
        'clone',
        'compile',
        'check',
        'deploy: wait',
        'deploy',
        'copy',
      ].sort(),
    );
    const root = byName.get(`${slug} #1`);
    const deploy = byName.get('deploy');
    expect(deploy?.parentSpanId).toBe(root?.spanId);
    expect(byName.get('copy')?.parentSpanId).toBe(deploy?.spanId);
    const duration = (span?: Span) =>
      BigInt(span?.endTimeUnixNano ?? 0) - BigInt(span?.startTimeUnixNano ?? 0);
    expect(duration(byName.get('copy'))).toBeGreaterThanOrEqual(1_000_000_000n);
    expect(duration(root)).toBeGreaterThanOrEqual(duration(deploy));
  } finally {
    await millrace.dispose();
    receiver.close();
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertForeignFile } from '@millrace/convert';
import { parsePipelineFile } from '@millrace/pipeline';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createObstacles } from './obstacles.ts';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { formatOutline } from './outline.ts';
import { Play } from './play.ts';
import { needsDocker } from './scenario.ts';

vi.setConfig({ maxConcurrency: 3, testTimeout: 600_000, hookTimeout: 600_000 });

const folder = join(import.meta.dirname, 'converted');
/** Path at which each system reads its file. */
const paths: Readonly<Record<string, (name: string) => string>> = {
  github: (name) => `.github/workflows/${name}`,
  gitlab: () => '.gitlab-ci.yml',
  circleci: () => '.circleci/config.yml',
  woodpecker: (name) => `.woodpecker/${name}`,
};

const docker = await findDockerHost();
let setting: OpenSetting;
beforeAll(async () => {
  setting = await openSetting(docker);
});
afterAll(() => setting?.close());

const obstacleOf = await createObstacles(docker);
const sources = Object.keys(paths).flatMap((system) =>
  readdirSync(join(folder, system)).map((name) => ({ system, name })),
);

// Their steps test what they expect, so a build succeeds only if everything was carried over.
describe.concurrent('files of other systems run after their conversion', () => {
  for (const { system, name } of sources) {
    const source = readFileSync(join(folder, system, name), 'utf8');
    const converted = convertForeignFile(source, { path: paths[system]?.(name) ?? name });
    const text = (converted?.pipeline ?? '').replaceAll(/image: \S+$/gm, `image: ${testImage}`);
    const scenario = {
      name: `${system}-${name.replace('.yml', '')}`,
      text,
      needsDocker: needsDocker(text),
    };
    const obstacle = obstacleOf({ ...scenario, givens: [], events: [] });
    if (obstacle) it.skip(`${scenario.name} (${obstacle})`);
    else {
      it(scenario.name, async () => {
        expect(converted?.steps.carried).toBe(converted?.steps.found);
        expect(parsePipelineFile(text).problems).toEqual([]);
        const play = await Play.begin(setting, { ...scenario, givens: [], events: [] });
        const [build] = await play.act('push');
        if (!build) throw new Error('no build');
        const outline = formatOutline(build);
        expect(outline[0], `${outline.join('\n')}\n\n${text}`).toBe('success');
      });
    }
  }
});

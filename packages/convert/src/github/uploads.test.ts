import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from '../convert-foreign-file.ts';

/** Returns the pipelines from which the last job gets artifacts. */
const sourcesOf = (upload: string, download: string, needs = 'test') => {
  const text = `on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - { run: make }
      - { uses: actions/upload-artifact@v4, with: { name: files, ${upload} } }
  test: { needs: build, runs-on: ubuntu-latest, steps: [{ run: make test }] }
  deploy:
    needs: ${needs}
    runs-on: ubuntu-latest
    steps:
      - { uses: actions/download-artifact@v4, with: { name: files${download} } }
      - { run: make deploy }
`;
  const { pipeline = '' } = convertForeignFile(text, { path: '.github/workflows/a.yml' }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline);
  expect(problems).toEqual([]);
  return pipelines.at(-1)?.artifactsFrom.map(({ pipeline: source }) => source);
};

it.each([
  ['path: dist', ', path: dist'],
  ['path: dist/', ', path: ./dist'],
  ["path: 'dist/**/*.js'", ', path: dist'],
  ['path: app.tar.gz', ''],
  ['path: coverage/report.xml', ', path: coverage'],
])('gets files of upload-artifact with %s by download-artifact%s', (upload, download) => {
  expect(sourcesOf(upload, download)).toEqual(['build']);
});

it.each([
  ['another folder', 'path: dist', '', 'test'],
  ['a job that it does not wait for', 'path: app.tar.gz', '', '[]'],
])('leaves a comment for %s', (_, upload, download, needs) => {
  expect(sourcesOf(upload, download, needs)).toEqual([]);
});

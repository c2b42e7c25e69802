import { describe, expect, it } from 'vitest';
import { ccFeedXml } from './cc-feed.ts';

const project = { name: 'ada/project', label: '7', timeSec: 1_767_225_600, webUrl: 'http://x/ada' };

describe('ccFeedXml', () => {
  it.each([
    ['success', 'Sleeping', 'Success'],
    ['failure', 'Sleeping', 'Failure'],
    ['error', 'Sleeping', 'Exception'],
    ['killed', 'Sleeping', 'Exception'],
    ['declined', 'Sleeping', 'Exception'],
    ['blocked', 'Sleeping', 'Unknown'],
    ['pending', 'Building', 'Unknown'],
    ['running', 'Building', 'Unknown'],
  ] as const)('maps the status %s', (status, activity, lastStatus) => {
    expect(ccFeedXml({ ...project, status, lastStatus: status })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<Projects><Project name="ada/project" activity="${activity}" lastBuildStatus="${lastStatus}" ` +
        'lastBuildLabel="7" lastBuildTime="2026-01-01T00:00:00Z" webUrl="http://x/ada"/></Projects>\n',
    );
  });

  it('escapes special characters of XML', () => {
    const xml = ccFeedXml({
      ...project,
      status: 'success',
      lastStatus: 'success',
      name: `<a> & "b's"`,
    });
    expect(xml).toContain('name="&lt;a&gt; &amp; &quot;b&apos;s&quot;"');
  });
});

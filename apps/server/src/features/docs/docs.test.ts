import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { docsUrl } from './index.ts';

const server = await serverOfFile();

const get = (url: string) => server.app.inject({ url });

describe.skipIf(!docsUrl)(`the documentation${docsUrl ? '' : ' (skipped: not built)'}`, () => {
  it('is served as pages that guests may read', async () => {
    expect((await get('/docs?a=/')).headers.location).toBe('/docs/');
    for (const url of ['/docs/', '/docs/pipelines', '/docs/decisions/0042-administration']) {
      const page = await get(url);
      expect(page.statusCode, url).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.body).toContain('<main id="content"');
    }
  });

  it('is served as plain Markdown too', async () => {
    const page = await get('/docs/pipelines.md');
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(page.body).toMatch(/^# Pipelines\n/);
  });

  it('has the tables of the API, and the documents for programs', async () => {
    const page = await get('/docs/api');
    for (const cell of ['<code>/api/user</code>', '<code>wrong_state</code>'])
      expect(page.body).toContain(`<td>${cell}</td>`);
    expect((await get('/docs/api.md')).body).not.toContain('<!--');
    expect((await get('/docs/openapi.json')).json().paths).toHaveProperty('/api/user');
    expect((await get('/docs/pipeline-schema.json')).json()).toHaveProperty('$schema');
  });

  it('runs no inline scripts, which its security policy forbids', async () => {
    const { body, headers } = await get('/docs/configuration');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style="/);
  });

  it('links only to pages and headings that exist', async () => {
    const pages = new Map<string, string>();
    const load = async (url: string) => {
      const page = pages.get(url) ?? (await get(url)).body;
      pages.set(url, page);
      return page;
    };
    const queue = ['/docs/'];
    const seen = new Set(queue);
    const broken: string[] = [];
    for (const url of queue) {
      const body = await load(url);
      for (const [, link = ''] of body.matchAll(/ href="([^"]*)"/g)) {
        const { origin, pathname: path, hash } = new URL(link, `http://here${url}`);
        if (origin !== 'http://here' || !path.startsWith('/docs/')) continue;
        if (/\.(css|js|json|md)$/.test(path)) continue;
        const target = await load(path);
        const isPage = target.includes('<main id="content"');
        const hasHeading = !hash || target.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
        if (!isPage || !hasHeading) broken.push(`${url} → ${link}`);
        if (isPage && !seen.has(path)) queue.push(path);
        seen.add(path);
      }
    }
    expect(broken).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
  });

  it('has an index of its sections', async () => {
    const { body } = await get('/docs/search-index.json');
    expect(Object.values(JSON.parse(body).documentIds)).toContain('configuration#audit-log');
  });

  it('leaves other paths to the interface, and files of the server alone', async () => {
    expect((await get('/docs/no-such-page')).body).not.toContain('<main id="content"');
    for (const url of [
      '/docs/../package.json',
      '/docs/%2e%2e/src/build.mjs',
      '/docs/.built-from',
    ]) {
      expect((await get(url)).body).not.toMatch(/hast-util-to-html|createIndex|^[0-9a-f]{40,}$/);
    }
  });
});

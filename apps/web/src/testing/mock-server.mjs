// Serves the built web files with made-up data: `node src/testing/mock-server.mjs [port]`.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { contentSecurityPolicy } from '@millrace/contract/content-security-policy';
import { answerMockCall } from './mock-api.ts';
import { makeLines } from './mock-data.ts';

const dist = new URL('../../dist/', import.meta.url).pathname;
const types = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.html': 'text/html',
};
const config =
  '<script type="application/json" id="millrace-config">{"version":"0.1.0","signIn":{"password":true,"forge":false}}</script>';

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://mock');
  if (url.pathname.startsWith('/api/stream')) return stream(url, request, response);
  if (url.pathname.startsWith('/api/')) {
    const isGuest = request.headers.cookie?.includes('guest') ?? false;
    const { status, body } = answerMockCall(request.method ?? 'GET', url, isGuest);
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(body));
  }
  const path = extname(url.pathname) ? url.pathname : '/index.html';
  const file = await readFile(join(dist, path)).catch(() => null);
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': types[extname(path)],
    'content-security-policy': contentSecurityPolicy,
  });
  response.end(
    path.endsWith('.html') ? String(file).replace('<!--millrace-config-->', config) : file,
  );
}).listen(Number(process.argv[2] ?? 8099), '127.0.0.1');

function stream(url, request, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(': ping\n\n');
  if (url.pathname === '/api/stream') return;
  const lines = makeLines(2000);
  let pos = Number(request.headers['last-event-id'] ?? -1) + 1;
  const write = (line) => response.write(`id: ${line.pos}\ndata: ${JSON.stringify(line)}\n\n`);
  for (; pos < 300; pos++) write(lines[pos]);
  const timer = setInterval(() => lines[pos] && write(lines[pos++]), 200);
  request.on('close', () => clearInterval(timer));
}

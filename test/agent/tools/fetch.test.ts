import { describe, expect, it } from '@jest/globals';
import type { Web } from '../../../src/ports/index.js';

type Get = Web['get'];

import { pageText } from '../../../src/agent/tools/page-text.js';
import { benchOf } from './bench-of-tools.js';

type Pages = Readonly<Record<string, () => Response>>;

/** A net in which only these addresses answer; what was asked of it is kept. */
async function netOf(pages: Pages, hosts: readonly string[] = ['docs.example.org']) {
  const asked: { url: string; headers: Readonly<Record<string, string>> }[] = [];
  const get: Get = async (url, { headers, signal }) => {
    signal.throwIfAborted();
    asked.push({ url, headers });
    const page = pages[url];
    if (!page) throw new Error('connection refused');
    return page();
  };
  const bench = await benchOf({}, { net: { get, hosts } });
  return { ...bench, asked };
}

const text = (body: string, type = 'text/plain') => new Response(body, { headers: { 'content-type': type } });
const onTo = (location: string) => new Response(null, { status: 302, headers: { location } });

describe('fetch', () => {
  it('gets a text, without anybody’s credentials', async () => {
    const { say, asked } = await netOf({ 'https://docs.example.org/a': () => text('hello') });
    expect(await say('fetch', { url: 'https://docs.example.org/a#part' })).toBe('200\nhello');
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(['accept', 'user-agent']);
  });

  it.each([
    ['another host', 'https://example.org/a'],
    ['a host below', 'https://x.docs.example.org/'],
    ['a host that ends so', 'https://evildocs.example.org/'],
    ['plain http', 'http://docs.example.org/'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,hello'],
    ['another port', 'https://docs.example.org:8443/'],
    ['credentials', 'https://user:pass@docs.example.org/'],
    ['credentials that look like the host', 'https://docs.example.org@evil.org/'],
    ['a backslash for a slash', 'https://evil.org\\@docs.example.org/'],
    ['the machine', 'https://127.0.0.1/'],
    ['no address', 'docs.example.org'],
    ['a NUL', 'https://docs.example.org\0.evil.org/'],
  ])('refuses %s', async (_, url) => {
    const { call, asked } = await netOf({});
    expect(await call('fetch', { url })).toMatchObject({ failed: true });
    expect(asked).toEqual([]);
  });

  it('follows where it is led on, within allowed hosts', async () => {
    const { say, asked } = await netOf(
      {
        'https://docs.example.org/a': () => onTo('/b'),
        'https://docs.example.org/b': () => onTo('https://other.example.org/c'),
        'https://other.example.org/c': () => text('there'),
      },
      ['docs.example.org', 'other.example.org'],
    );
    expect(await say('fetch', { url: 'https://docs.example.org/a' })).toBe('200\nthere');
    expect(asked).toHaveLength(3);
  });

  it.each([
    'https://evil.org/',
    'http://docs.example.org/',
    '//evil.org/',
    'http://169.254.169.254/latest',
    'https://docs.example.org:1/',
  ])('is not led on to %s', async (location) => {
    const { say, asked } = await netOf({ 'https://docs.example.org/a': () => onTo(location) });
    expect(await say('fetch', { url: 'https://docs.example.org/a' })).toContain(
      'It redirects to an address that is not allowed',
    );
    expect(asked).toHaveLength(1);
  });

  it('does not go in circles', async () => {
    const { say, asked } = await netOf({ 'https://docs.example.org/a': () => onTo('/a') });
    expect(await say('fetch', { url: 'https://docs.example.org/a' })).toBe('It redirects more than 5 times.');
    expect(asked).toHaveLength(6);
  });

  it('goes on in a long text', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join('');
    const { say } = await netOf({ 'https://docs.example.org/a': () => text(long) });
    const first = await say('fetch', { url: 'https://docs.example.org/a' });
    const from = Number(/continue with from: (\d+)/.exec(first)?.[1]);
    const second = await say('fetch', { url: 'https://docs.example.org/a', from });
    const shown = (all: string) => all.replace(/^200\n/, '').replace(/\n\[.*$/s, '');
    expect(shown(first) + shown(second)).toBe(long.slice(0, 2 * from));
  });

  it('stops reading a body that never ends', async () => {
    let given = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            given += 1;
            controller.enqueue(new Uint8Array(65_536).fill(97));
          },
        }),
      );
    const { say } = await netOf({ 'https://docs.example.org/a': endless });
    expect(await say('fetch', { url: 'https://docs.example.org/a' })).toContain(
      '[Only the first 2097152 bytes were read.]',
    );
    expect(given).toBeLessThan(50);
  });

  it('names what is no text, says what failed, and hides nothing', async () => {
    const { call, say } = await netOf({
      'https://docs.example.org/png': () => new Response(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
      'https://docs.example.org/404': () => new Response('not here', { status: 404 }),
      'https://docs.example.org/odd': () => text('a\u200bb\u001B[31m'),
    });
    expect(await say('fetch', { url: 'https://docs.example.org/png' })).toBe('200: a PNG image; it is not shown.');
    expect(await call('fetch', { url: 'https://docs.example.org/404' })).toEqual({
      text: '404\nnot here',
      failed: true,
    });
    expect(await say('fetch', { url: 'https://docs.example.org/odd' })).toBe('200\na\\u{200b}b\\u{1b}[31m');
    expect(await call('fetch', { url: 'https://docs.example.org/gone' })).toEqual({
      text: 'No answer: connection refused.',
      failed: true,
    });
  });

  it('ends when it is cancelled', async () => {
    const { call } = await netOf({});
    const acted = await call('fetch', { url: 'https://docs.example.org/a' }, { signal: AbortSignal.abort() });
    expect(acted.failed).toBe(true);
  });
});

describe('the words of a page', () => {
  it('are its text, by blocks', () => {
    const page = `<html><head><title>T</title></head><body><h1>One &amp; two</h1><p>A <b>bold</b>
      word.<!-- hidden --></p><ul><li>a<li>b</ul><script>alert("<p>")</script><pre>x &lt; y</pre></body></html>`;
    expect(pageText(page)).toBe('# One & two\n\nA bold\nword.\n\n- a\n- b\n\nx < y');
  });

  it('are found in one pass, whatever the page', () => {
    for (const hostile of ['<'.repeat(200_000), '<!--'.repeat(50_000), '&'.repeat(200_000), '<script>'.repeat(30_000)])
      expect(pageText(hostile).length).toBeLessThanOrEqual(hostile.length);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { html, markupOf, wrap } from '../../src/page/html/html.js';
import { hueOfColor, hueOfName } from '../../src/page/html/hues.js';
import { ago, took } from '../../src/page/html/times.js';
import { linesOf } from '../../src/page/parts/diff.js';
import { hostRefusal } from '../../src/page/requests/csrf.js';

describe('a template', () => {
  it('escapes what stands in it', () => {
    expect(markupOf(html`<p title="${'"'}">${'<b>&'}</p>`)).toBe('<p title="&quot;">&lt;b&gt;&amp;</p>');
  });

  it('takes templates as they are, lists one after the other, and nothing for nothing', () => {
    const items = ['a', 'b'].map((each) => wrap('li', each));
    expect(markupOf(html`<ul>${items}${null}${undefined}${false}${0}</ul>`)).toBe('<ul><li>a</li><li>b</li>0</ul>');
  });

  it('lets no text end the place it stands in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = markupOf(html`${text}`);
        expect(shown).not.toMatch(/[<>"'`]/);
        const back = shown.replace(/&(?:lt|gt|quot|#39|#96|amp);/g, (entity) => plain[entity] ?? '');
        expect(back).toBe(text);
      }),
    );
  });

  it('takes no object for a template that is none', () => {
    const forged = JSON.parse('{"html":"<script>","markup":"<script>"}');
    expect(() => markupOf(html`${forged}`)).toThrow();
  });
});

const plain: { [entity: string]: string } = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
  '&amp;': '&',
};

const now = Date.parse('2026-06-15T12:00:00Z');

describe('a time', () => {
  it.each([
    ['2026-06-15T11:59:30Z', 'just now'],
    ['2026-06-15T12:00:30Z', 'just now'],
    ['2026-06-15T11:59:00Z', '1 minute ago'],
    ['2026-06-15T10:00:00Z', '2 hours ago'],
    ['2026-06-14T11:00:00Z', 'yesterday'],
    ['2026-06-01T12:00:00Z', '14 days ago'],
    ['2026-05-01T12:00:00Z', 'on 2026-05-01'],
  ])('%s is %s', (iso, words) => {
    expect(ago(iso, now)).toBe(words);
  });

  it('has a length', () => {
    expect(took('2026-06-15T12:00:00Z', '2026-06-15T12:00:07Z')).toBe('7 s');
    expect(took('2026-06-15T12:00:00Z', '2026-06-15T12:02:05Z')).toBe('2 min 5 s');
  });
});

describe('a colour', () => {
  it.each([
    ['ff0000', 'hue-0'],
    ['00ff00', 'hue-4'],
    ['0000ff', 'hue-8'],
    ['ff0011', 'hue-0'],
    ['ededed', 'hue-none'],
    ['nonsense', 'hue-none'],
  ])('%s has the name %s', (hex, hue) => {
    expect(hueOfColor(hex)).toBe(hue);
  });

  it('is the same for the same person', () => {
    expect(hueOfName('maya')).toBe(hueOfName('maya'));
    expect(new Set(['maya', 'noah', 'sam'].map(hueOfName)).size).toBe(3);
  });
});

describe('a line of a difference', () => {
  it('has the number it had before, and the one it has now', () => {
    const lines = linesOf('@@ -3,2 +3,3 @@ about\n same\n-old\n+new\n+more\n\\ No newline at end of file');
    expect(lines.map(({ kind, old, new: now, text }) => [kind, old, now, text])).toEqual([
      ['hunk', 3, 3, '@@ -3,2 +3,3 @@ about'],
      ['same', 3, 3, 'same'],
      ['removed', 4, 4, 'old'],
      ['added', 5, 4, 'new'],
      ['added', 5, 5, 'more'],
    ]);
  });
});

const asked = (host: string | undefined) =>
  hostRefusal(
    { method: 'GET', path: '/', query: new URLSearchParams(), headers: { host }, body: Buffer.alloc(0) },
    'http://sandbox.example:3000',
  );

describe('the name a page is asked for by', () => {
  it.each(['sandbox.example:3000', 'localhost:3000', '127.0.0.1', '[::1]:3000'])('may be %s', (host) => {
    expect(asked(host)).toBeNull();
  });

  it.each([undefined, '', 'evil.example', 'localhost.evil.example:3000', '127.0.0.1.evil.example', 'a b'])(
    'may not be %s',
    (host) => {
      expect(asked(host)).toContain('only available at');
    },
  );
});

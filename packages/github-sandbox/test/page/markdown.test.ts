import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markupOf } from '../../src/page/html/html.js';
import { renderMarkdown } from '../../src/page/markdown/index.js';

const references = {
  find: ({ repository, number }: { repository: string | null; number: number }) =>
    number > 9
      ? null
      : { path: `/${repository ?? 'o/r'}/issues/${number}`, title: 'one', isHere: (repository ?? 'o/r') === 'o/r' },
};

const render = (source: string): string => markupOf(renderMarkdown(source, references));

describe('a text in Markdown', () => {
  it('keeps its paragraphs, and its lines as they were typed', () => {
    expect(render('one\ntwo\n\n**three** *four*')).toBe('<p>one<br>two</p><p><strong>three</strong> <em>four</em></p>');
  });

  it('has its headings below those of the page', () => {
    expect(render('# A\n\n###### B')).toBe('<h3>A</h3><h6>B</h6>');
  });

  it('shows a table, with alignment, code, and bars that are characters', () => {
    const table = render('| a | b |\n|---|--:|\n| `x \\| y` | **2** |\n| only one');
    expect(table).toContain('<th class="left">a</th><th class="right">b</th>');
    expect(table).toContain(
      '<td class="left"><code class="whole">x | y</code></td><td class="right"><strong>2</strong></td>',
    );
    expect(table).toContain('<td class="left">only one</td><td class="right"></td>');
  });

  it('shows a table below the lines of its paragraph, and in a quote', () => {
    expect(render('Look:\n| a |\n|---|\n| 1 |')).toMatch(/^<p>Look:<\/p><div class="table"><table>/);
    expect(render('> | a |\n> |---|\n> | 1 |')).toContain('<td class="left">1</td>');
  });

  it('takes lines with dashes for no table when the cells do not agree', () => {
    expect(render('a | b\n|---|')).not.toContain('<table>');
  });

  it('shows tasks as boxes that nobody can tick', () => {
    const list = render('- [x] done\n- [ ] open\n- none');
    expect(list).toContain('<li class="task"><input type="checkbox" disabled checked aria-label="done"> done</li>');
    expect(list).toContain('<li class="task"><input type="checkbox" disabled aria-label="to do"> open</li>');
    expect(list).toContain('<li>none</li>');
  });

  it('strikes words through', () => {
    expect(render('~~no~~ yes')).toBe('<p><del>no</del> yes</p>');
  });

  it('links issues that exist, and leaves other numbers alone', () => {
    expect(render('see #7, a/b#8, o/r#9, #10 and x#7')).toBe(
      '<p>see <a class="reference" href="/o/r/issues/7" title="one">#7</a>, ' +
        '<a class="reference" href="/a/b/issues/8" title="one">a/b#8</a>, ' +
        '<a class="reference" href="/o/r/issues/9" title="one">#9</a>, #10 and x#7</p>',
    );
  });

  it('shows whom and what is called, but not in code', () => {
    expect(render('/crew help\nthanks @sam')).toBe(
      '<p><code class="command">/crew help</code><br>thanks <span class="mention">@sam</span></p>',
    );
    expect(render('`/crew help` `@sam` `#7`')).toBe(
      '<p><code class="whole">/crew help</code> <code class="whole">@sam</code> <code class="whole">#7</code></p>',
    );
    expect(render('mail me@example.org')).toBe('<p>mail me@example.org</p>');
  });

  it('links addresses without what ends the sentence', () => {
    expect(render('at https://example.org/a?b=1.')).toContain('href="https://example.org/a?b=1"');
  });

  it('hides comments and shows other raw HTML as the text it is', () => {
    expect(render('a<!-- crew:x --> b\n\n<!-- crew:answer 12 -->')).toBe('<p>a b</p>');
    expect(render('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(render('<b onclick="x()">hi</b>')).toContain('&lt;b onclick=&quot;x()&quot;&gt;');
  });

  it('unfolds what job summaries fold, as a whole or not at all', () => {
    expect(render('<details><summary>The diff</summary>\n\n**x**\n\n</details>')).toBe(
      '<details><summary>The diff</summary><p><strong>x</strong></p></details>',
    );
    expect(render('<details><summary>half</summary>\n\nx')).not.toContain('<details>');
    expect(render('x\n\n</details>')).not.toContain('</details>');
  });

  it('sets small what stands between both halves of a tag for it, and nothing else', () => {
    expect(render('a <sub>`x` *b*</sub> c <sub>d</sub>')).toBe(
      '<p>a <small><code class="whole">x</code> <em>b</em></small> c <small>d</small></p>',
    );
    expect(render('a <sub>b')).toBe('<p>a &lt;sub&gt;b</p>');
    expect(render('a</sub> <sub onclick="x()">b</sub>')).not.toContain('<small>');
  });

  it('links no scheme but the web, whatever is hidden in it', () => {
    for (const address of [
      'javascript:alert(1)',
      'java&#10;script:x',
      ' javascript:x',
      'data:text/html,x',
      'vbscript:x',
    ]) {
      expect(render(`[x](<${address}>)`)).not.toContain('href');
      expect(render(`[x][y]\n\n[y]: <${address}>`)).not.toContain('href');
    }
    expect(render('[x](docs/a.md) [y][z]\n\n[z]: http://a.example')).toMatch(
      /href="docs\/a.md".*href="http:\/\/a.example"/,
    );
  });

  it('fetches no image, but says where it is', () => {
    expect(render('![a cat](https://example.org/cat.png)')).toBe(
      '<p><a href="https://example.org/cat.png" rel="nofollow noopener noreferrer">' +
        '<span class="image">image: a cat</span></a></p>',
    );
  });

  it('survives any depth', () => {
    expect(render(`${'> '.repeat(50)}deep`)).toContain('deep');
    expect(render(`${'*a **b '.repeat(2_000)}${'** *'.repeat(2_000)}`)).toContain('<p>');
    expect(render('- '.repeat(5_000))).toContain('<pre>');
  });
});

// What a rendered text may hold, written down a second time: elements of ours with attributes of ours, and nothing else.
const allowed =
  /^<(?:\/?(?:p|em|strong|del|code|pre|blockquote|ul|ol|li|h[3-6]|table|thead|tbody|tr|div|span|details|summary|small)|a|br|hr|input|th|td|\/(?:a|th|td)|ol start="\d+"|li class="task"|div class="table"|(?:th|td) class="(?:left|center|right)"|span class="(?:mention|image)"|code class="(?:command|whole)"|input type="checkbox" disabled(?: checked)? aria-label="(?:done|to do)"|a class="reference" href="\/[^"<>]*" title="one"|a href="(?<address>[^"<>]*)" rel="nofollow noopener noreferrer")>$/;

const piece = fc.oneof(
  fc.constantFrom(
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=x>',
    '"><b>',
    "'",
    '`',
    '```',
    '~~',
    '**',
    '_',
    '[a](javascript:x)',
    '[a](',
    '](',
    ')',
    '[a]: data:x',
    '![',
    '<!--',
    '-->',
    '<details><summary>s</summary>\n\n',
    '\n\n</details>\n\n',
    '| a | b |\n|---|---|\n',
    '|',
    '- [ ] ',
    '> ',
    '# ',
    '@sam',
    '#7',
    'a/b#1',
    'https://x.y/"<',
    '&lt;',
    '&#60;',
    '&#x3c;script&#x3e;',
    '\n',
    '\n\n',
    '    ',
    '\\',
    '<a href="x">',
    '<javascript:x>',
    '<https://a.b>',
    '/crew fix "x"',
    '\u0000',
    '\u202e',
    '<br>',
    '<br/>',
    '<sub>',
    '</sub>',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

describe('any text at all', () => {
  it('becomes nothing but the elements a text may have, balanced, with links to the web only', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const shown = render(pieces.join(''));
        const tags = shown.match(/<[^>]*>?/g) ?? [];
        for (const tag of tags) expect(tag).toMatch(allowed);
        for (const tag of tags) expect(['http:', 'https:']).toContain(schemeOf(tag));
        expect(unclosed(tags)).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });
});

function schemeOf(tag: string): string {
  const address = allowed.exec(tag)?.groups?.address?.replaceAll('&amp;', '&') ?? '';
  return new URL(address, 'https://here.invalid').protocol;
}

/** The elements left open at the end; one that is closed in the wrong order stays in it. */
function unclosed(tags: readonly string[]): string[] {
  const open: string[] = [];
  for (const tag of tags) {
    const name = /^<\/?(\w+)/.exec(tag)?.[1] ?? '';
    if (['br', 'hr', 'input'].includes(name)) continue;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.at(-1) === name) open.pop();
    else open.push(tag);
  }
  return open;
}

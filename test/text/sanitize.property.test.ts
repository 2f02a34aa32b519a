import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { hasInvisible } from '../../src/text/invisible.js';
import { sanitize } from '../../src/text/sanitize.js';
import { nastyText } from './pieces.js';

type Tree = ReturnType<typeof fromMarkdown>;

function htmlIn(node: Tree | Tree['children'][number]): string[] {
  if (node.type === 'html') return [node.value];
  return 'children' in node ? node.children.flatMap(htmlIn) : [];
}

const inline = fc.constantFrom(
  ...['seen', '**seen**', '`seen`', '`<!-- seen -->`', '&lt;seen&gt;', 'seen < seen', '日本seen', '<kbd>seen</kbd>'],
  ...[
    '<!-- HIDDEN -->',
    '<!-- `HIDDEN -->',
    '<?HIDDEN?>',
    '<!X HIDDEN>',
    '<![CDATA[HIDDEN]]>',
    '<HIDDEN>',
    '</HIDDEN>',
  ],
  ...['![HIDDEN](x "HIDDEN")', '[seen](x "HIDDEN")', '[seen][HIDDEN]', '![HIDDEN][HIDDEN]', '[](x#HIDDEN)'],
  ...[
    '<b title="HIDDEN">seen</b>',
    "<i data-x='HIDDEN > HIDDEN'>seen</i>",
    '<img alt=HIDDEN src=x>',
    '<a href="HIDDEN">seen</a>',
  ],
  ...['<script>HIDDEN</script>', '<style>HIDDEN</style>', '<template>HIDDEN</template>', '<title>HIDDEN</title>'],
);
const line = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => `seen ${parts.join(' ')}`);
const block = fc.oneof(
  line,
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  line.map((text) => `> ${text}`),
  line.map((text) => `- ${text}\n  ${text}`),
  line.map((text) => `## ${text}`),
  line.map((text) => `| a |\n|---|\n| ${text} |`),
  fc.constantFrom(
    '```js HIDDEN\n<!-- seen -->\n```',
    '[//]: # (HIDDEN)',
    '[^HIDDEN]: HIDDEN words',
    '<div title="HIDDEN">\nseen\n</div>',
    '<!--\nHIDDEN\n\nHIDDEN\n-->',
    '<details>\n<summary class="HIDDEN">seen</summary>\n\nseen\n\n</details>',
    '> <p title=x\n> data-y="HIDDEN">seen</p>',
    '# seen\n\n    <!-- seen -->',
  ),
);
const page = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((blocks) => `${blocks.join('\n\n')}\n\n[HIDDEN]: http://x.example "HIDDEN"\n`);

describe('sanitising any text', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const once = sanitize(text).text;
        expect(sanitize(once)).toEqual({ text: once, removed: {} });
      }),
      { numRuns: 1500 },
    );
  });

  it('leaves no live comment, no attribute and no invisible character', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const { text: out } = sanitize(text);
        expect(hasInvisible(out)).toBe(false);
        for (const html of htmlIn(fromMarkdown(out))) expect(html).not.toMatch(/<[!?]|<\/?[a-z0-9]+\s+[^\s/>]/i);
      }),
      { numRuns: 1000 },
    );
  });

  it('drops all that is hidden and keeps all that is seen, however they are combined', () => {
    fc.assert(
      fc.property(page, (text) => {
        const { text: out } = sanitize(text);
        expect(out).not.toContain('HIDDEN');
        expect(out.split('seen').length).toBe(text.split('seen').length);
      }),
      { numRuns: 1000 },
    );
  });

  it('survives any string at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof sanitize(text).text === 'string'));
  });

  it('leaves words without marks alone', () => {
    const words = fc.array(fc.constantFrom('word', '言葉', 'é', '🎉', ' ', ', ', '.', '\n', '5 > 3', 'a < b'));
    fc.assert(fc.property(words, (parts) => sanitize(parts.join('')).text === parts.join('')));
  });

  it.each([
    '> ',
    '*a_ ',
    'x<?',
    'x<!A ',
    '[a][b]',
    '<a b="',
    '&#8203;',
    '<!-<!-- x -->- ',
    '\n\n> ',
    '- a\n  - b\n',
    '<title> ',
  ])('is not held up by 64 kB of %j', (piece) => {
    const { text } = sanitize(piece.repeat(65_536 / piece.length));
    expect(text).not.toContain('<!--');
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { html, markupOf, wrap } from '../../src/page/html/html.js';

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

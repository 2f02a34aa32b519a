import { describe, expect, it } from '@jest/globals';
import { briefText } from '../../../src/workflows/fix/rules/brief.js';

describe('the brief of an Editor', () => {
  const brief = { task: { text: 'Sort by date' }, map: 'src/', scope: [], isDryRun: false };

  it('says in which language people read, where it is another one than its own', () => {
    expect(briefText({ ...brief, lang: 'ja' })).toContain('every question in Japanese');
    expect(briefText({ ...brief, lang: 'en' })).toBe(briefText(brief));
    expect(briefText(brief)).not.toContain('Japanese');
  });
});

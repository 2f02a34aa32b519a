import { describe, expect, it } from '@jest/globals';
import { add, type Journal, nothing } from '../../../src/core/journal.js';
import { langOf } from '../../../src/main/phases/lang-of.js';

const knowing = (value: unknown): Journal =>
  add(nothing, { kind: 'step', name: 'known', began: 0, value, at: 0, by: 'gate' }).journal;

describe('the language of a run', () => {
  it.each(['en', 'ja'] as const)('is the one that it knew when it began (%s)', (lang) => {
    expect(langOf(knowing({ lang }))).toBe(lang);
  });

  it('is English for a run that came to know none', () => {
    expect(langOf(nothing)).toBe('en');
    for (const value of [null, 'ja', {}, { lang: 'xx' }]) expect(langOf(knowing(value))).toBe('en');
  });
});

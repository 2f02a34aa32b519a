import { describe, expect, it } from '@jest/globals';
import { ago, hueOfColor, hueOfName, took } from '../../src/page/html/ago.js';

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

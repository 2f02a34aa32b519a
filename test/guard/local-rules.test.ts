import { describe, expect, it } from '@jest/globals';
import { readLocalRules } from '../../src/guard/rules/pattern.js';

describe('guard.yml', () => {
  it('may be empty, or hold any of the three lists', () => {
    expect(readLocalRules('')).toEqual({ allow: [], ask: [], deny: [] });
    expect(readLocalRules('allow: ["argv:npm test"]\n')).toEqual({ allow: ['argv:npm test'], ask: [], deny: [] });
  });

  it.each(['allow: x', 'denny: []', '- a', 'allow: [1]', 'allow: ["', 'deny: ["curl *"]', 'deny: ["argv:a | b"]'])(
    'with %j in it is refused, and says why',
    (text) => {
      expect(() => readLocalRules(text)).toThrow(/Expected .*; found /);
    },
  );
});

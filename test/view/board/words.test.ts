import { describe, expect, it } from '@jest/globals';
import { boardWords } from '../../../src/text/lang/board/index.js';
import { languages } from '../../../src/text/lang/index.js';
import { table } from '../../../src/workflows/facilitate/rules/table.js';

const EVENTS = [
  'issue_created issue_closed issue_reopened labeled unlabeled assigned commented commit_pushed branch_linked pr_opened',
  'pr_ready pr_reviewed pr_merged pr_closed checks_finished blocked_added blocked_removed agent_started agent_ended status_moved',
].flatMap((line) => line.split(' '));

/** Words that are plain, in whichever table they stand. */
const plainWords = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(plainWords) : [];
};

describe.each(languages)('the words of the field (%s)', (lang) => {
  const say = boardWords(lang);

  it('has a word for every row of the table and every event', () => {
    const unsaid = [...table.map(({ rule }) => rule), 'unreadable'].filter((rule) => say.rule(rule) === rule);
    // These are words already, in English.
    expect(unsaid).toEqual(lang === 'en' ? ['closed', 'blocked'] : []);
    expect(EVENTS.filter((type) => say.event(type) === type)).toEqual(lang === 'en' ? ['assigned', 'commented'] : []);
  });

  it('are short enough to be read at a glance', () => {
    const { scoreNote: _, ...short } = say;
    for (const word of plainWords(short)) expect(word.length).toBeLessThanOrEqual(100);
  });

  it('say how long ago something was by the largest unit that fits', () => {
    const ages = ['08:59:30', '08:30:00', '05:00:00'].map((time) =>
      say.age(`2030-03-14T${time}Z`, '2030-03-14T09:00:00Z'),
    );
    expect(ages).toEqual(lang === 'en' ? ['now', '30 min', '4 h'] : ['今', '30分', '4時間']);
    expect(say.ago('2030-03-12T09:00:00Z', '2030-03-14T09:00:00Z')).toBe(lang === 'en' ? '2 days ago' : '2日前');
  });

  it('shows no time for what is none', () => {
    expect(say.observed('<b>')).not.toContain('<');
  });
});

describe('the words of the field', () => {
  it('have the same numbers in both languages', () => {
    const numbers = languages.map((lang) => {
      const say = boardWords(lang);
      const said = [
        say.written({ planned: 7, written: 5, deferred: 2 }),
        say.seen({ issues: 9, seen: 8 }),
        say.cost({ requests: 3, graphqlPoints: 4, ms: 2100 }),
        say.notWork([{ kind: 'pull', count: 6 }]),
        say.graphMore({ shown: 60, all: 286 }),
      ];
      return said.map((sentence) =>
        sentence
          .match(/[\d.]+\d|\d/g)
          ?.map(Number)
          .sort(),
      );
    });
    expect(numbers[0]).toEqual(numbers[1]);
  });
});

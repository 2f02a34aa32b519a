import { type Counted, checkWords } from '../../../src/text/lang/check/index.js';
import type { Language } from '../../../src/text/lang/index.js';
import { findingSentences, JUDGES, SENTENCE_KEYS } from '../../../src/text/lang/tamper/index.js';
import { each, type Part, part } from './samples.js';

const NONE = { broken: 0, refused: 0, fixed: 0, removed: 0, silenced: 0, unknown: 0, flaky: 0, before: 0, added: 0 };
const counted = (of: Partial<Counted>): Counted => ({ counts: NONE, passed: 12, weakened: 0, asks: 0, ...of });

/** Each finding of the check `tamper`, with words of a change in its places. */
const tamper = (lang: Language) =>
  Object.fromEntries(
    SENTENCE_KEYS.map((says) => [
      says,
      findingSentences([{ says, of: ['adds one month', 'toBe(3)', 'toBeDefined()'], judge: 'tests' }], lang),
    ]),
  );

const judges = (lang: Language) =>
  Object.fromEntries(
    JUDGES.map((judge) => [`config-edited (${judge})`, findingSentences([{ says: 'config-edited', judge }], lang)]),
  );

export const checks: readonly Part[] = [
  part(
    { title: 'The check crew/verify', file: 'src/text/lang/check/en.ts' },
    { en: checkWords('en'), ja: checkWords('ja') },
    {
      missingTool: each('go'),
      title: {
        weakened: each(counted({ weakened: 1 }), counted({ weakened: 2, counts: { ...NONE, broken: 1 } })),
        worse: each(counted({ counts: { ...NONE, broken: 1, refused: 2, fixed: 3 } })),
        unable: each(counted({})),
        unknown: each(counted({})),
        asks: each(counted({ asks: 1 })),
        fine: each(counted({}), counted({ passed: null }), counted({ counts: { ...NONE, fixed: 1 } })),
      },
      first: {
        worse: each({ ...NONE, refused: 1 }, { ...NONE, broken: 1 }, { ...NONE, broken: 2, refused: 2 }),
      },
      unable: { first: each({ expected: 'a lock file', found: 'none', remedy: 'Commit one.' }) },
      fault: { first: each('e-0123456789') },
      superseded: { first: each('`0a1b2c3`') },
      unjudged: {
        title: each<string | null>('.github/workflows/ci.yml', null),
        first: each<string | null>('.github/workflows/ci.yml', null),
      },
      between: each({ base: '`0a1b2c3`', head: '`4d5e6f7`', seconds: '12.3', sandbox: 'bubblewrap' }),
      list: {
        broken: each(2),
        refused: each(2),
        fixed: each(2),
        removed: each(2),
        silenced: each(2),
        unknown: each(2),
        flaky: each(2),
        before: each(2),
        added: each(2),
      },
      lines: each('npm test'),
      log: each({ step: 'npm test', digest: '0a1b2c3d' }, { step: 'go vet', digest: null }),
      again: each({ step: 'npm test', side: 'base', n: 2 }),
      more: each(3),
      run: each('https://github.com/acme/shop/actions/runs/1'),
    },
  ),
  part(
    { title: 'Findings in tests and their configuration', file: 'src/text/lang/tamper/en.ts' },
    { en: { ...tamper('en'), ...judges('en') }, ja: { ...tamper('ja'), ...judges('ja') } },
    {},
  ),
];

// What is said of a fix that is done: what changed, why, how it was verified (specs/editor.md, "Summary"). No commit message, no pull
// request text: those are made of other things by others.
import type { FixMessages } from '../../../text/lang/fix/messages.js';
import { plainWords } from '../../../text/quote.js';
import { leftOut, ownWords } from './own-words.js';
import { type Part, page } from './page.js';
import type { FixRecords } from './records.js';
import { changeClaims, costClaim } from './states.js';
import { isShown, verifiedClaims } from './verified.js';

/** The summary, ready to be posted. */
export function summary(records: FixRecords, say: FixMessages): string {
  return page(
    [
      { lead: say.end({ is: 'done', shown: isShown(records) }) },
      ...changeParts(records, say),
      ...verifiedParts(records),
      { quoted: 'excluded', words: excludedOf(records) },
      ...showParts(records, say),
      ...costParts(records),
    ],
    say,
  );
}

/** What changed, and why, each by the record first and by the Editor's words below. */
export function changeParts(records: FixRecords, say: FixMessages): readonly Part[] {
  const [whole, ...files] = changeClaims(records.diff);
  const { what = '', why = '' } = records.words ?? {};
  const left = leftOut(what) + leftOut(why);
  return [
    { heading: 'what' },
    { claims: whole ? [whole] : [], as: 'lines' },
    { claims: files, as: 'items' },
    { quoted: 'what', words: ownWords(what) },
    { heading: 'why' },
    { quoted: 'asked', words: askedOf(records) },
    { quoted: 'why', words: ownWords(why) },
    { lead: left > 0 ? say.leftOut(left) : ownWords(why) === '' ? say.nothingSaid : '' },
  ];
}

/** Failing tests that the task does not cover, in the Editor's words. */
export const excludedOf = ({ excluded = [] }: FixRecords): string =>
  excluded.map(({ test, why }) => `- ${plainWords(`${test}: ${why}`).replace(/\s*\n(?:- )?/g, ' ')}`).join('\n');

/** At a terminal the run has a name that can be typed; elsewhere its page is linked by whoever posts this. */
const showParts = ({ run, place }: FixRecords, say: FixMessages): readonly Part[] =>
  place === 'terminal' ? [{ heading: 'next' }, { items: [say.can({ is: 'show', run }, place)] }] : [];

/** The verdict stands for itself; what it rests on follows as a list. */
export function verifiedParts(records: FixRecords): readonly Part[] {
  const [verdict, ...rest] = verifiedClaims(records);
  return [{ heading: 'verified' }, { claims: verdict ? [verdict] : [], as: 'lines' }, { claims: rest, as: 'items' }];
}

export const costParts = (records: FixRecords): readonly Part[] => [
  { heading: 'cost' },
  { claims: costClaim(records), as: 'lines' },
];

const LONGEST_ASKED = 500;

/** The task in the person's words, as far as it is read at a glance. */
export function askedOf({ asked }: FixRecords): string {
  const words = plainWords(asked);
  return words.length > LONGEST_ASKED ? `${words.slice(0, LONGEST_ASKED).trimEnd()}…` : words;
}

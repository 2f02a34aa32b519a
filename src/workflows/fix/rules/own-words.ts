// What an Editor may say in its own words: what it changed, and why. What only a record can say (tests, pushes, results) is taken out,
// sentence by sentence, in English and Japanese (decisions B). In doubt a sentence goes: the records say it anyway.
import { stripInvisible } from '../../../text/invisible.js';
import { plainWords } from '../../../text/quote.js';
import { readingsOf } from '../../../text/readings.js';
import { ABOUT, CLAIMS, OF_PROGRAMS } from './result-words.js';
import { sentencesOf } from './sentences.js';

/** Nobody writes so in good faith: "tеsts" with a letter that is not Latin, and "t e s t s". */
const OTHER = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]`;
const TRICK = new RegExp(
  String.raw`\p{Script=Latin}[\p{M}'’]{0,4}${OTHER}|${OTHER}\p{M}{0,4}\p{Script=Latin}|(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){3}\p{L}(?![\p{L}\p{N}])`,
  'u',
);

/** Names as programs spell them are not sentences: `test/sum.test.js`, `passesFilter`, `check_all()`. A plain word stays one. */
const NAME = /`[^`\s]*(?:[/\\_.:$#]|[a-z\d][A-Z]|\(\))[^`\s]*`|(?<![\w`])(?:[\w@-]+\/)+[\w@.-]+\.\w+(?![\w`])/gu;

/** Says whether a sentence claims what only a record may. */
export const claimsResult = (sentence: string): boolean => isAny(sentence, CLAIMS);

/** Says whether a sentence is about checks, pushes or results at all. */
export const speaksOfResults = (sentence: string): boolean => isAny(sentence, ABOUT) || isAny(sentence, CLAIMS);

/** Longer than anybody's sentence: nobody reads it, and rules would take their time. */
const LONGEST = 600;

function isAny(sentence: string, rules: readonly RegExp[]): boolean {
  if (sentence.length > LONGEST) return true;
  const seen = stripInvisible(sentence).text.normalize('NFKC');
  const bare = seen.replace(NAME, ' ');
  const readings = [bare, bare.replace(/[*_~`]+/g, '')];
  const all = readings.flatMap((text) =>
    readingsOf(text).map(({ text: read }) => withoutMarks(read.normalize('NFKC'))),
  );
  return TRICK.test(seen) || all.flatMap(ofNoProgram).some((text) => rules.some((rule) => rule.test(text)));
}

/** Without what programs do; and so that what it begins with is a word. */
function ofNoProgram(text: string): readonly string[] {
  const left = OF_PROGRAMS.reduce((all, phrase) => all.replace(phrase, ' '), text);
  return [left, left.replace(/^[\s\p{P}]+/u, '')];
}

/** Marks above and below letters change no word for whoever reads it. */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');

/** How many of its sentences are not left. */
export function leftOut(text: string, drops: (sentence: string) => boolean = speaksOfResults): number {
  const sentences = plainWords(text)
    .split('\n')
    .flatMap((line) => sentencesOf(line.replace(/^- /, '')));
  return sentences.filter(drops).length;
}

/** What is left of its words; '' when nothing is. */
export function ownWords(text: string, drops: (sentence: string) => boolean = speaksOfResults): string {
  return plainWords(text)
    .split('\n')
    .map((line) => {
      const item = line.startsWith('- ') ? '- ' : '';
      const kept = sentencesOf(line.slice(item.length)).filter((sentence) => !drops(sentence));
      return /[\p{L}\p{N}]/u.test(kept.join(' ')) ? item + kept.join(' ') : '';
    })
    .filter((line) => line !== '')
    .join('\n');
}

// Japanese for texts that are written in English in the code that finds a problem. They are looked up by their English text.
import type { ErrorParts } from '../../ports/errors.js';
import { errorPhrases, type Phrases } from './phrases-errors.ja.js';
import { doctorPhrases, reasonPhrases } from './phrases-findings.ja.js';
import { terminalPhrases } from './phrases-terminal.ja.js';

export const PHRASES: Phrases = [...errorPhrases, ...terminalPhrases, ...reasonPhrases, ...doctorPhrases];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Phrases with more text of their own come first, so that a general phrase never matches in place of a special one. */
const TABLE = PHRASES.map(([english, japanese]) => ({
  pattern: new RegExp(`^${english.split('{}').map(escaped).join('(.*?)')}$`, 's'),
  japanese,
  own: english.replaceAll('{}', '').length,
})).sort((a, b) => b.own - a.own);

/** The message of a UserError. */
const ERROR = /^Expected (.+); found (.+?)\. (.+)$/s;

/** The text in Japanese; a text that is not in the tables stays in English. */
export function inJapanese(text: string): string {
  const [, expected, found, remedy] = ERROR.exec(text) ?? [];
  if (expected !== undefined && found !== undefined && remedy !== undefined)
    return errorInJapanese({ expected, found, remedy });
  for (const { pattern, japanese } of TABLE) {
    const found = pattern.exec(text);
    if (!found) continue;
    let n = 0;
    return japanese.replace(/\{(\d?)\}/g, (_, place: string) => {
      n += 1;
      return found[place === '' ? n : Number(place) + 1] ?? '';
    });
  }
  return text;
}

/** A user error with every known phrase in Japanese. */
export const errorInJapanese = ({ expected, found, remedy }: ErrorParts): string =>
  `必要なもの: ${inJapanese(expected)}。実際: ${inJapanese(found)}。${inJapanese(remedy)}`;

// Japanese for texts that are written in English in the code that finds a problem. They are looked up by their English text.
import type { ErrorParts } from '../../ports/errors.js';
import { configFound, configKinds, configRemedies } from './phrases-config.ja.js';
import { errorPhrases, type Phrases } from './phrases-errors.ja.js';
import { doctorPhrases, factReasons, reasonPhrases } from './phrases-findings.ja.js';
import { terminalPhrases } from './phrases-terminal.ja.js';

export const PHRASES: Phrases = [...errorPhrases, ...terminalPhrases, ...reasonPhrases, ...doctorPhrases];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Row {
  readonly pattern: RegExp;
  readonly japanese: string;
  readonly own: number;
}

/** Phrases with more text of their own come first, so that a general phrase never matches in place of a special one. */
const tableOf = (phrases: Phrases): readonly Row[] =>
  phrases
    .map(([english, japanese]) => ({
      pattern: new RegExp(`^${english.split('{}').map(escaped).join('(.*?)')}$`, 's'),
      japanese,
      own: english.replaceAll('{}', '').length,
    }))
    .sort((a, b) => b.own - a.own);

const TABLE = tableOf(PHRASES);
const CONFIG = { found: tableOf(configFound), remedies: tableOf(configRemedies), kinds: tableOf(configKinds) };

const FACT_REASONS = tableOf(factReasons);

/** The text by a table, with its values put through `value`; a text that is not in the table stays in English. */
function lookUp(table: readonly Row[], text: string, value = (part: string): string => part): string {
  for (const { pattern, japanese } of table) {
    const found = pattern.exec(text);
    if (!found) continue;
    let n = 0;
    return japanese.replace(/\{(\d?)\}/g, (_, place: string) => {
      n += 1;
      return value(found[place === '' ? n : Number(place) + 1] ?? '');
    });
  }
  return text;
}

/** Why a statement of a document is wrong. */
export const factReasonInJapanese = (why: string): string => lookUp(FACT_REASONS, why);

/** The message of a UserError. */
const ERROR = /^Expected (.+); found (.+?)\. (.+)$/s;

/** A problem of the configuration: "line 7: `fix.dratf` is not a setting; did you mean `fix.draft`?" */
const PROBLEM =
  /^(with the defaults of the owner's repository \.github: )?line (\d+): (the file|`[^`]*`) is (.+?); (.+)$/s;

/** The text in Japanese; a text that is not in the tables stays in English. */
export function inJapanese(text: string): string {
  const [, owners, line, place, state, advice] = PROBLEM.exec(text) ?? [];
  if (line !== undefined && state !== undefined && advice !== undefined) {
    const kind = (part: string): string => lookUp(CONFIG.kinds, part);
    const where = place === 'the file' ? 'ファイル' : place;
    const from = owners === undefined ? '' : 'オーナーの .github リポジトリの既定値と合わせて: ';
    return `${from}${line} 行目: ${where}: ${lookUp(CONFIG.found, state)}。${lookUp(CONFIG.remedies, advice, kind)}`;
  }
  const [, expected, found, remedy] = ERROR.exec(text) ?? [];
  if (expected !== undefined && found !== undefined && remedy !== undefined)
    return errorInJapanese({ expected, found, remedy });
  return lookUp(TABLE, text);
}

/** A user error with every known phrase in Japanese. */
export const errorInJapanese = ({ expected, found, remedy }: ErrorParts): string =>
  `必要なもの: ${inJapanese(expected)}。実際: ${inJapanese(found)}。${inJapanese(remedy)}`;

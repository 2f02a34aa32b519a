// Translates texts that the code writes in English, such as user errors and findings of `crew doctor`, into Japanese. The tables are keyed by
// the English text. Used by index.ts and ja.ts here, by check/ja.ts, and by src/workflows/write/messages.ja.ts.
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
  readonly literalCharacters: number;
}

/** The phrases as patterns. Those with more literal characters come first, so that `{}` does not match before a more specific phrase. */
const tableOf = (phrases: Phrases): readonly Row[] =>
  phrases
    .map(([english, japanese]) => ({
      pattern: new RegExp(`^${english.split('{}').map(escaped).join('(.*?)')}$`, 's'),
      japanese,
      literalCharacters: english.replaceAll('{}', '').length,
    }))
    .sort((a, b) => b.literalCharacters - a.literalCharacters);

const TABLE = tableOf(PHRASES);
const CONFIG = { found: tableOf(configFound), remedies: tableOf(configRemedies), kinds: tableOf(configKinds) };

const FACT_REASONS = tableOf(factReasons);

/** Translates a text by a table. `value` changes the values in it. A text that is not in the table stays in English. */
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

/** Translates the reason why a statement in a document is wrong. */
export const factReasonInJapanese = (why: string): string => lookUp(FACT_REASONS, why);

/** The English message of a UserError, as `userError` of en.ts writes it. */
const ERROR = /^crew needs (.+), but found (.+?)\. (.+)$/s;

/** A problem of the configuration: "line 7: `fix.dratf` is not a setting; did you mean `fix.draft`?" */
const PROBLEM =
  /^(with the defaults of the owner's repository \.github: )?line (\d+): (the file|`[^`]*`) is (.+?); (.+)$/s;

/** Translates a text; one that is not in the tables stays in English. */
export function inJapanese(text: string): string {
  const [, ownerDefaults, line, place, state, advice] = PROBLEM.exec(text) ?? [];
  if (line !== undefined && state !== undefined && advice !== undefined) {
    const kind = (part: string): string => lookUp(CONFIG.kinds, part);
    const where = place === 'the file' ? 'ファイル' : place;
    const from = ownerDefaults === undefined ? '' : 'オーナーの .github リポジトリの既定値と合わせて: ';
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

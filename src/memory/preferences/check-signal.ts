// Checks signals that a model claims to have seen. Pure. Specification: parent-session, "学習済み好み（Learned Preferences）" and the quality
// check of its proposals. A signal is dropped if its quote is not in the source, if it is in code or a quotation there, or if the author
// has no write access. Used by src/workflows/retrospect, and by decide.ts for new wordings of preferences.
import { unquotedText } from '../../text/unquoted-text.js';
import type { ClaimedSignal, Cluster, PreferenceSignal, SignalSource } from './state.js';

/** Why a signal is dropped. */
export type Dropped = 'no-source' | 'no-rights' | 'no-quote' | 'forbidden-subject' | 'malformed';
export type Checked = { readonly signal: PreferenceSignal } | { readonly dropped: Dropped };

/** A shorter quote is dropped, because it could match by chance. In characters. */
const MIN_QUOTE_LENGTH = 4;
const MAX_QUOTE_LENGTH = 300;
const MAX_STATEMENT_LENGTH = 300;
const TOPIC = /^[a-z0-9][a-z0-9_]{1,59}$/;

/** The signal with author, time and quote from its source, or why it is dropped. */
export function checkSignal(
  claimed: ClaimedSignal,
  sources: readonly SignalSource[],
  run: Pick<PreferenceSignal, 'taskKind' | 'run'>,
): Checked {
  if (!TOPIC.test(claimed.topic) || !isStatement(claimed.statement)) return { dropped: 'malformed' };
  const source = sources.find(({ id }) => id === claimed.source);
  if (!source) return { dropped: 'no-source' };
  if (!source.mayWrite) return { dropped: 'no-rights' };
  const quote = quotedSentences(claimed.quote, source.text);
  if (quote === undefined) return { dropped: 'no-quote' };
  const texts = [claimed.statement, claimed.action, claimed.scope].filter((text) => text !== undefined);
  if (texts.some((text) => isForbidden(text, claimed.cluster))) return { dropped: 'forbidden-subject' };
  // A signal is explicit only if the person wrote "always", "never" or the like.
  const isDowngraded = claimed.kind === 'explicit' && !EXPLICIT.test(quote);
  const { cluster, topic, statement, action, scope } = claimed;
  const { id, author, time, url } = source;
  const kind = isDowngraded ? 'correction' : claimed.kind;
  const claimedWords = claimed.quote === quote ? {} : { claimed: claimed.quote };
  return {
    signal: {
      ...claimedWords,
      kind,
      cluster,
      topic,
      statement,
      action,
      scope,
      quote,
      source: id,
      author,
      time,
      url,
      ...run,
    },
  };
}

/** The signals that pass the check. */
export const checkedSignals = (
  signals: readonly ClaimedSignal[],
  sources: readonly SignalSource[],
  { taskKind, run }: Pick<PreferenceSignal, 'taskKind' | 'run'>,
): readonly PreferenceSignal[] =>
  signals.flatMap((each) => {
    const checked = checkSignal(each, sources, { taskKind, run });
    return 'signal' in checked ? [checked.signal] : [];
  });

const isStatement = (text: string): boolean => text.trim() !== '' && text.length <= MAX_STATEMENT_LENGTH;

/** Words with which a person states a rule. */
const EXPLICIT =
  /\b(?:always|never|every time|from now on|must not|at no time)\b|必ず|常に|いつも|毎回|絶対|決して|今後は|二度と/i;

/**
 * The whole sentences that contain the quote, so that "always use tabs" is not taken from "I do not always use tabs". Undefined if the
 * author did not write it.
 */
export function quotedSentences(quote: string, text: string): string | undefined {
  const words = normalized(unquotedText(quote));
  if ([...words].length < MIN_QUOTE_LENGTH) return undefined;
  for (const line of unquotedText(text).split('\n')) {
    const written = normalized(line);
    const from = written.indexOf(words);
    if (from >= 0) return sentencesAround(written, from, from + words.length);
  }
  return undefined;
}

const normalized = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** The sentences of a line that the range touches, cut to the longest quote. */
function sentencesAround(line: string, from: number, to: number): string {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(line)];
  const around = sentences.filter(({ index, segment }) => index < to && index + segment.length > from);
  const text = around
    .map(({ segment }) => segment)
    .join('')
    .trim();
  return text.length <= MAX_QUOTE_LENGTH ? text : `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…`;
}

/** Subjects that a preference may not have. */
const FORBIDDEN_SUBJECTS =
  /\b(?:secur\w*|insecur\w*|safe(?:ty|ly|guards?)?|unsafe|vulnerab\w*|auth(?:entication|orization|enticat\w*|oriz\w*)?|permissions?|passwords?|secrets?|credentials?|api keys?|tls|ssl|certificates?|encrypt\w*|sandbox|injection|sanitiz\w*|sanitis\w*|untrusted|trusted)\b|セキュリティ|安全|脆弱|認証|認可|権限|パスワード|秘密|機密|資格情報|証明書|暗号|サンドボックス|インジェクション/i;
/** Subjects that a preference may not weaken. */
const QUALITY_SUBJECTS =
  /\b(?:tests?|testing|tested|untested|specs?|assertions?|coverage|verif\w*|validat\w*|checks?|lint\w*|ci|review(?:s|ed|ing)?|correct(?:ness|ly)?|complete(?:ness|ly)?|accura\w*|errors?|error handling|edge cases?|requirements?|bugs?)\b|テスト|検証|確認|検査|レビュー|正確|正し|完全|網羅|エラー|例外|要件|バグ/i;
/** Words with which a text weakens a subject. */
const WEAKENING_WORDS =
  /\b(?:no|not|never|don'?t|doesn'?t|without|skip\w*|ignor\w*|omit\w*|disabl\w*|remov\w*|delet\w*|avoid\w*|less|fewer|only if asked|unless asked|optional|bypass\w*|leave out|drop\w*|stop\w*|reduc\w*|weaken\w*|relax\w*|suppress\w*|silenc\w*|unnecessary|needn'?t|fine|incomplete|partial|rough|later|minimal|minimum)\b|しない|せず|不要|省|スキップ|飛ば|無視|無効|削除|消|除|やめ|避け|減ら|緩|なし|無し|ない|後回し|抑制|最小|任意/i;

/** Whether a text concerns security or weakens correctness, completeness, safety or tests. In doubt true, because a refused preference costs nothing. */
export function isForbidden(text: string, cluster: Cluster): boolean {
  const plain = text.normalize('NFKC').replace(/[\p{Cf}’]/gu, (mark) => (mark === '’' ? "'" : ''));
  // A text of the cluster `avoid` names only what to avoid, without a word such as "not".
  return (
    FORBIDDEN_SUBJECTS.test(plain) ||
    (QUALITY_SUBJECTS.test(plain) && (cluster === 'avoid' || WEAKENING_WORDS.test(plain)))
  );
}

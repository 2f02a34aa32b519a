// Signals that need no model: sentences in which a person says how it is to be done from now on, and reasons of a rejection. Pure.
import type { ClaimedSignal, SignalSource } from '../../../memory/preferences/state.js';
import type { Signal } from '../../../ports/run.js';
import { digestOf } from '../../../text/digest.js';
import { ownWords } from '../../../text/own-words.js';

/** "Always" within a sentence is about the program; at its beginning, or with "from now on", it is about the work. */
const FROM_NOW_ON =
  /^(?:(?:please|and|so|ok(?:ay)?)[, ]+)?(?:always|never)\b|\b(?:from now on|going forward|in (?:the )?future|next time)\b|今後は|これからは|次からは|次回から|以後は/i;
const NOT = /\b(?:never|not|no longer|stop|don['’]?t)\b|しない|禁止|やめ/i;
const LONGEST = 300;

const sentencesIn = (text: string): readonly string[] =>
  ownWords(text)
    .split('\n')
    .flatMap((line) => [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(line)])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST);

/** The same words are the same topic, whatever their case, spaces and marks. */
const topicOf = (text: string): string =>
  `said_${digestOf(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{P}\s]+/gu, ' ')
      .trim(),
  ).slice(0, 12)}`;

/** Claimed signals of a run whose workflow asks no model about them. An issue's own text describes the program and is left out. */
export function saidSignals(sources: readonly SignalSource[], signals: readonly Signal[]): readonly ClaimedSignal[] {
  const rejected = new Set(signals.filter(({ is }) => is === 'reject').map(({ key }) => `signal-${key}`));
  return sources.flatMap((source) => {
    if (rejected.has(source.id)) return rejectionOf(source);
    return sentencesIn(source.text.replace(/^\s*\/crew\s+\S+/gim, ''))
      .filter((sentence) => FROM_NOW_ON.test(sentence))
      .map((sentence) => claim('explicit', sentence, source.id));
  });
}

function rejectionOf({ id, text }: SignalSource): readonly ClaimedSignal[] {
  const [first] = sentencesIn(text);
  return first === undefined ? [] : [claim('rejection', first, id)];
}

const claim = (kind: 'explicit' | 'rejection', sentence: string, source: string): ClaimedSignal => ({
  ...{ kind, source, quote: sentence, statement: sentence, topic: topicOf(sentence) },
  cluster: kind === 'rejection' || NOT.test(sentence) ? 'avoid' : 'defaults',
});

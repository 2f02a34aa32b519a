// Prepares a text for publishing: removes secrets and everything that would notify, close, start or fetch something.

import { addCounts, applyEdits, type Counts, type Edit } from './edit.js';
import { falseCodeEdits } from './github-flavour.js';
import { GITHUB_HOSTS } from './hosts.js';
import { stripInvisible } from './invisible.js';
import { readMarkdown } from './markdown-tree.js';
import { neutralLinkEdits } from './neutralise-links.js';
import { commandInSpanEdits, looseBacktickEdits, neutralWordEdits, type Subject } from './neutralise-words.js';
import { proseOf } from './prose.js';
import { fenced } from './quote.js';
import { redactPatterns, redactSecrets } from './redact-secrets.js';
import { MAX_POST_CHARACTERS, shorten } from './shorten.js';

/** The allowed hosts of links, and the issue that may be closed. */
type AllowedEffects = { readonly hosts: readonly string[]; readonly subject: Subject };

/**
 * Removes from a text everything that has an effect when it is posted on GitHub: mentions, closing keywords, commands, images, foreign
 * links. Undefined if the text would take too long to parse.
 */
export function neutralise(
  source: string,
  { hosts, subject }: AllowedEffects,
): ReturnType<typeof applyEdits> | undefined {
  const root = readMarkdown(source);
  if (root === undefined) return undefined;
  const prose = proseOf(source, root);
  const edits = [
    ...falseCodeEdits(source, root),
    ...neutralLinkEdits(source, root, hosts),
    ...prose.flatMap((text) => neutralWordEdits(text, { subject, hosts })),
    ...commandInSpanEdits(source, root),
  ];
  return applyEdits(source, edits.length === 0 ? [] : [...edits, ...guardEdits(source, prose)]);
}

// An edit beside an unpaired backtick or `<` could turn it into markup.
function guardEdits(source: string, prose: ReturnType<typeof proseOf>): Edit[] {
  const tags = prose.flatMap(({ glyphs }) =>
    glyphs.filter(({ char, start, end }) => char === '<' && end - start < 3 && /[a-z/!?]/i.test(source[end] ?? ' ')),
  );
  return [
    ...prose.flatMap(looseBacktickEdits),
    ...tags.map(({ start, end }) => ({ start, end, text: '&lt;', kind: '' })),
  ];
}

/** The text that may be published, and the number of replacements by kind. */
export type Redacted = { readonly text: string; readonly redactions: readonly { kind: string; count: number }[] };

/** The known secrets, the allowed hosts of links, and the issue that a closing keyword may name. */
export type RedactOptions = {
  readonly secrets: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly issue?: number;
  readonly repository?: string;
};

type State = { readonly text: string; readonly counts: Counts };

// Removing one thing can expose another. Real texts need two passes.
const MAX_PASSES = 8;

// Space for the two lines of a fence.
const FENCES = 20;

/**
 * Prepares a text for publishing: without secrets, and without anything that notifies, closes, starts or fetches. A text that still changes
 * after the last pass is published as code. crew's own markers are added afterwards.
 */
export function redact(text: string, options: RedactOptions): Redacted {
  const leave = allowedEffects(options);
  let current: State = { text, counts: {} };
  for (let look = 0; look < MAX_PASSES; look++) {
    const clean = withinLimit(withoutSecrets(current, options.secrets));
    const next = withinLimit(withoutEffects(clean, leave));
    if (next.text === current.text) return resultOf(next);
    current = next;
  }
  return resultOf(asCode(withoutSecrets(current, options.secrets)));
}

function allowedEffects({ allowedHosts = GITHUB_HOSTS, issue, repository }: RedactOptions): AllowedEffects {
  const subject = { ...(issue !== undefined && { issue }), ...(repository !== undefined && { repository }) };
  return { hosts: allowedHosts.map((host) => host.toLowerCase()), subject };
}

function withoutSecrets({ text, counts }: State, secrets: readonly string[]): State {
  const visible = stripInvisible(text);
  const known = redactSecrets(visible.text, secrets);
  const shaped = redactPatterns(known.text);
  return { text: shaped.text, counts: [visible.removed, known.counts, shaped.counts].reduce(addCounts, counts) };
}

function withoutEffects({ text, counts }: State, leave: AllowedEffects): State {
  const next = neutralise(text, leave);
  return next === undefined ? asCode({ text, counts }) : { text: next.text, counts: addCounts(counts, next.counts) };
}

function asCode({ text, counts }: State): State {
  const inert = fenced(text);
  if (inert === text) return { text, counts };
  const room = MAX_POST_CHARACTERS - FENCES;
  return {
    text: inert.length > MAX_POST_CHARACTERS ? fenced(shorten(text, room)) : inert,
    counts: addCounts(counts, { markup: 1 }),
  };
}

function withinLimit({ text, counts }: State): State {
  if (text.length <= MAX_POST_CHARACTERS) return { text, counts };
  return { text: shorten(text, MAX_POST_CHARACTERS), counts: addCounts(counts, { length: 1 }) };
}

function resultOf({ text, counts }: State): Redacted {
  return { text, redactions: Object.entries(counts).map(([kind, count]) => ({ kind, count })) };
}

// Prepares a text for publishing on GitHub: removes secrets and everything that would notify people, close issues, start commands or fetch
// addresses. Used by ask, review and task for what models wrote, and by `crew sanitize`.

import { addCounts, applyEdits, type Counts, type Edit } from './edit.js';
import { falseCodeEdits } from './github-flavour.js';
import { GITHUB_HOSTS } from './hosts.js';
import { stripInvisible } from './invisible.js';
import { readMarkdown } from './markdown-tree.js';
import { neutralLinkEdits } from './neutralise-links.js';
import { type ClosableIssue, commandInSpanEdits, neutralWordEdits, unpairedBacktickEdits } from './neutralise-words.js';
import { proseOf } from './prose.js';
import { inertCodeBlock } from './quote.js';
import { redactPatterns, redactSecrets } from './redact-secrets.js';
import { MAX_POST_CHARACTERS, shorten } from './shorten.js';

/** The allowed hosts of links, and the issue that may be closed. */
type AllowedEffects = { readonly hosts: readonly string[]; readonly closableIssue: ClosableIssue };

/**
 * Removes from a text everything that has an effect when it is posted on GitHub: mentions, closing keywords, commands, images, foreign
 * links. Undefined if the text would take too long to parse.
 */
export function neutralise(
  source: string,
  { hosts, closableIssue }: AllowedEffects,
): ReturnType<typeof applyEdits> | undefined {
  const root = readMarkdown(source);
  if (root === undefined) return undefined;
  const prose = proseOf(source, root);
  const edits = [
    ...falseCodeEdits(source, root),
    ...neutralLinkEdits(source, root, hosts),
    ...prose.flatMap((text) => neutralWordEdits(text, { closableIssue, hosts })),
    ...commandInSpanEdits(source, root),
  ];
  return applyEdits(source, edits.length === 0 ? [] : [...edits, ...escapeUnpairedMarks(source, prose)]);
}

// An unpaired backtick or `<` is text, but could become markup by an edit beside it.
// A `<` that takes three or more characters in the source is a character reference such as `&lt;`, and stays.
function escapeUnpairedMarks(source: string, prose: ReturnType<typeof proseOf>): Edit[] {
  const tags = prose.flatMap(({ glyphs }) =>
    glyphs.filter(({ char, start, end }) => char === '<' && end - start < 3 && /[a-z/!?]/i.test(source[end] ?? ' ')),
  );
  return [
    ...prose.flatMap(unpairedBacktickEdits),
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

/** The text after some steps, and the number of replacements so far. */
type State = { readonly text: string; readonly counts: Counts };

// Removing one thing can expose another. Real texts need two passes.
const MAX_PASSES = 8;

// Space for the first and last line of a code block.
const FENCE_CHARACTERS = 20;

/**
 * The text without secrets and without anything that has an effect on GitHub, at most 60,000 characters long. A text that still changes after
 * the last pass is published as a code block. Callers add crew's own markers afterwards.
 */
export function redact(text: string, options: RedactOptions): Redacted {
  const allowed = allowedEffects(options);
  let current: State = { text, counts: {} };
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const clean = withinLimit(withoutSecrets(current, options.secrets));
    const next = withinLimit(withoutEffects(clean, allowed));
    if (next.text === current.text) return resultOf(next);
    current = next;
  }
  return resultOf(asCode(withoutSecrets(current, options.secrets)));
}

function allowedEffects({ allowedHosts = GITHUB_HOSTS, issue, repository }: RedactOptions): AllowedEffects {
  const closableIssue = { ...(issue !== undefined && { issue }), ...(repository !== undefined && { repository }) };
  return { hosts: allowedHosts.map((host) => host.toLowerCase()), closableIssue };
}

function withoutSecrets({ text, counts }: State, secrets: readonly string[]): State {
  const visible = stripInvisible(text);
  const known = redactSecrets(visible.text, secrets);
  const recognised = redactPatterns(known.text);
  return {
    text: recognised.text,
    counts: [visible.removed, known.counts, recognised.counts].reduce(addCounts, counts),
  };
}

function withoutEffects({ text, counts }: State, allowed: AllowedEffects): State {
  const next = neutralise(text, allowed);
  return next === undefined ? asCode({ text, counts }) : { text: next.text, counts: addCounts(counts, next.counts) };
}

/** The text as a code block, in which nothing has an effect. */
function asCode({ text, counts }: State): State {
  const inert = inertCodeBlock(text);
  if (inert === text) return { text, counts };
  const maxTextCharacters = MAX_POST_CHARACTERS - FENCE_CHARACTERS;
  return {
    text: inert.length > MAX_POST_CHARACTERS ? inertCodeBlock(shorten(text, maxTextCharacters)) : inert,
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

// Shows text of other authors in crew's messages: as inline code, as a quotation, or in a code block. No text can end its quotation or code
// block. Used by most messages (src/text/lang) and workflows, by src/view, and in this folder.
import { stripInvisible } from './invisible.js';

/** A text as plain paragraphs and list items, one line each: without code blocks, table and heading marks, and invisible characters. */
export function plainWords(text: string): string {
  // Without code blocks. One whose fence is not closed ends with the text.
  return linesOf(
    stripInvisible(text).text.replace(
      /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm,
      '',
    ),
  );
}

/** A question and its choices as plain paragraphs and list items. Code stays, since the question may be about it. */
export function plainQuestion(question: string, choices: readonly string[] = []): string {
  const items = choices.map((choice) => `- ${choice.replace(/\s+/g, ' ')}`);
  const text = stripInvisible([question, ...items].join('\n')).text;
  // Of a code block only the fences are removed.
  return linesOf(text.replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm, '')) || NO_WORDS;
}

/** Replaces an empty question. */
const NO_WORDS = '…';

/** Each line without quotation, heading and table marks, and with `-` as its list mark. Lines without a letter or digit are left out. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s>#|]+/, '')
        .replace(/^(?:[-*+•]|\d+[.)])\s+/, '- ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n');
}

/** The text as a Markdown quotation. Each line becomes a paragraph, except list items, which stay together. */
export function blockquote(words: string): string {
  return words
    .split('\n')
    .flatMap((line, n, all) =>
      n > 0 && !(isItem(line) && isItem(all[n - 1] ?? '')) ? ['>', `> ${line}`] : [`> ${line}`],
    )
    .join('\n');
}

/** A Markdown document as a quotation, line by line, so that its tables and lists stay whole. */
export const quotedDocument = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const isItem = (line: string): boolean => line.startsWith('- ');

/** The unchanged text in a code block. Its fence is longer than any run of backticks in the text. */
export function codeBlock(text: string, language: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const FENCE = '~~~~';

/**
 * The text in a code block, so that no mention, link or command in it has an effect. Runs of `~` are shortened, so they cannot close the block.
 * Applying the function twice has the same result as once.
 */
export function inertCodeBlock(text: string): string {
  // 5: the fence and its line break.
  const inside = text.startsWith(`${FENCE}\n`) && text.endsWith(`\n${FENCE}`) ? text.slice(5, -5) : text;
  return `${FENCE}\n${inside.replace(/~{3,}/g, '~~')}\n${FENCE}`;
}

/** Text as inline code: on one line, without backticks, at most 60 characters. */
export const code = (words: string): string => inlineCode(words, 60);

/** The name of a test or a command as inline code: on one line, without backticks, at most 120 characters. */
export const longCode = (words: string): string => inlineCode(words, 120);

function inlineCode(words: string, maxCharacters: number): string {
  const line = words.replace(/[\s`]+/g, (gap) => (gap.includes('`') ? "'" : ' ')).trim();
  const shown = line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
  return `\`${shown || ' '}\``;
}

/** `#12` or `owner/name#12`. */
const ISSUE = /^(?:[\w.-]+\/[\w.-]+)?#\d+$/;
const SHA = /^[0-9a-f]{12,40}$/;

/** Whether GitHub links the text to an issue or a pull request: `#12`, `owner/name#12`. */
export const isIssueRef = (ref: string | undefined): boolean => ref !== undefined && ISSUE.test(ref);

/** A reference in a message: an issue or pull request unchanged, so that GitHub links it; a commit shortened; anything else as code. */
export function shownRef(ref: string): string {
  if (isIssueRef(ref)) return ref;
  return SHA.test(ref) ? ref.slice(0, 7) : code(ref);
}

// Other ways to write the same word, for bash: quote removal gives back every one of them.
import { forEachChild, parse, type SyntaxNode } from 'unbash';
import type { Chance } from './chance.js';

/** Only words without a meaning to the shell can be quoted and stay what they are. */
const ORDINARY = /^[\w./:=+@%,-]+$/;
const KEYWORDS = new Set(
  'if then else elif fi case esac for select while until do done in function time coproc { } ! [['.split(' '),
);

interface Span {
  readonly pos: number;
  readonly end: number;
  readonly text: string;
}

/** The words of a line's commands that may be written otherwise. */
export function wordsOf(line: string): readonly Span[] {
  const found: Span[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') {
      for (const word of [...(node.name ? [node.name] : []), ...node.args])
        if (word.type === 'Word' && ORDINARY.test(word.text) && !KEYWORDS.has(word.text)) found.push(word);
    }
    if (node.type !== 'CommandExpansion') forEachChild(node, visit);
  };
  visit(parse(line));
  return found;
}

const SPELLINGS: readonly ((word: string, at: number) => string)[] = [
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word, at) => `${word.slice(0, at)}""${word.slice(at)}`,
  (word, at) => `${word.slice(0, at)}''${word.slice(at)}`,
  (word, at) => `${word.slice(0, at)}"${word.slice(at)}"`,
  (word, at) => `'${word.slice(0, at)}'${word.slice(at)}`,
  (word, at) => `${word.slice(0, at)}\\${word.slice(at)}`,
  (word) => [...word].map((letter) => `\\${letter}`).join(''),
];

/** With words in other spellings; the shell reads the same. */
export function respell(line: string, chance: Chance): string {
  let text = line;
  for (const { pos, end, text: word } of wordsOf(line).toReversed()) {
    if (chance.below(2) === 0) continue;
    text = `${text.slice(0, pos)}${chance.one(SPELLINGS)(word, chance.below(word.length))}${text.slice(end)}`;
  }
  return text;
}

/** In C's spelling, which the guard asks about. */
export function inC(line: string, chance: Chance): string {
  const spans = wordsOf(line);
  if (spans.length === 0) return line;
  const { pos, end, text } = chance.one(spans);
  const coded = [...text].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join('');
  return `${line.slice(0, pos)}$'${coded}'${line.slice(end)}`;
}

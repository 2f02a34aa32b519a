import { secretIn } from '../text/secret-shapes.js';
import type { Path } from './problem.js';

const longest = 60;

/** A value as a sentence can hold it: one line, short, and never a secret, since problems end up in public logs. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  return typeof value === 'object' ? 'a group of settings' : String(value);
}

/** A path as one reads it: `verify.steps[0].run`. */
export function spell(path: Path): string {
  const spelled = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : part === '' ? '.""' : `.${shorten(part)}`))
    .join('');
  return spelled.replace(/^\./, '');
}

function shorten(text: string): string {
  if (secretIn(text) !== undefined) return '(hidden)';
  const plain = text.replace(/[\p{Cc}\p{Cf}`]+/gu, ' ');
  const characters = [...plain];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : plain;
}

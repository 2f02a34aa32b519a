import { visible } from '../shown.js';
import { difference } from './differences.js';
import { type Flat, readable } from './flat.js';
import { type Near, nearestLines } from './nearest.js';
import type { Misfit } from './replace.js';

/** Why an edit was not made, and what to do about it. */
export function explain(misfit: Misfit, flat: Flat): string {
  if (misfit.kind === 'overlap')
    return `Edits ${misfit.edit} and ${misfit.other} touch the same text, at line ${misfit.line}. Make one edit of them.`;
  if (misfit.kind === 'too much')
    return `Edit ${misfit.edit}: that is more than an edit may replace (500,000 places, 64 MB). Do it with a command.`;
  if (misfit.kind === 'several')
    return `Edit ${misfit.edit}: its old text stands at ${misfit.lines.length === 20 ? 'more than 20 places, lines' : 'lines'} ${misfit.lines.join(', ')}. Add the lines around the one you mean, or set all.`;
  const sought = misfit.old.replace(/\n$/, '').split('\n');
  const near = nearestLines(readable(flat.text).split('\n'), sought);
  if (near === null)
    return `Edit ${misfit.edit}: its old text is not in the file, nor anything like it. Read the file again.`;
  return [
    `Edit ${misfit.edit}: its old text is not in the file. The nearest is:`,
    ...shownLines(near),
    ...differencesOf(near, sought),
  ].join('\n');
}

const MOST_SHOWN = 30;
const WIDEST = 500;

const shownLines = ({ at, lines }: Near): readonly string[] =>
  lines.slice(0, MOST_SHOWN).map((line, n) => `${at + n + 1}\t${visible(line).slice(0, WIDEST)}`);

const MOST_NAMED = 8;

function differencesOf({ at, lines }: Near, sought: readonly string[]): readonly string[] {
  const all = lines.flatMap((line, n) => {
    const what = difference(line, sought[n] ?? '');
    return what === null ? [] : [`Line ${at + n + 1}: ${what}.`];
  });
  const left = all.length - MOST_NAMED;
  return [...all.slice(0, MOST_NAMED), ...(left > 0 ? [`${left} more lines differ.`] : [])];
}

// A file as a diff leaves it, from the file as it was. The diff was made by git on exactly these bytes. Pure.
import { changedFiles } from './changed-files.js';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** The text of a changed file after a diff; null where it is gone, or where the diff does not fit. */
export function textAfter(diff: string, path: string, before: string | null): string | null {
  const part = diff.split(/^(?=diff --git )/m).find((each) => changedFiles(each)[0]?.path === path);
  if (part === undefined || changedFiles(part)[0]?.how === 'deleted') return null;
  const old = (before ?? '').split('\n');
  const lines = part.split('\n');
  const out: string[] = [];
  let taken = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const hunk = HUNK.exec(lines[at] ?? '');
    if (!hunk) continue;
    const [, start = '0', count = '1', plus = '1'] = hunk;
    // An empty side counts from the line before it.
    const from = Number(start) - (count === '0' ? 0 : 1);
    out.push(...old.slice(taken, from));
    taken = from + Number(count);
    let [minus, added] = [Number(count), Number(plus)];
    while (minus > 0 || added > 0) {
      at += 1;
      const line = lines[at];
      if (line === undefined) return null;
      if (line.startsWith('+') || line.startsWith(' ')) {
        out.push(line.slice(1));
        added -= 1;
      }
      if (line.startsWith('-') || line.startsWith(' ')) minus -= 1;
    }
  }
  return [...out, ...old.slice(taken)].join('\n');
}

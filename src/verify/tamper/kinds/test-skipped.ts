import { conditionsAround, isSettled } from '../conditions.js';
import type { Pair, TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Skip } from '../tests/index.js';

/** A test that ran before and is skipped now: by a mark, a call, a `return`, or a condition around it. */
export function testSkipped({ pairs }: TamperContext): readonly Found[] {
  return pairs.flatMap((pair) => [...marked(pair), ...wrapped(pair)]);
}

function marked({ file, before, after }: Pair): readonly Found[] {
  const had = new Set(before.skips.map(keyOf));
  if (before.skips.some(({ conditional }) => !conditional)) return [];
  return after.skips
    .filter((skip) => !had.has(keyOf(skip)))
    .map((skip) => ({
      file: file.path,
      line: skip.line,
      kind: 'test-skipped',
      weight: skip.conditional ? 'named' : 'blocks',
      because: saying(skip.conditional ? 'ran-and-is-skipped-where' : 'ran-and-is-skipped', after.path, skip.how),
    }));
}

const keyOf = ({ how, conditional }: Skip): string => `${how}\0${conditional}`;

function wrapped({ file, before, after }: Pair): readonly Found[] {
  if (!file.before || !file.after) return [];
  const had = conditionsAround(file.before, before.from);
  const now = conditionsAround(file.after, after.from).filter(({ text }) => !had.some((old) => old.text === text));
  return now.map(({ line, text }) => {
    return {
      file: file.path,
      line,
      kind: 'test-skipped',
      weight: isSettled(text) ? 'blocks' : 'named',
      because: saying('only-there-where', after.path, text),
    };
  });
}

// Input that no tool ever sees. Pure.
import type { Call } from '../ports/model.js';

/** Larger than any file that a model writes in one go, and small enough to be kept in every copy of a journal. */
const MOST_CHARACTERS = 1_000_000;
const DEEPEST = 64;

/** Why a call's input cannot be taken at all, or nothing. */
export function spoilt({ input, malformed }: Call): string | undefined {
  if (malformed !== undefined) {
    return `its input is no JSON object. It begins with ${JSON.stringify(malformed.slice(0, 200))}`;
  }
  // First the depth: whatever walks deeper, JSON included, could run out of stack.
  const flaw = flawIn(input);
  if (flaw !== undefined) return flaw;
  const { length } = JSON.stringify(input) ?? '';
  return length > MOST_CHARACTERS ? `its input has ${length} characters; the most is ${MOST_CHARACTERS}` : undefined;
}

function flawIn(input: unknown): string | undefined {
  let level: readonly unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return `its input is nested deeper than ${DEEPEST} levels`;
    if (level.some((each) => typeof each === 'string' && each.includes('\0'))) return 'its input holds a NUL character';
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? [...Object.keys(each), ...Object.values(each)] : [],
    );
  }
  return undefined;
}

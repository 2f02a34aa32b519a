import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Chance, chanceOf } from './chance.js';
import type { Ready } from './corpus.js';
import type { Mutator } from './mutate.js';
import { respell, wordsOf } from './respell.js';

export interface Tried {
  readonly tried: number;
  readonly wrong: readonly string[];
}

interface Trial {
  readonly rows: readonly Ready[];
  readonly mutators: readonly Mutator[];
  /** How many mutants of each row by each mutator. */
  readonly times: number;
  readonly seed: number;
}

/** Mutants of every row that is asked or denied; wrong are those that got a kinder verdict. */
export function raised({ rows, mutators, times, seed }: Trial): Tried {
  const chance = chanceOf(seed);
  const wrong: string[] = [];
  let tried = 0;
  for (const { row, command, ask } of rows.filter(
    (each) => each.row.verdict !== 'allow' && each.command.trim() !== '',
  )) {
    for (const mutator of mutators.filter(({ name }) => row.tool === 'Bash' || /detour|blank/.test(name))) {
      for (const mutant of mutantsOf(command, { mutator, times, chance })) {
        tried += 1;
        const { verdict } = ask(mutant);
        const kinder = verdict === 'allow' || (row.verdict === 'deny' && verdict === 'ask' && mutator.same);
        if (kinder) wrong.push(`${row.id} ${row.verdict} → ${verdict}: ${JSON.stringify(mutant)} (${mutator.name})`);
      }
    }
  }
  return { tried, wrong };
}

function mutantsOf(command: string, how: { mutator: Mutator; times: number; chance: Chance }): ReadonlySet<string> {
  const mutants = new Set(Array.from({ length: how.times }, () => how.mutator.make(command, how.chance)));
  mutants.delete(command);
  return mutants;
}

/** Allowed rows in other spellings; wrong are those that are not allowed any more. */
export function softened({ rows, times, seed }: Omit<Trial, 'mutators'>): Tried {
  const chance = chanceOf(seed);
  const wrong: string[] = [];
  let tried = 0;
  for (const { row, command, cwd, ask } of rows.filter(
    (each) => each.row.verdict === 'allow' && each.row.tool === 'Bash',
  )) {
    for (let n = 0; n < times; n += 1) {
      const mutant = harmless(command, cwd, chance);
      tried += 1;
      const { verdict, why } = ask(mutant);
      if (verdict !== 'allow') wrong.push(`${row.id}: ${JSON.stringify(mutant)}: ${why}`);
    }
  }
  return { tried, wrong };
}

function harmless(command: string, cwd: string, chance: Chance): string {
  const spelled = respell(command, chance);
  return chance.one([
    spelled,
    `  ${spelled} \t`,
    `${spelled}\n`,
    `${spelled} 2>&1`,
    `${spelled} || true`,
    `${spelled} 2>/dev/null || 'true'`,
    respell(dotted(command, cwd, chance), chance),
  ]);
}

/** Paths that are there, by another way. */
function dotted(line: string, cwd: string, chance: Chance): string {
  let text = line;
  for (const { pos, end, text: word } of wordsOf(line).slice(1).toReversed()) {
    if (word.startsWith('/') || word.startsWith('-') || !existsSync(path.join(cwd, word))) continue;
    text = `${text.slice(0, pos)}${chance.one(['./', './/./'])}${word}${text.slice(end)}`;
  }
  return text;
}

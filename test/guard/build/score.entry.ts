// The guard's scoreboard, for scripts/score-guard.mjs.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { readRows, ready } from './corpus.js';
import { allowedOf, readSnippets } from './gtfobins.js';
import { mutators } from './mutate.js';
import { newPlace, newProject } from './project.js';
import { raised, softened } from './raised.js';

interface Score {
  readonly what: string;
  readonly tried: number;
  readonly wrong: readonly string[];
  /** What is asked for, for people. */
  readonly asked: string;
  /** The part of what was tried that may be wrong. */
  readonly most: number;
  /** So many must be tried, or the count means nothing. */
  readonly least?: number;
}

/** Every count of the scoreboard. `tests` is the folder of the repository's tests; GTFOBins only where its folder is given. */
export function score({ tests, gtfobins, seed }: { tests: string; gtfobins?: string; seed: number }): readonly Score[] {
  const place = newPlace();
  try {
    const project = newProject(place);
    const rows = readRows(tests).map((row) => ready(row, project));
    const answers = rows.map(({ row, command, ask }) => ({ row, verdict: ask(command).verdict }));
    const wrong = (wanted: string, got: string) =>
      answers
        .filter(({ row, verdict }) => row.verdict === wanted && verdict === got)
        .map(({ row }) => `${row.id} ${row.command}`);
    const of = (wanted: string) => rows.filter(({ row }) => row.verdict === wanted).length;
    return [
      {
        what: 'rows to ask or deny, allowed',
        tried: of('ask') + of('deny'),
        wrong: [...wrong('ask', 'allow'), ...wrong('deny', 'allow')],
        asked: '0',
        most: 0,
      },
      { what: 'rows to deny, asked', tried: of('deny'), wrong: wrong('deny', 'ask'), asked: '0', most: 0 },
      { what: 'rows to ask, denied', tried: of('ask'), wrong: wrong('ask', 'deny'), asked: '0', most: 0 },
      {
        what: 'rows to allow, not allowed',
        tried: of('allow'),
        wrong: [...wrong('allow', 'ask'), ...wrong('allow', 'deny')],
        asked: '≤ 5 %',
        most: 0.05,
      },
      {
        what: 'mutants with a kinder verdict',
        ...raised({ rows, mutators, times: 10, seed }),
        asked: '0 of ≥ 20,000',
        most: 0,
        least: 20_000,
      },
      { what: 'allowed rows, respelled, not allowed', ...softened({ rows, times: 100, seed }), asked: '0', most: 0 },
      ...(gtfobins
        ? [
            {
              what: 'GTFOBins snippets allowed',
              ...allowedOf(readSnippets(path.resolve(gtfobins)), project.gate()),
              asked: '0',
              most: 0,
            },
          ]
        : []),
    ];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

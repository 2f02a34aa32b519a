// Pictures on the page of a run, as SVG: the waves of a build, the scores of a text. Pure. Used by the App's pages and `crew show`.

import * as z from 'zod';
import type { RunHistory } from '../ports/run.js';
import { inLanguage, type Language } from '../text/lang/index.js';
import { en as buildEn } from './build/messages.en.js';
import { ja as buildJa } from './build/messages.ja.js';
import { ganttOf } from './build/rules/gantt.js';
import { en as writeEn } from './write/messages.en.js';
import { ja as writeJa } from './write/messages.ja.js';
import { scoresSvg } from './write/rules/chart.js';
import { THRESHOLDS } from './write/rules/gate.js';

export interface Picture {
  readonly title: string;
  readonly svg: string;
}

/** The pictures of a run so far; none if there is nothing to draw. Words of a run are escaped. */
export function picturesOf(
  { record, steps }: RunHistory,
  { now, lang }: { readonly now: number; readonly lang: Language },
): readonly Picture[] {
  const words = inLanguage(lang, { en: buildEn, ja: buildJa }).gantt;
  const { scores } = inLanguage(lang, { en: writeEn, ja: writeJa });
  const ended = record.end ? Date.parse(record.end.at) : now;
  const pictures = [
    { title: words.title, svg: ganttOf(steps, { now: ended, words }) },
    { title: scores, svg: scoresOf(record.end?.result, scores) },
  ];
  return pictures.flatMap(({ title, svg }) => (svg === null ? [] : [{ title, svg }]));
}

/** The scores in the result of `write`. Only numbers and gate results are read, so no text of a work job gets into a picture. */
const writeResult = z.object({
  chapters: z
    .array(
      z.object({
        n: z.number(),
        summary: z.object({
          round_history: z.array(
            z.object({ round: z.number(), avg: z.number().nullable(), gate: z.enum(['pass', 'fail', 'force_pass']) }),
          ),
        }),
      }),
    )
    .min(1)
    .max(100),
});

function scoresOf(result: unknown, title: string): string | null {
  const read = writeResult.safeParse(result);
  if (!read.success) return null;
  const rounds = read.data.chapters.flatMap(({ n, summary }) =>
    summary.round_history.map((each) => ({ chapter: n, ...each })),
  );
  return scoresSvg(rounds, THRESHOLDS.min_overall, title);
}

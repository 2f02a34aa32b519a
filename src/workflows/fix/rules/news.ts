// What came out after a round had ended, and is the next one's to mend: red in the job that verified once more, or in the
// repository's own checks. All of it is somebody else's output, and stands in the task as data. Pure.
import type { CiRead } from '../../../ports/index.js';
import { sanitize } from '../../../text/sanitize.js';
import type { StepShown, Verified } from '../../../verify/artifact.js';
import { cleanLine } from '../../../verify/results/clean-output.js';
import { clipped, fenced } from './fence.js';
import { redText } from './review.js';

export interface News {
  readonly why: 'verify' | 'ci';
  readonly found: readonly { readonly from: string; readonly text: string }[];
}

/** So much of one thing, and so many things. */
const MOST = 4000;
const MANY = 10;

/** What the job that verified once more has against a change. */
export function verifyNews({ head, comparison: { lists }, tamper }: Verified, unheld: readonly string[]): News {
  const failed = head.steps.filter(({ status }) => status === 'FAIL').slice(0, MANY);
  const others = lists.before.names.filter((name) => !unheld.includes(name));
  const broken = [...lists.broken.names, ...lists.refused.names];
  const bent = tamper.found.map(({ file, line, why }) => `${file}:${line}: ${why}`);
  return {
    why: 'verify',
    found: [
      ...part('Failed before the change, passed with it here, and still fails there', unheld),
      ...part('Passed before the change or are new, and fail there', broken),
      ...part('Bends what judges the change', bent),
      ...failed.map((step) => ({
        from: ended(step),
        text: data([...failures(step, others), step.tail ?? ''].join('\n')),
      })),
    ],
  };
}

const data = (text: string): string => clipped(sanitize(text).text.trim(), MOST);

const part = (from: string, lines: readonly string[]): News['found'] =>
  lines.length === 0 ? [] : [{ from, text: data(lines.join('\n')) }];

const ended = ({ name, command, cwd, exit, ended }: StepShown): string =>
  `Step ${JSON.stringify(name)}, ${JSON.stringify(command)} in ${JSON.stringify(cwd)}, there: ${exit === null ? ended : `exit ${exit}`}`;

/** Where each failed, as far as it says so; what fails with or without the change is nobody's business here. */
const failures = ({ failures }: StepShown, others: readonly string[]): readonly string[] =>
  failures
    .filter(({ id }) => !others.includes(cleanLine(id)))
    .map(({ id, at, message = '' }) => `${at ? `${at.file}:${at.line}: ` : ''}${id}${message ? `: ${message}` : ''}`);

/** What the repository's own checks have against a commit. */
export function ciNews(failures: CiRead['failures']): News {
  const found = failures.slice(0, MANY).map(({ name, summary, annotations }) => ({
    from: `The check ${JSON.stringify(name)} is red; it says`,
    text: redText(summary, annotations),
  }));
  return { why: 'ci', found };
}

const HEADS: Readonly<Record<News['why'], string>> = {
  verify:
    'A round before this one changed the tree so that its checks passed here. Verified once more from a clean checkout, on another machine, that change did not pass. There it stands alone: what git ignores, what a command left behind and what ran before is not there.',
  ci: 'A round before this one has already committed a change, which is part of the tree now. The repository’s own checks are red on it.',
};

/** As the Editor reads it. */
export const newsText = ({ why, found }: News): string =>
  [HEADS[why], ...found.map(({ from, text }) => fenced(from, text))].join('\n\n');

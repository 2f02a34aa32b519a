// Lies about a fix, each for a moment: in what crew said, and in what there is.
import { readMarker, wordsOf } from '../../../src/core/marker.js';
import { messages } from '../../../src/text/lang/index.js';
import { type FixShop, REPO } from './shop.js';
import { checksIn } from './stands.js';

export interface Lie {
  readonly lie: string;
  /** Gives what takes it back. */
  readonly tell: () => () => void;
}

const BOT = 'github-actions[bot]';

/** Sets a field of something that GitHub shows. */
const sets = <T extends object, K extends keyof T>(lie: string, of: T, field: K, value: T[K]): Lie => ({
  lie,
  tell: () => {
    const was = of[field];
    of[field] = value;
    return () => {
      of[field] = was;
    };
  },
});

/** All that can be told of what stands there. */
export function liesIn(shop: FixShop): readonly Lie[] {
  const { issues, pulls } = shop.embedded.repository(REPO);
  const comments = [...issues, ...pulls].flatMap((thread) => thread.comments.map((comment) => ({ thread, comment })));
  const own = comments.filter(({ comment }) => comment.author.login === BOT);
  return [
    ...own.flatMap(({ comment }) =>
      textsBeside(comment.body).map((body) => sets(diffOf(comment.body, body), comment, 'body', body)),
    ),
    ...own
      .filter(({ comment }) => slotOf(comment.body).startsWith('end:'))
      .flatMap(({ thread, comment }) => [
        listed(`${comment.body} is not said`, thread.comments, (all) => all.filter((each) => each !== comment)),
        listed(`${comment.body} is said twice`, thread.comments, (all) => [...all, comment]),
      ]),
    ...pulls
      .filter(({ body }) => slotOf(body ?? '') === 'pull')
      .flatMap((pull) => [
        sets('a draft', pull, 'draft', !pull.draft),
        sets('another title', pull, 'title', 'Something else'),
        ...textsBeside(pull.body ?? '').map((body) => sets(diffOf(pull.body ?? '', body), pull, 'body', body)),
      ]),
    ...checksIn(shop).flatMap((check) => [
      sets('another conclusion', check, 'conclusion', check.conclusion === 'neutral' ? 'success' : 'neutral'),
      sets('no conclusion', check, 'conclusion', null),
      sets('another page', check, 'summary', `${check.summary} It is deployed.`),
    ]),
    ...comments
      .filter(({ comment }) => comment.body.startsWith('/crew '))
      .map(({ comment }) => listed('nobody saw it', comment.reactions, () => [])),
  ];
}

const listed = <T>(lie: string, list: T[], now: (all: readonly T[]) => readonly T[]): Lie => ({
  lie,
  tell: () => {
    const was = [...list];
    list.splice(0, list.length, ...now(was));
    return () => {
      list.splice(0, list.length, ...was);
    };
  },
});

const slotOf = (body: string): string => readMarker(body)?.slot ?? '';

/** The text with another number, with one sentence more, with one of its sentences left out, or with another end than it has. */
function textsBeside(body: string): readonly string[] {
  const said = saidIn(body);
  const rest = body.slice(said.length);
  const numbers = [...said.matchAll(/\d+/g)].map(({ index, 0: digits }) => {
    const other = digits.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    return said.slice(0, index) + other + said.slice(index + digits.length);
  });
  const ends = (['en', 'ja'] as const).flatMap((lang) => {
    const status = messages(lang).statusWord;
    return (['succeeded', 'stuck', 'cancelled', 'failed'] as const)
      .filter((one) => said.includes(`: ${status(one)}`))
      .flatMap((one) => said.replace(`: ${status(one)}`, `: ${status(one === 'stuck' ? 'failed' : 'stuck')}`));
  });
  return [...ends, `${said}\n\nIt is deployed.`, `${said} It is deployed.`, ...numbers].map((each) => each + rest);
}

/** Without the folded record of a run and the marker. */
function saidIn(body: string): string {
  const records = (['en', 'ja'] as const).map((lang) => `\n\n<details><summary>${messages(lang).fix.thread.record}`);
  return records.reduce((text, record) => text.split(record)[0] ?? '', wordsOf(body));
}

/** Where one differs from the other. */
function diffOf(was: string, is: string): string {
  const at = [...was].findIndex((letter, n) => letter !== is[n]);
  return `${was.slice(Math.max(0, at - 40), at + 20)} → ${is.slice(Math.max(0, at - 40), at + 20)}`;
}
